package io.snapdsl.dsl.words;

import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The words of one place, read from their annotations. */
public final class Vocabulary {
    private final Class<?> type;
    private final Map<String, Meaning> words = new TreeMap<>();
    private final Map<String, Meaning> values = new TreeMap<>();

    private Vocabulary(Class<?> type) {
        this.type = type;
        read(type);
        if (type == PolicyScript.class) {
            // Groovy's scripts print by methods of their own.
            read(Everywhere.class);
        }
    }

    private void read(Class<?> type) {
        Map<String, List<Method>> byName = Arrays.stream(type.getMethods())
                .filter(method -> !method.isBridge())
                .sorted(Comparator.comparing(Method::toString))
                .collect(Collectors.groupingBy(Method::getName));
        byName.forEach((name, forms) -> forms.stream()
                .filter(form -> form.isAnnotationPresent(Word.class))
                .findFirst()
                .map(annotated -> new Meaning(annotated, forms))
                .ifPresent(meaning -> (meaning.isValue() ? values : words).put(meaning.name(), meaning)));
    }

    public static Vocabulary of(Class<?> type) {
        return new Vocabulary(type);
    }

    /** All places, the script itself first, each after the one it can stand in. */
    public static Map<Class<?>, Vocabulary> all() {
        Map<Class<?>, Vocabulary> all = new LinkedHashMap<>();
        Deque<Class<?>> open = new ArrayDeque<>(List.of(PolicyScript.class));
        while (!open.isEmpty()) {
            Class<?> type = open.remove();
            if (!all.containsKey(type)) {
                Vocabulary vocabulary = of(type);
                all.put(type, vocabulary);
                vocabulary.words.values().forEach(word -> word.block().ifPresent(open::add));
            }
        }
        return all;
    }

    public Class<?> type() {
        return type;
    }

    public Place place() {
        return type.getAnnotation(Place.class);
    }

    /** What is called: {@code last 10}. */
    public Map<String, Meaning> words() {
        return words;
    }

    /** What only is: {@code runStart}. */
    public Map<String, Meaning> values() {
        return values;
    }

    public Optional<Meaning> word(String name) {
        return Optional.ofNullable(words.get(name));
    }

    public Optional<Meaning> value(String name) {
        return Optional.ofNullable(values.get(name));
    }

    /** What does something where it stands alone. */
    public List<String> statements() {
        return words.values().stream()
                .filter(word -> !word.word().inert() && !word.isEverywhere())
                .map(Meaning::name)
                .toList();
    }

    /** What can stand after an option's name. */
    public List<String> giving(Option option) {
        return giving(option.type()).stream()
                .filter(name -> value(name).flatMap(Meaning::constant).stream()
                        .noneMatch(
                                constant -> Arrays.stream(option.checked()).anyMatch(check -> check.forbids(constant))))
                .toList();
    }

    /** What can stand where a {@code wanted} is asked for. */
    public List<String> giving(Class<?> wanted) {
        return Stream.concat(
                        values.values().stream(),
                        words.values().stream().filter(word -> word.word().inert()))
                .filter(word -> wanted.isAssignableFrom(word.type()))
                .map(Meaning::name)
                .distinct()
                .sorted()
                .toList();
    }
}
