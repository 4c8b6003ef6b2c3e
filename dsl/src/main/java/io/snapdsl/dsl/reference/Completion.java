package io.snapdsl.dsl.reference;

import io.snapdsl.dsl.words.Meaning;
import io.snapdsl.dsl.words.Option;
import io.snapdsl.dsl.words.PolicyScript;
import io.snapdsl.dsl.words.Units;
import io.snapdsl.dsl.words.Vocabulary;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The file that tells IntelliJ the words, for completion in policy scripts. */
final class Completion {
    private static final String HEAD = """
            // The words of snapdsl's policy scripts, for completion in IntelliJ IDEA: put this file into a source directory of
            // the project. Written by ./gradlew :dsl:reference from the words' annotations.
            """;

    private final StringBuilder file = new StringBuilder(HEAD);
    private final Map<Class<?>, Vocabulary> places = Vocabulary.all();

    private Completion() {}

    static String text() {
        Completion completion = new Completion();
        completion.places.forEach((type, place) -> completion.place(
                type == PolicyScript.class ? "context(scope: scriptScope())" : "context(scope: closureScope())",
                type == PolicyScript.class ? "" : completion.enclosing(type),
                place));
        completion.place("context(ctype: 'java.lang.Number')", "", Vocabulary.of(Units.class));
        return completion.file.toString();
    }

    /** In which calls' blocks the words can be said. */
    private String enclosing(Class<?> block) {
        return places.values().stream()
                .flatMap(place -> place.words().values().stream())
                .filter(word -> word.block().filter(block::equals).isPresent())
                .map(word -> "enclosingCall('" + word.name() + "')")
                .distinct()
                .collect(Collectors.joining(" || "));
    }

    private void place(String context, String condition, Vocabulary place) {
        file.append("\ncontributor(").append(context).append(") {\n");
        String indent = condition.isEmpty() ? "    " : "        ";
        if (!condition.isEmpty()) {
            file.append("    if (").append(condition).append(") {\n");
        }
        place.words().values().stream()
                .filter(word -> !word.isEverywhere())
                .forEach(word -> word.forms().forEach(form -> method(indent, word, form)));
        place.values().values().forEach(value -> line(indent, "property", value, List.of()));
        file.append(condition.isEmpty() ? "}\n" : "    }\n}\n");
    }

    private void method(String indent, Meaning word, Method form) {
        List<Class<?>> plain = Meaning.plainParameters(form).stream()
                .<Class<?>>map(
                        parameter -> parameter.isVarArgs() ? parameter.getType().componentType() : parameter.getType())
                .toList();
        String parameters = IntStream.range(0, plain.size())
                .mapToObj(i -> "arg" + i + ": '" + plain.get(i).getCanonicalName() + "'")
                .collect(Collectors.joining(", "));
        List<String> parts = new ArrayList<>();
        if (form.getParameterCount() > plain.size()) {
            parts.add("namedParams: ["
                    + word.options().stream().map(Completion::parameter).collect(Collectors.joining(", ")) + "]");
        }
        parts.add("params: [" + (parameters.isEmpty() ? ":" : parameters) + "]");
        line(indent, "method", word, parts);
    }

    private static String parameter(Option option) {
        return "parameter(name: '" + option.name() + "', type: '"
                + option.type().getCanonicalName() + "')";
    }

    private void line(String indent, String kind, Meaning word, List<String> more) {
        file.append(indent)
                .append(kind)
                .append(" name: '")
                .append(word.name())
                .append("', type: '")
                .append(word.type().getCanonicalName())
                .append('\'');
        more.forEach(part -> file.append(", ").append(part));
        file.append(", doc: '").append(word.word().value().replace("'", "\\'")).append("'\n");
    }
}
