package io.snapdsl.dsl.words;

import groovy.lang.Closure;
import groovy.lang.MetaClassImpl;
import groovy.lang.MissingMethodException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
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

    private static final Set<String> TAKING_BLOCKS =
            Set.of(("any collect collectEntries collectMany count countBy each eachWithIndex every find findAll"
                            + " findIndexOf groupBy inject max min removeAll sort sum toSorted toUnique unique")
                    .split(" "));

    private ReplayOperations() {}

    /** What can be called. */
    public static Set<String> methods() {
        return Collections.unmodifiableSet(METHODS);
    }

    /** Whether a block may be the last of its arguments. */
    public static boolean takesBlock(String method) {
        return TAKING_BLOCKS.contains(method);
    }

    public static Object call(Object receiver, String name, boolean safe, Object[] arguments) {
        if (receiver == null && safe) {
            return null;
        }
        require(receiver, name);
        if (receiver instanceof CharSequence text && arguments.length == 0) {
            // Some letters are others in some languages.
            switch (name) {
                case "toUpperCase":
                    return text.toString().toUpperCase(Locale.ROOT);
                case "toLowerCase":
                    return text.toString().toLowerCase(Locale.ROOT);
                default:
            }
        }
        Object result = invoke(receiver, name, arguments);
        return result instanceof Object[] array ? new ArrayList<>(List.of(array)) : result;
    }

    /** For an operator. */
    public static Object operate(Object left, String name, Object right) {
        require(left, name);
        if (left instanceof Number && right == null) {
            throw missing(left, name, right);
        }
        return invoke(left, name, right);
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
        requireIndex(of, key);
        return invoke(of, "getAt", key);
    }

    public static Object set(Object of, Object key, Object value) {
        require(of, String.valueOf(key));
        if (of instanceof Map<?, ?>) {
            @SuppressWarnings("unchecked") // What is in a state has texts for its names.
            Map<Object, Object> map = (Map<Object, Object>) of;
            map.put(key instanceof CharSequence ? key.toString() : key, value);
        } else {
            requireIndex(of, key);
            invoke(of, "putAt", key, value);
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

    private static Object invoke(Object receiver, String name, Object... arguments) {
        if (InvokerHelper.getMetaClass(receiver).getClass() != MetaClassImpl.class) {
            throw new IllegalArgumentException(
                    "the script has changed what a " + type(receiver) + " does: no replay could rely on it");
        }
        try {
            return InvokerHelper.invokeMethod(receiver, name, arguments);
        } catch (MissingMethodException e) {
            throw missing(receiver, name, arguments);
        }
    }

    /** Groovy's own message shows blocks, by where they are in memory. */
    private static IllegalArgumentException missing(Object receiver, String name, Object... arguments) {
        String types = Arrays.stream(arguments).map(ReplayOperations::type).collect(Collectors.joining(", "));
        return new IllegalArgumentException("a " + type(receiver) + " has no '" + name + "(" + types + ")'");
    }

    private static String type(Object value) {
        if (value instanceof CharSequence) {
            return "text";
        } else if (value instanceof Number) {
            return "number";
        } else if (value instanceof Map) {
            return "map";
        } else if (value instanceof Collection) {
            return "list";
        } else if (value instanceof Closure) {
            return "block";
        }
        return value == null ? "null" : value.getClass().getSimpleName();
    }

    /** By a name there is more to be had of a text or a list than what it holds. */
    private static void requireIndex(Object of, Object key) {
        if (!(key instanceof Number) && !(key instanceof List)) {
            throw new IllegalArgumentException("'" + key + "' can't be asked of a " + type(of) + " in a replay");
        }
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
                            : "'" + name + "' can't be asked of a " + type(value) + " in a replay");
        }
    }
}
