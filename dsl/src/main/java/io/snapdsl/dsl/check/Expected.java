package io.snapdsl.dsl.check;

import groovy.lang.Closure;
import io.snapdsl.dsl.words.Meaning;
import io.snapdsl.dsl.words.Option;
import io.snapdsl.dsl.words.Vocabulary;
import java.io.File;
import java.lang.invoke.MethodType;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.codehaus.groovy.ast.expr.Expression;
import org.codehaus.groovy.ast.expr.ListExpression;

/** What can stand where the check is: alone, or as what a word or one of its options is said with. */
final class Expected {
    /**
     * @param word what it is said with, if it is no option's value
     * @param words what of the language can stand there
     * @param types what a name can stand for, if it is {@code alone} there; empty for anything
     */
    private record Place(
            Optional<Meaning> word,
            Function<Vocabulary, List<String>> words,
            Set<Class<?>> types,
            Set<Expression> alone) {}

    private final Deque<Place> around = new ArrayDeque<>();

    void asArgument(Meaning word, List<Expression> arguments, Runnable visit) {
        Set<Class<?>> types = types(word);
        Function<Vocabulary, List<String>> words =
                word.block().isPresent() ? Vocabulary::statements : known -> giving(types, known);
        within(new Place(Optional.of(word), words, types, alone(arguments)), visit);
    }

    void asOption(Option option, Expression value, Runnable visit) {
        Set<Class<?>> types = Set.of(option.type());
        within(new Place(Optional.empty(), words -> words.giving(option), types, alone(List.of(value))), visit);
    }

    void asStatement(Runnable visit) {
        within(new Place(Optional.empty(), Vocabulary::statements, Set.of(), Set.of()), visit);
    }

    private void within(Place place, Runnable visit) {
        around.push(place);
        visit.run();
        around.pop();
    }

    /** In a list, too, each stands for itself. */
    private static Set<Expression> alone(List<Expression> values) {
        Set<Expression> alone = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Expression value : values) {
            alone.addAll(value instanceof ListExpression list ? list.getExpressions() : List.of(value));
        }
        return alone;
    }

    List<String> here(Vocabulary words) {
        return around.isEmpty() ? words.statements() : around.peek().words().apply(words);
    }

    /** Whether what a name stands for can be meant where it is used; of what is calculated there, nobody knows. */
    Predicate<Class<?>> fits(Expression use) {
        Place place = around.peek();
        return type -> place == null
                || !place.alone().contains(use)
                || place.types().stream().anyMatch(wanted -> wanted.isAssignableFrom(type));
    }

    /** The word that is said with just this. */
    Optional<Meaning> word(Expression use) {
        return Optional.ofNullable(around.peek())
                .filter(place -> place.alone().contains(use))
                .flatMap(Place::word);
    }

    static boolean takes(Meaning word, Meaning value) {
        return types(word).stream().anyMatch(type -> type.isAssignableFrom(value.type()));
    }

    /** In words, what it is said with. */
    static String kind(Meaning word) {
        return types(word).stream().map(Kinds::of).distinct().collect(Collectors.joining(" or "));
    }

    /** Whether just a text can be meant there. */
    boolean isText(Expression use) {
        Place place = around.peek();
        return place != null
                && place.alone().contains(use)
                && place.types().contains(String.class)
                && place.types().stream().allMatch(type -> type == String.class || type == Closure.class);
    }

    private static Set<Class<?>> types(Meaning word) {
        return word.forms().stream()
                .flatMap(form -> Meaning.plainParameters(form).stream())
                .map(parameter -> parameter.isVarArgs() ? parameter.getType().componentType() : parameter.getType())
                .<Class<?>>map(type -> MethodType.methodType(type).wrap().returnType())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static List<String> giving(Set<Class<?>> types, Vocabulary words) {
        return types.stream()
                .flatMap(type -> giving(type, words).stream())
                .distinct()
                .toList();
    }

    /** A text is put together from what there is. */
    private static List<String> giving(Class<?> type, Vocabulary words) {
        return words.giving(type == String.class ? File.class : type);
    }
}
