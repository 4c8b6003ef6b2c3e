package io.snapdsl.dsl.check;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The variables of a part of a script that is rehearsed, and the block (or script) whose words are said there. */
final class Scope {
    private final Optional<Scope> outer;
    private final Object target;
    private final Map<String, Object> values = new HashMap<>();

    private Scope(Optional<Scope> outer, Object target) {
        this.outer = outer;
        this.target = target;
    }

    static Scope of(Object target) {
        return new Scope(Optional.empty(), target);
    }

    Scope inner() {
        return inner(target);
    }

    Scope inner(Object target) {
        return new Scope(Optional.of(this), target);
    }

    Object target() {
        return target;
    }

    boolean has(String name) {
        return values.containsKey(name)
                || outer.filter(scope -> scope.has(name)).isPresent();
    }

    Object get(String name) {
        return values.containsKey(name)
                ? values.get(name)
                : outer.map(scope -> scope.get(name)).orElse(UnknownException.VALUE);
    }

    void declare(String name, Object value) {
        values.put(name, value);
    }

    void assign(String name, Object value) {
        if (values.containsKey(name)) {
            values.put(name, value);
        } else {
            outer.ifPresent(scope -> scope.assign(name, value));
        }
    }
}
