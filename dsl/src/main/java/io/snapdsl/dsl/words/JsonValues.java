package io.snapdsl.dsl.words;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON as the values that Groovy calculates with, and back. */
final class JsonValues {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private JsonValues() {}

    static Object of(JsonNode node) {
        if (node.isObject()) {
            Map<String, Object> map = new LinkedHashMap<>();
            node.properties().forEach(field -> map.put(field.getKey(), of(field.getValue())));
            return map;
        } else if (node.isArray()) {
            List<Object> list = new ArrayList<>();
            node.forEach(element -> list.add(of(element)));
            return list;
        } else if (node.isNumber()) {
            return node.numberValue();
        } else if (node.isBoolean()) {
            return node.booleanValue();
        }
        return node.isNull() ? null : node.asText();
    }

    /** @throws IllegalArgumentException if it is nothing that JSON has */
    static JsonNode node(Object value) {
        if (value == null) {
            return NODES.nullNode();
        } else if (value instanceof Map<?, ?> map) {
            ObjectNode object = NODES.objectNode();
            map.forEach((key, element) -> object.set(String.valueOf(key), node(element)));
            return object;
        } else if (value instanceof Iterable<?> list) {
            ArrayNode array = NODES.arrayNode();
            list.forEach(element -> array.add(node(element)));
            return array;
        } else if (value instanceof Number number) {
            return number(number);
        } else if (value instanceof Boolean truth) {
            return NODES.booleanNode(truth);
        } else if (value instanceof CharSequence || value instanceof Character) {
            return NODES.textNode(value.toString());
        }
        throw new IllegalArgumentException(
                "a state can't hold a " + value.getClass().getSimpleName());
    }

    private static JsonNode number(Number number) {
        if (number instanceof BigDecimal decimal) {
            return NODES.numberNode(decimal);
        } else if (number instanceof BigInteger integer) {
            return NODES.numberNode(integer);
        }
        return number instanceof Double || number instanceof Float
                ? NODES.numberNode(new BigDecimal(number.toString()))
                : NODES.numberNode(number.longValue());
    }
}
