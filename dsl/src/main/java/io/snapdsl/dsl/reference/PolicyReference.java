package io.snapdsl.dsl.reference;

import io.snapdsl.dsl.check.Kinds;
import io.snapdsl.dsl.words.Everywhere;
import io.snapdsl.dsl.words.Meaning;
import io.snapdsl.dsl.words.Option;
import io.snapdsl.dsl.words.TriggerWords;
import io.snapdsl.dsl.words.Units;
import io.snapdsl.dsl.words.Vocabulary;
import io.snapdsl.dsl.words.Word;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The reference page: every word, with what its annotation says. */
final class PolicyReference {
    private final StringBuilder page = new StringBuilder();

    private PolicyReference() {}

    static String text() {
        PolicyReference reference = new PolicyReference();
        reference.page.append("""
                # The policy language

                <!-- Written by ./gradlew :dsl:reference from the words' annotations: change those. -->

                A policy script is a Groovy file. It is checked as a whole before any of it runs: a word that does not exist,
                a value of the wrong kind, a path or a schedule that can't be is an error with its line and column, and then
                nothing is done. A script is code: run only those you trust, as with a build script.

                A word is said with what belongs to it: `last 10`, `path '.'`, `keep { … }`. Options are named:
                `fileChange(quiet: 2.seconds)`. Values are words of their own: `runStart`, `pause`.

                For completion in IntelliJ IDEA, copy `lib/snapdsl.gdsl` of the installation into a source directory of the
                project that the script is in. How to test a policy is in [testing-policies.md](testing-policies.md).
                """);
        List<Vocabulary> places = new ArrayList<>(Vocabulary.all().values());
        places.add(1, Vocabulary.of(Everywhere.class));
        places.add(2, Vocabulary.of(TriggerWords.class));
        places.add(Vocabulary.of(Units.class));
        places.forEach(reference::place);
        return reference.page.toString();
    }

    private void place(Vocabulary place) {
        String title = place.place().name();
        page.append("\n## ")
                .append(Character.toUpperCase(title.charAt(0)) + title.substring(1))
                .append("\n\n");
        page.append(place.place().value()).append('\n');
        place.words().values().stream().filter(word -> isFor(place, word)).forEach(word -> word(place, word));
        List<Meaning> values = place.values().values().stream()
                .filter(value -> isFor(place, value))
                .toList();
        if (!values.isEmpty()) {
            page.append("\n| value | is |\n|---|---|\n");
            values.forEach(value -> page.append("| `")
                    .append(value.name())
                    .append("` | ")
                    .append(value.word().value())
                    .append(
                            value.type().isEnum() || value.word().example().isEmpty()
                                    ? ""
                                    : " `" + value.word().example() + "`")
                    .append(" |\n"));
        }
    }

    /** What is said in several places is told once. */
    private static boolean isFor(Vocabulary place, Meaning word) {
        Class<?> home = word.annotated().getDeclaringClass();
        return !home.isInterface() || place.type() == home;
    }

    private void word(Vocabulary place, Meaning meaning) {
        Word word = meaning.word();
        page.append("\n### `")
                .append(meaning.name())
                .append("`\n\n")
                .append(word.value())
                .append('\n');
        page.append("\nTakes ").append(takes(meaning)).append(".");
        if (!word.required().isEmpty()) {
            page.append(" Required.");
        }
        if (!word.byDefault().isEmpty()) {
            page.append(" By default: ").append(word.byDefault()).append('.');
        }
        page.append('\n');
        if (!meaning.options().isEmpty()) {
            page.append("\n| option | takes | is | by default |\n|---|---|---|---|\n");
            meaning.options().forEach(option -> option(place, option));
        }
        if (!word.example().isEmpty()) {
            page.append("\n```groovy\n").append(word.example()).append("\n```\n");
        }
    }

    private void option(Vocabulary place, Option option) {
        page.append("| `")
                .append(option.name())
                .append("` | ")
                .append(Kinds.of(option.type()))
                .append(" | ")
                .append(option.value())
                .append(option.type().isEnum() ? ": " + oneOf(place.giving(option)) : "")
                .append(" | ")
                .append(option.byDefault())
                .append(" |\n");
    }

    private static String oneOf(List<String> words) {
        int last = words.size() - 1;
        return words.subList(0, last).stream().map(word -> "`" + word + "`").collect(Collectors.joining(", ")) + " or `"
                + words.get(last) + "`";
    }

    private static String takes(Meaning meaning) {
        return meaning.forms().stream().map(PolicyReference::takes).distinct().collect(Collectors.joining("; or "));
    }

    private static String takes(Method form) {
        String kinds = Meaning.plainParameters(form).stream()
                .map(parameter -> parameter.isVarArgs()
                        ? Kinds.of(parameter.getType().componentType()) + " or several"
                        : Kinds.of(parameter.getType()))
                .collect(Collectors.joining(" and "));
        return kinds.isEmpty() ? "nothing" : kinds;
    }
}
