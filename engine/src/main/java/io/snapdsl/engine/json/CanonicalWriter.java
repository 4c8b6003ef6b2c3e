package io.snapdsl.engine.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes the canonical form of one tree. Texts as RFC 8785 has them, names in the order of their UTF-16 units. */
final class CanonicalWriter {
    private static final JsonFactory FACTORY = new JsonFactoryBuilder()
            .disable(JsonWriteFeature.WRITE_HEX_UPPER_CASE)
            .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
            .streamWriteConstraints(StreamWriteConstraints.builder()
                    .maxNestingDepth(CanonicalJson.MAX_DEPTH + 1)
                    .build())
            .build();

    /** The way to what is being written, innermost last: for refusals. */
    private final Deque<Object> place = new ArrayDeque<>();

    byte[] write(JsonNode node) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator generator = FACTORY.createGenerator(out)) {
            write(node, generator);
        } catch (IOException e) {
            throw new UncheckedIOException("memory can always be written", e);
        }
        return out.toByteArray();
    }

    private void write(JsonNode node, JsonGenerator out) throws IOException {
        switch (node.getNodeType()) {
            case OBJECT -> writeObject(node, out);
            case ARRAY -> writeArray(node, out);
            case STRING -> out.writeString(whole(node.textValue()));
            case NUMBER -> out.writeNumber(number(node));
            case BOOLEAN -> out.writeBoolean(node.booleanValue());
            case NULL -> out.writeNull();
            default -> throw refusal("a " + node.getNodeType().name().toLowerCase() + " is no JSON value");
        }
    }

    private void writeObject(JsonNode object, JsonGenerator out) throws IOException {
        requireDepth();
        List<Map.Entry<String, JsonNode>> properties = new ArrayList<>(object.properties());
        properties.sort(Map.Entry.comparingByKey());
        out.writeStartObject();
        for (Map.Entry<String, JsonNode> property : properties) {
            place.addLast(property.getKey());
            out.writeFieldName(whole(property.getKey()));
            write(property.getValue(), out);
            place.removeLast();
        }
        out.writeEndObject();
    }

    private void writeArray(JsonNode array, JsonGenerator out) throws IOException {
        requireDepth();
        out.writeStartArray();
        for (int i = 0; i < array.size(); i++) {
            place.addLast(i);
            write(array.get(i), out);
            place.removeLast();
        }
        out.writeEndArray();
    }

    private void requireDepth() {
        if (place.size() >= CanonicalJson.MAX_DEPTH) {
            throw new InvalidJsonException("it is nested more than " + CanonicalJson.MAX_DEPTH + " deep");
        }
    }

    private String number(JsonNode node) {
        try {
            return CanonicalNumber.text(node);
        } catch (ArithmeticException e) {
            throw refusal(e.getMessage());
        }
    }

    /** UTF-8 has no bytes for half a character: it would come back as another text. */
    private String whole(String text) {
        if (!isWhole(text)) {
            throw refusal("a text holds half of a surrogate pair");
        }
        return text;
    }

    static boolean isWhole(String text) {
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (Character.isHighSurrogate(unit)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(unit)) {
                return false;
            }
        }
        return true;
    }

    private InvalidJsonException refusal(String problem) {
        String pointer = place.stream()
                .map(step -> "/" + JsonPlace.escape(step.toString()))
                .collect(Collectors.joining());
        return new InvalidJsonException(problem + " (at " + (pointer.isEmpty() ? "the top" : pointer) + ")");
    }
}
