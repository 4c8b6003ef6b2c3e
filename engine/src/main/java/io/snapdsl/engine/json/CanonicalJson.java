package io.snapdsl.engine.json;

import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.snapdsl.engine.content.DamagedContentException;
import io.snapdsl.engine.content.Hash;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A JSON value in the one form that is hashed: names sorted, no white space, numbers exact and each written in one way. So
 * two values are equal exactly if their bytes are. See docs/decisions/011.
 */
public final class CanonicalJson {
    public static final CanonicalJson EMPTY_OBJECT = stored("{}".getBytes(StandardCharsets.UTF_8));

    static final int MAX_DEPTH = 1000;
    static final int MAX_DIGITS = 1000;
    /** What a tree takes is not known before it is written. */
    private static final int EXPECTED = 512;

    private static final ObjectMapper STRICT = JsonMapper.builder(new JsonFactoryBuilder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            // One more than we allow: so it is us who say where.
                            .maxNestingDepth(MAX_DEPTH + 1)
                            .maxNumberLength(MAX_DIGITS)
                            .maxStringLength(Integer.MAX_VALUE)
                            .maxNameLength(Integer.MAX_VALUE)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private final byte[] bytes;
    private Hash hash;

    private CanonicalJson(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * Any JSON text, in UTF-8.
     *
     * @throws InvalidJsonException if it is none, or one that has no canonical form
     */
    public static CanonicalJson parse(byte[] text) {
        try (JsonParser parser = STRICT.createParser(text)) {
            return new CanonicalJson(new JsonSource(text).canonical(parser));
        } catch (IOException e) {
            throw new UncheckedIOException("bytes in memory can always be read", e);
        }
    }

    public static CanonicalJson parse(String text) {
        return parse(text.getBytes(StandardCharsets.UTF_8));
    }

    /** @throws InvalidJsonException if it holds what JSON can't say: half a character, infinity, an object of Java's */
    public static CanonicalJson of(JsonNode node) {
        try (JsonParser parser = node.traverse()) {
            parser.nextToken();
            return new CanonicalJson(new CanonicalWriter(parser, EXPECTED).write());
        } catch (RefusedJsonException e) {
            throw new InvalidJsonException(e.getMessage());
        } catch (IOException e) {
            throw new UncheckedIOException("a tree can always be read", e);
        }
    }

    /** What was written by {@link #bytes} before. */
    public static CanonicalJson stored(byte[] bytes) {
        return new CanonicalJson(bytes);
    }

    /** The form itself, for reading only. */
    public byte[] bytes() {
        return bytes;
    }

    public Hash hash() {
        if (hash == null) {
            hash = Hash.of(bytes);
        }
        return hash;
    }

    /** A tree of its own for whoever asks. Equal values give equal trees, numbers included. */
    public JsonNode node() {
        try {
            return STRICT.readTree(bytes);
        } catch (IOException e) {
            throw new DamagedContentException("what should be JSON is not: " + e.getMessage(), e);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CanonicalJson json && Arrays.equals(bytes, json.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** The text. */
    @Override
    public String toString() {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
