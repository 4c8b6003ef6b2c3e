package io.snapdsl.engine.json;

import com.fasterxml.jackson.databind.JsonNode;
import io.snapdsl.engine.diff.BoundedMyers;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Finds where two documents differ: names of objects one by one, elements of lists by what they have in common. */
final class JsonComparison {
    private final List<JsonDifference> found = new ArrayList<>();

    List<JsonDifference> between(JsonNode before, JsonNode after) {
        compare(JsonPlace.TOP, before, after);
        return found;
    }

    private void compare(JsonPlace at, JsonNode before, JsonNode after) {
        if (before.equals(after)) {
            return;
        }
        if (before.isObject() && after.isObject()) {
            compareObjects(at, before, after);
        } else if (before.isArray() && after.isArray()) {
            compareLists(at, before, after);
        } else {
            add(at, before, after);
        }
    }

    private void compareObjects(JsonPlace at, JsonNode before, JsonNode after) {
        TreeSet<String> names = new TreeSet<>();
        before.fieldNames().forEachRemaining(names::add);
        after.fieldNames().forEachRemaining(names::add);
        for (String name : names) {
            JsonNode old = before.get(name);
            JsonNode now = after.get(name);
            if (old == null || now == null) {
                add(at.of(name), old, now);
            } else {
                compare(at.of(name), old, now);
            }
        }
    }

    /**
     * Removals from the end on, then additions from the start on: then each place is right at its turn. Where as many
     * went as came they are taken for the same ones, changed, and compared last, at their new places.
     */
    private void compareLists(JsonPlace at, JsonNode before, JsonNode after) {
        Map<JsonNode, Integer> numbers = new HashMap<>();
        BoundedMyers common = new BoundedMyers(numbered(before, numbers), numbered(after, numbers));
        BitSet removed = common.aChanged();
        BitSet added = common.bChanged();
        Map<Integer, Integer> changed = takePairs(removed, added, before.size(), after.size());
        for (int i = removed.previousSetBit(before.size()); i >= 0; i = removed.previousSetBit(i - 1)) {
            add(at.of(i), before.get(i), null);
        }
        added.stream().forEach(j -> add(at.of(j), null, after.get(j)));
        changed.keySet().stream().sorted().forEach(j -> compare(at.of(j), before.get(changed.get(j)), after.get(j)));
    }

    /** Takes out of both sets what stands in the same gap between common elements: by new place, the old one. */
    private static Map<Integer, Integer> takePairs(BitSet removed, BitSet added, int oldSize, int newSize) {
        Map<Integer, Integer> pairs = new HashMap<>();
        int i = 0;
        int j = 0;
        while (i < oldSize || j < newSize) {
            while (removed.get(i) && added.get(j)) {
                removed.clear(i);
                added.clear(j);
                pairs.put(j++, i++);
            }
            i = removed.nextClearBit(i) + 1;
            j = added.nextClearBit(j) + 1;
        }
        return pairs;
    }

    private static int[] numbered(JsonNode list, Map<JsonNode, Integer> numbers) {
        int[] numbered = new int[list.size()];
        for (int i = 0; i < numbered.length; i++) {
            numbered[i] = numbers.computeIfAbsent(list.get(i), any -> numbers.size());
        }
        return numbered;
    }

    private void add(JsonPlace at, JsonNode before, JsonNode after) {
        found.add(new JsonDifference(at, Optional.ofNullable(before), Optional.ofNullable(after)));
    }
}
