package io.snapdsl.engine.json;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snapdsl.engine.content.DamagedContentException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The one way to JSON: what is equal is written with equal bytes, names sorted, a line for each value. */
public final class Json {
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .configure(JsonNodeFeature.WRITE_PROPERTIES_SORTED, true)
            .build();
    private static final DefaultIndenter LINES = new DefaultIndenter("  ", "\n");
    private static final ObjectWriter READABLE =
            MAPPER.writer(new DefaultPrettyPrinter().withObjectIndenter(LINES).withArrayIndenter(LINES));

    private Json() {}

    public static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    public static JsonNode text(String text) {
        return JsonNodeFactory.instance.textNode(text);
    }

    public static ArrayNode array(Collection<String> texts) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        texts.forEach(array::add);
        return array;
    }

    public static ObjectNode object(Map<String, String> texts) {
        ObjectNode object = object();
        texts.forEach(object::put);
        return object;
    }

    /** For people and for line-by-line comparison. */
    public static byte[] readable(JsonNode node) {
        try {
            return (READABLE.writeValueAsString(node) + "\n").getBytes(StandardCharsets.UTF_8);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a JSON tree can always be written", e);
        }
    }

    public static String compact(JsonNode node) {
        try {
            return MAPPER.writeValueAsString(node);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a JSON tree can always be written", e);
        }
    }

    /** What was stored. */
    public static JsonNode parse(byte[] bytes) {
        try {
            return MAPPER.readTree(bytes);
        } catch (IOException e) {
            throw new DamagedContentException("what should be JSON is not: " + e.getMessage());
        }
    }

    /**
     * An object that others sent, without some of its members: those are passed over, however large they are. Bytes that are no
     * text are replaced.
     *
     * @throws IOException if it is no object
     */
    public static ObjectNode objectWithout(Set<String> names, byte[] sent) throws IOException {
        Reader text = new InputStreamReader(new ByteArrayInputStream(sent), StandardCharsets.UTF_8);
        try (JsonParser parser = MAPPER.createParser(text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new JsonParseException(parser, "it is no object");
            }
            ObjectNode object = object();
            for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
                parser.nextToken();
                if (names.contains(name)) {
                    parser.skipChildren();
                } else {
                    object.set(name, MAPPER.readTree(parser));
                }
            }
            return object;
        }
    }

    /** An object's texts by name; empty for anything else. */
    public static Map<String, String> texts(JsonNode object) {
        Map<String, String> texts = new TreeMap<>();
        object.properties()
                .forEach(property ->
                        texts.put(property.getKey(), property.getValue().asText()));
        return texts;
    }
}
