package io.snapdsl.dsl.check;

import io.snapdsl.dsl.Mistakes;
import io.snapdsl.dsl.words.Declarations;
import io.snapdsl.dsl.words.Literal;
import io.snapdsl.dsl.words.Meaning;
import io.snapdsl.dsl.words.Option;
import io.snapdsl.engine.Nearest;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.codehaus.groovy.ast.ASTNode;
import org.codehaus.groovy.ast.expr.ConstantExpression;
import org.codehaus.groovy.ast.expr.Expression;
import org.codehaus.groovy.ast.expr.MapEntryExpression;
import org.codehaus.groovy.ast.expr.MethodCallExpression;
import org.codehaus.groovy.ast.expr.SpreadExpression;

/** What a word is said with, as far as it is written out in the script: names, schedules, paths, options. */
final class ArgumentCheck {
    private static final String TEMPLATE = "template";

    private final Mistakes mistakes;
    private final Path directory;
    private final Map<String, Set<String>> declared = new HashMap<>();
    private boolean computedTemplates;

    ArgumentCheck(Mistakes mistakes, Path directory) {
        this.mistakes = mistakes;
        this.directory = directory;
    }

    /** @param once whether this call is certain to happen, and once only */
    void check(MethodCallExpression call, Meaning word, boolean once) {
        CallArguments arguments = CallArguments.of(call);
        for (MapEntryExpression entry : arguments.named()) {
            CallArguments.name(entry).ifPresent(name -> checkOption(call, word, entry, name));
        }
        for (int i = 0; i < arguments.plain().size(); i++) {
            Expression argument = arguments.plain().get(i);
            if (argument instanceof SpreadExpression) {
                Marks.mistaken(call);
                add(argument, "A list can be given as it is: leave out the star.");
            }
            if (argument instanceof ConstantExpression constant && constant.isNullExpression()) {
                Marks.mistaken(call);
                add(argument, Declarations.NO_NULL);
            }
            Optional<Literal> literal = word.check(i);
            CallArguments.literal(argument)
                    .flatMap(value -> literal.filter(check -> check.isFor(value))
                            .flatMap(check -> check.mistake(value, directory)))
                    .ifPresent(mistake -> add(argument, mistake));
        }
        if (!word.word().declares().isEmpty() && !arguments.plain().isEmpty()) {
            declare(word.word().declares(), arguments.plain().get(0), once);
        }
    }

    private void checkOption(MethodCallExpression call, Meaning word, MapEntryExpression entry, String name) {
        List<String> known = word.options().stream().map(Option::name).toList();
        Optional<Option> option = word.option(name);
        Optional<Object> value = CallArguments.literal(entry.getValueExpression());
        if (known.isEmpty()) {
            Marks.mistaken(call);
            add(entry.getKeyExpression(), "'" + word.name() + "' has no options, so no '" + name + ":'.");
        } else if (option.isEmpty()) {
            mistakes.add(
                    entry.getLineNumber(),
                    entry.getColumnNumber(),
                    "'" + word.name() + "' has no option '" + name + "'.",
                    known,
                    Nearest.to(name, known));
        } else if (value.isPresent()) {
            List.of(option.get().checked()).stream()
                    .filter(check -> check.isFor(value.get()))
                    .flatMap(check -> check.mistake(value.get(), directory).stream())
                    .forEach(mistake -> add(entry.getValueExpression(), mistake));
            if (word.name().equals("policy") && name.equals("from")) {
                checkTemplate(entry.getValueExpression(), String.valueOf(value.get()));
            }
        }
    }

    private void checkTemplate(Expression place, String name) {
        Set<String> known = declared.getOrDefault(TEMPLATE, Set.of());
        if (!computedTemplates && !known.contains(name)) {
            mistakes.add(
                    place.getLineNumber(),
                    place.getColumnNumber(),
                    Declarations.unknownTemplate(name),
                    known,
                    Nearest.to(name, known));
        }
    }

    private void declare(String kind, Expression place, boolean once) {
        Optional<Object> name = CallArguments.literal(place);
        computedTemplates |= kind.equals(TEMPLATE) && name.isEmpty();
        if (name.isPresent()) {
            boolean added =
                    declared.computeIfAbsent(kind, any -> new HashSet<>()).add(String.valueOf(name.get()));
            if (!added && once) {
                add(place, Declarations.duplicate(kind, String.valueOf(name.get())));
            }
        }
    }

    private void add(ASTNode node, String message) {
        mistakes.add(node.getLineNumber(), node.getColumnNumber(), message);
    }
}
