package io.snapdsl.cli.agent;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A value of a JSON text, and where in the text it stands.
 *
 * @param start of its name too, if it has one
 * @param valueStart of the value alone
 * @param name empty unless it is a member of an object
 * @param text of a string; else empty
 * @param parts of an object or an array
 */
record JsonPart(
        JsonToken kind, int start, int valueStart, int end, Optional<String> name, String text, List<JsonPart> parts) {
    private static final JsonFactory READING = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS) // Some agents do.
            .build();

    /** @throws JsonParseException if it is no JSON, or there is more behind it */
    static JsonPart parse(String text) throws IOException {
        try (JsonParser parser = READING.createParser(text)) {
            JsonToken first = parser.nextToken();
            if (first == null) {
                throw new JsonParseException(parser, "it is empty");
            }
            JsonPart whole = read(parser, offset(parser), Optional.empty());
            if (parser.nextToken() != null) {
                throw new JsonParseException(parser, "there is more behind its end");
            }
            return whole;
        }
    }

    private static JsonPart read(JsonParser parser, int start, Optional<String> name) throws IOException {
        JsonToken kind = parser.currentToken();
        int valueStart = offset(parser);
        List<JsonPart> parts = new ArrayList<>();
        String text = "";
        if (kind == JsonToken.START_OBJECT) {
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                int partStart = offset(parser);
                Optional<String> partName = Optional.of(parser.currentName());
                parser.nextToken();
                parts.add(read(parser, partStart, partName));
            }
        } else if (kind == JsonToken.START_ARRAY) {
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                parts.add(read(parser, offset(parser), Optional.empty()));
            }
        } else {
            text = parser.getText();
        }
        int end = (int) parser.currentLocation().getCharOffset();
        return new JsonPart(kind, start, valueStart, end, name, text, List.copyOf(parts));
    }

    private static int offset(JsonParser parser) {
        return (int) parser.currentTokenLocation().getCharOffset();
    }

    boolean isObject() {
        return kind == JsonToken.START_OBJECT;
    }

    boolean isArray() {
        return kind == JsonToken.START_ARRAY;
    }

    boolean isTrue() {
        return kind == JsonToken.VALUE_TRUE;
    }

    boolean isFalse() {
        return kind == JsonToken.VALUE_FALSE;
    }

    Optional<JsonPart> member(String wanted) {
        return parts.stream()
                .filter(part -> part.name.equals(Optional.of(wanted)))
                .findFirst();
    }

    String textOf(String wanted) {
        return member(wanted).map(JsonPart::text).orElse("");
    }
}
