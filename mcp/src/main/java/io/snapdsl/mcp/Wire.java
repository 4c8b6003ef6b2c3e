package io.snapdsl.mcp;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdDelegatingSerializer;
import com.fasterxml.jackson.databind.util.StdConverter;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator;
import io.modelcontextprotocol.json.schema.jackson2.DefaultJsonSchemaValidator;
import io.modelcontextprotocol.spec.McpError;
import io.snapdsl.engine.shape.Shapes;
import java.util.Map;

/** JSON on its way between client and tools. Numbers stay what they are: a checkpoint is kept to the last digit. */
final class Wire {
    static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .addModule(new SimpleModule().addSerializer(new StdDelegatingSerializer(McpError.class, new Refusal())))
            .build();

    private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

    /** The SDK writes what it refuses over HTTP as the exception that it is, stack trace and all; this is what is sent instead. */
    private static final class Refusal extends StdConverter<McpError, Map<String, Object>> {
        @Override
        public Map<String, Object> convert(McpError refused) {
            return Shapes.object("jsonrpc", "2.0", "error", refused.getJsonRpcError());
        }
    }

    private Wire() {}

    static McpJsonMapper mapper() {
        return new JacksonMcpJsonMapper(JSON);
    }

    static JsonSchemaValidator validator() {
        return new DefaultJsonSchemaValidator(JSON);
    }

    static String text(Object value) {
        try {
            return JSON.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("what came as JSON can be written as JSON", e);
        }
    }

    static Map<String, Object> object(String json) {
        try {
            return JSON.readValue(json, OBJECT);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("every command answers with a JSON object", e);
        }
    }
}
