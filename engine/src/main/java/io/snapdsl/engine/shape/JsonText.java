package io.snapdsl.engine.shape;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.snapdsl.engine.json.CanonicalJson;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Writes shapes: maps, lists, {@link Elements}, numbers, truth values, JSON itself, suppliers of what is known only when all
 * before it has been written, and everything else as its text.
 */
public final class JsonText {
    private static final JsonFactory FACTORY = new JsonFactory();

    private JsonText() {}

    public static String of(Object value) {
        StringWriter text = new StringWriter();
        write(value, text);
        return text.toString();
    }

    /** Leaves {@code target} open. */
    public static void write(Object value, Writer target) {
        try (JsonGenerator generator = FACTORY.createGenerator(target)) {
            generator.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            write(generator, value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(JsonGenerator out, Object value) throws IOException {
        if (value instanceof Map<?, ?> map) {
            out.writeStartObject();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                out.writeFieldName((String) entry.getKey());
                write(out, entry.getValue());
            }
            out.writeEndObject();
        } else if (value instanceof List<?> list) {
            out.writeStartArray();
            for (Object element : list) {
                write(out, element);
            }
            out.writeEndArray();
        } else if (value instanceof Elements elements) {
            out.writeStartArray();
            elements.forEach(element -> {
                try {
                    write(out, element);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            out.writeEndArray();
        } else if (value instanceof Supplier<?> later) {
            write(out, later.get());
        } else if (value instanceof CanonicalJson json) {
            out.writeRawValue(json.toString());
        } else if (value instanceof Long || value instanceof Integer) {
            out.writeNumber(((Number) value).longValue());
        } else if (value instanceof Double number) {
            out.writeNumber(number);
        } else if (value instanceof Boolean truth) {
            out.writeBoolean(truth);
        } else if (value == null) {
            out.writeNull();
        } else {
            out.writeString(value.toString());
        }
    }
}
