package io.snapdsl.dsl.words;

import groovy.lang.DelegatesTo;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A word with all its forms.
 *
 * @param annotated the form that says what the word is for
 */
public record Meaning(Method annotated, List<Method> forms) {
    public Meaning {
        forms = List.copyOf(forms);
    }

    /** As it is written in a script. */
    public String name() {
        String method = annotated.getName();
        if (!isValue()) {
            return method;
        }
        String property = method.substring(3);
        // getGB is GB, getGiB is GiB.
        boolean abbreviation = Character.isUpperCase(property.charAt(property.length() - 1));
        return abbreviation ? property : Character.toLowerCase(property.charAt(0)) + property.substring(1);
    }

    public boolean isValue() {
        return annotated.getName().matches("get[A-Z].*");
    }

    /** What the value always is, if it is one of a few: {@code inPlace} is {@code IN_PLACE}. */
    public Optional<Object> constant() {
        String constant = name().replaceAll("([A-Z])", "_$1").toUpperCase(Locale.ROOT);
        return Optional.ofNullable(type().getEnumConstants()).stream()
                .flatMap(Arrays::stream)
                .filter(value -> isValue() && ((Enum<?>) value).name().equals(constant))
                .map(Object.class::cast)
                .findFirst();
    }

    /** Whether it belongs to no place more than to any other. */
    public boolean isEverywhere() {
        return annotated.getDeclaringClass() == Everywhere.class;
    }

    public Word word() {
        return annotated.getAnnotation(Word.class);
    }

    public Class<?> type() {
        return annotated.getReturnType();
    }

    public List<Option> options() {
        return List.of(annotated.getAnnotationsByType(Option.class));
    }

    public Optional<Option> option(String name) {
        return options().stream().filter(option -> option.name().equals(name)).findFirst();
    }

    /** Whose words are said in its block, if it has one. */
    public Optional<Class<?>> block() {
        return forms.stream()
                .flatMap(form -> Arrays.stream(form.getParameters()))
                .filter(parameter -> parameter.isAnnotationPresent(DelegatesTo.class))
                .<Class<?>>map(
                        parameter -> parameter.getAnnotation(DelegatesTo.class).value())
                .findFirst();
    }

    /** What must hold for its plain argument number {@code index}, if anything. */
    public Optional<Literal> check(int index) {
        return forms.stream()
                .map(Meaning::plainParameters)
                .flatMap(plain -> plain.stream()
                        .skip(Math.max(0, Math.min(index, plain.size() - 1)))
                        .findFirst()
                        .filter(parameter -> index < plain.size() || parameter.isVarArgs())
                        .stream())
                .filter(parameter -> parameter.isAnnotationPresent(Checked.class))
                .map(parameter -> parameter.getAnnotation(Checked.class).value())
                .findFirst();
    }

    /** The parameters without the options. */
    public static List<Parameter> plainParameters(Method form) {
        return Arrays.stream(form.getParameters())
                .filter(parameter -> parameter.getType() != Map.class)
                .toList();
    }
}
