package io.snapdsl.dsl.words;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.codehaus.groovy.runtime.InvokerHelper;
import org.codehaus.groovy.runtime.typehandling.DefaultTypeTransformation;

/**
 * All that a replay can do: the checker rewrites its blocks to calls of these. So nothing else can be reached from there,
 * whatever is written; and what is done here gives the same each time.
 */
public final class ReplayOperations {
    /** Of texts, numbers, lists and maps. None asks the clock, chance, or the world. */
    private static final Set<String> METHODS = new LinkedHashSet<>(List.of(
            ("abs add addAll any capitalize center clear collect collectEntries collectMany compareTo concat contains"
                            + " containsKey containsValue count countBy drop dropRight each eachWithIndex endsWith entrySet"
                            + " equals every find findAll findIndexOf first flatten get getOrDefault groupBy head indexOf"
                            + " indexed init inject intdiv intValue intersect isBlank isEmpty isNumber join keySet last"
                            + " lastIndexOf length longValue matches max min minus padLeft padRight plus pop push put putAll"
                            + " putIfAbsent remove removeAll removeLast replace reverse size sort split startsWith strip"
                            + " subList subMap substring sum tail take takeRight toBigDecimal toBoolean toInteger toLong"
                            + " toLowerCase toSorted toString toUnique toUpperCase tokenize trim unique values withIndex")
                    .split(" ")));

    private ReplayOperations() {}

    /** What can be called. */
    public static Set<String> methods() {
        return Set.copyOf(METHODS);
    }

    public static Object call(Object receiver, String name, boolean safe, Object[] arguments) {
        if (receiver == null && safe) {
            return null;
        }
        require(receiver, name);
        Object result = InvokerHelper.invokeMethod(receiver, name, arguments);
        return result instanceof Object[] array ? new ArrayList<>(List.of(array)) : result;
    }

    /** For an operator. */
    public static Object operate(Object left, String name, Object right) {
        require(left, name);
        return InvokerHelper.invokeMethod(left, name, right);
    }

    public static Object negative(Object value) {
        return operate(0, "minus", value);
    }

    public static Object get(Object of, Object key, boolean safe) {
        if (of == null && safe) {
            return null;
        } else if (of instanceof Map<?, ?> map) {
            return map.get(key instanceof CharSequence ? key.toString() : key);
        } else if (of instanceof Map.Entry<?, ?> entry) {
            return "key".equals(key) ? entry.getKey() : entry.getValue();
        } else if (of instanceof Collection<?> list && key instanceof CharSequence) {
            List<Object> all = new ArrayList<>();
            list.forEach(element -> all.add(get(element, key, safe)));
            return all;
        }
        require(of, String.valueOf(key));
        return InvokerHelper.invokeMethod(of, "getAt", key);
    }

    public static Object set(Object of, Object key, Object value) {
        require(of, String.valueOf(key));
        if (of instanceof Map<?, ?>) {
            @SuppressWarnings("unchecked") // What is in a state has texts for its names.
            Map<Object, Object> map = (Map<Object, Object>) of;
            map.put(key instanceof CharSequence ? key.toString() : key, value);
        } else {
            InvokerHelper.invokeMethod(of, "putAt", new Object[] {key, value});
        }
        return value;
    }

    public static boolean isEqual(Object left, Object right) {
        return DefaultTypeTransformation.compareEqual(left, right);
    }

    public static int compare(Object left, Object right) {
        return DefaultTypeTransformation.compareTo(left, right);
    }

    public static boolean isIn(Object element, Object container) {
        require(container, "in");
        return container instanceof Map<?, ?> map
                ? map.containsKey(element)
                : container instanceof Collection<?> list && list.stream().anyMatch(one -> isEqual(one, element));
    }

    private static void require(Object value, String name) {
        boolean isPlain = value instanceof Map
                || value instanceof Map.Entry
                || value instanceof Collection
                || value instanceof CharSequence
                || value instanceof Number
                || value instanceof Boolean;
        if (!isPlain) {
            throw new IllegalArgumentException(
                    value == null
                            ? "'" + name + "' was asked of nothing: write ?. where something may be missing"
                            : "'" + name + "' can't be asked of a "
                                    + value.getClass().getSimpleName() + " in a replay");
        }
    }
}
