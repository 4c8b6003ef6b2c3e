package io.snapdsl.cli.output;

import io.snapdsl.engine.shape.Elements;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * An answer for a reader whose memory is short. Of long lists only the beginning is told, and how many were left out:
 * {@code "files": […], "filesOmitted": 4711}.
 */
final class Abridged {
    private static final int MOST = 200;

    private Abridged() {}

    static Map<String, Object> of(Map<String, Object> object) {
        Map<String, Object> brief = new LinkedHashMap<>();
        object.forEach((key, value) -> put(brief, key, value));
        return brief;
    }

    private static void put(Map<String, Object> brief, String key, Object value) {
        if (value instanceof List<?> list) {
            brief.put(key, list.stream().limit(MOST).map(Abridged::element).toList());
            if (list.size() > MOST) {
                brief.put(key + "Omitted", list.size() - MOST);
            }
        } else if (value instanceof Elements elements) {
            List<Object> first = new ArrayList<>();
            long[] count = {0};
            elements.forEach(element -> {
                if (count[0]++ < MOST) {
                    first.add(element(element));
                }
            });
            put(brief, key, first);
            if (count[0] > MOST) {
                brief.put(key + "Omitted", count[0] - MOST);
            }
        } else if (value instanceof Supplier<?> later) {
            put(brief, key, later.get());
        } else {
            brief.put(key, element(value));
        }
    }

    private static Object element(Object value) {
        if (!(value instanceof Map<?, ?> map)) {
            return value;
        }
        Map<String, Object> brief = new LinkedHashMap<>();
        map.forEach((key, inner) -> put(brief, (String) key, inner));
        return brief;
    }
}
