package io.snapdsl.dsl.check;

import io.snapdsl.dsl.Mistakes;
import io.snapdsl.dsl.words.Declarations;
import io.snapdsl.dsl.words.Literal;
import io.snapdsl.dsl.words.Meaning;
import io.snapdsl.dsl.words.Option;
import io.snapdsl.dsl.words.Surroundings;
import io.snapdsl.dsl.words.TriggerWords;
import io.snapdsl.dsl.words.Vocabulary;
import io.snapdsl.engine.Nearest;
import java.time.Duration;
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
    private static final String SUBJECT = "subject";

    private final Mistakes mistakes;
    private final Surroundings surroundings;
    private final Map<String, Set<String>> declared = new HashMap<>();
    private boolean computedTemplates;

    ArgumentCheck(Mistakes mistakes, Surroundings surroundings) {
        this.mistakes = mistakes;
        this.surroundings = surroundings;
    }

    /** @param once whether this call is certain to happen, and once only */
    void check(MethodCallExpression call, Meaning word, boolean once) {
        CallArguments arguments = CallArguments.of(call);
        for (MapEntryExpression entry : arguments.named()) {
            CallArguments.name(entry).ifPresent(name -> checkOption(call, word, entry, name));
        }
        for (int i = 0; i < arguments.plain().size(); i++) {
            Expression argument = arguments.plain().get(i);
            List<Literal> checks = word.check(i).stream().toList();
            if (argument instanceof SpreadExpression) {
                Marks.mistaken(call);
                add(argument, "A list can be given as it is: leave out the star.");
            }
            if (argument instanceof ConstantExpression constant && constant.isNullExpression()) {
                Marks.mistaken(call);
                add(argument, Declarations.NO_NULL);
            }
            value(argument, word).ifPresent(value -> checkValue(argument, value, checks));
        }
        if (!word.word().declares().isEmpty() && !arguments.plain().isEmpty()) {
            declare(word, arguments.plain().get(0), once);
        }
    }

    private void checkOption(MethodCallExpression call, Meaning word, MapEntryExpression entry, String name) {
        List<String> known = word.options().stream().map(Option::name).toList();
        Optional<Option> option = word.option(name);
        Optional<Object> value = value(entry.getValueExpression(), word);
        if (known.isEmpty()) {
            Marks.mistaken(call);
            boolean isSaidInBlock = word.block()
                    .flatMap(block -> Vocabulary.of(block).word(name))
                    .isPresent();
            boolean isOthers = Vocabulary.of(word.annotated().getDeclaringClass()).words().values().stream()
                    .anyMatch(
                            other -> other.word().inert() && other.option(name).isPresent());
            String example = "write " + word.word().example() + ".";
            String advice = isSaidInBlock
                    ? ": '" + name + "' is said in its block: " + example
                    : isOthers ? ": " + example : ".";
            add(entry.getKeyExpression(), "'" + word.name() + "' has no options, so no '" + name + ":'" + advice);
        } else if (option.isEmpty()) {
            if (CallArguments.of(call).plain().isEmpty()) {
                // That what it has to be said with is missing follows from this.
                Marks.mistaken(call);
            }
            mistakes.add(
                    entry.getLineNumber(),
                    entry.getColumnNumber(),
                    "'" + word.name() + "' has no option '" + name + "'.",
                    known,
                    Nearest.to(name, known));
        } else if (value.isPresent()) {
            checkValue(
                    entry.getValueExpression(),
                    value.get(),
                    List.of(option.get().checked()));
            if (word.name().equals("policy") && name.equals("from")) {
                checkTemplate(entry.getValueExpression(), String.valueOf(value.get()));
            }
            if (word.name().equals("every") && name.equals("jitter")) {
                checkJitter(call, word, entry.getValueExpression(), value.get());
            }
        }
    }

    private void checkValue(Expression place, Object value, List<Literal> checks) {
        checks.stream()
                .filter(check -> check.isFor(value))
                .flatMap(check -> check.mistake(value, surroundings).stream())
                .forEach(mistake -> add(place, mistake));
    }

    private void checkJitter(MethodCallExpression call, Meaning word, Expression place, Object jitter) {
        CallArguments.of(call).plain().stream()
                .findFirst()
                .flatMap(interval -> value(interval, word))
                .filter(interval -> interval instanceof Duration && jitter instanceof Duration)
                .flatMap(interval -> TriggerWords.jitterMistake((Duration) interval, (Duration) jitter))
                .ifPresent(mistake -> add(place, mistake));
    }

    /** What is written there, if that can be seen; that there can be no such thing is a mistake by itself. */
    private Optional<Object> value(Expression expression, Meaning word) {
        try {
            return WrittenOut.value(expression, Vocabulary.of(word.annotated().getDeclaringClass()));
        } catch (IllegalArgumentException e) {
            add(expression, e.getMessage() + ".");
            return Optional.empty();
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

    private void declare(Meaning word, Expression place, boolean once) {
        String kind = word.word().declares();
        Optional<Object> name = value(place, word);
        computedTemplates |= kind.equals(TEMPLATE) && name.isEmpty();
        if (name.isPresent()) {
            boolean added =
                    declared.computeIfAbsent(kind, any -> new HashSet<>()).add(String.valueOf(name.get()));
            if (!added && once && Literal.NAME.mistake(name.get(), surroundings).isEmpty()) {
                add(place, Declarations.duplicate(kind, String.valueOf(name.get())));
            }
        }
    }

    /** Whether a subject of that name was declared before, kept in a variable or not. */
    boolean hasSubject(String name) {
        return declared.getOrDefault(SUBJECT, Set.of()).contains(name);
    }

    private void add(ASTNode node, String message) {
        mistakes.add(node.getLineNumber(), node.getColumnNumber(), message);
    }
}
