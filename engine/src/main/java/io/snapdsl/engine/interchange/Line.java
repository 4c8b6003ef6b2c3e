package io.snapdsl.engine.interchange;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.json.CanonicalJson;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * One line of a file that is brought in: an object whose fields are taken out one by one, and whatever is wrong with it is
 * said with its place.
 */
final class Line {
    private static final int VERSION = 1;

    private final String file;
    private final long number;
    private final ObjectNode object;

    Line(String file, long number, ObjectNode object) {
        this.file = file;
        this.number = number;
        this.object = object;
    }

    /** The line is of a version we know: ours says so, the reference's says nothing. */
    void requireKnownVersion() {
        JsonNode version = object.path("version");
        if (!version.isMissingNode() && !version.equals(object.numberNode(VERSION))) {
            throw problem("version " + version + " is not known, only version " + VERSION);
        }
    }

    static ObjectNode withVersion(ObjectNode object) {
        return object.put("version", VERSION);
    }

    long whole(String field) {
        JsonNode value = required(field);
        if (!value.isIntegralNumber() || !value.canConvertToLong() || value.longValue() < 0) {
            throw problem("'" + field + "' has to be a whole number from 0 to " + Long.MAX_VALUE + ", not "
                    + shortened(value));
        }
        return value.longValue();
    }

    String text(String field) {
        return text(field, required(field));
    }

    Optional<String> optionalText(String field) {
        return optional(field).map(value -> text(field, value));
    }

    private String text(String field, JsonNode value) {
        if (!value.isTextual()) {
            throw problem("'" + field + "' has to be a text, not " + shortened(value));
        }
        return value.textValue();
    }

    Optional<Instant> optionalTime(String field) {
        return optionalText(field).map(text -> {
            try {
                return Instant.parse(text);
            } catch (DateTimeException e) {
                throw problem("'" + field + "' has to be a time like 2026-05-01T13:00:00Z, not '" + text + "'");
            }
        });
    }

    Optional<Hash> optionalHash(String field) {
        return optionalText(field).map(text -> {
            if (!text.matches("[0-9a-f]{64}")) {
                throw problem("'" + field + "' has to be a hash of 64 hexadecimal digits, not '" + text + "'");
            }
            return Hash.fromHex(text);
        });
    }

    CanonicalJson json(String field) {
        return CanonicalJson.of(required(field));
    }

    Optional<CanonicalJson> optionalJson(String field) {
        return optional(field).map(CanonicalJson::of);
    }

    /** What is there beside {@code known}. */
    ObjectNode others(Collection<String> known) {
        return object.deepCopy().remove(known);
    }

    void requireOnly(Set<String> known) {
        ObjectNode others = others(known);
        if (!others.isEmpty()) {
            throw problem("'" + others.fieldNames().next() + "' is not known here; there are "
                    + String.join(", ", new TreeSet<>(known)));
        }
    }

    private JsonNode required(String field) {
        return optional(field).orElseThrow(() -> problem("'" + field + "' is missing"));
    }

    private Optional<JsonNode> optional(String field) {
        return Optional.ofNullable(object.get(field));
    }

    SnapdslException problem(String problem) {
        return problem(file, number, 0, problem);
    }

    static SnapdslException problem(String file, long line, long column, String problem) {
        return new SnapdslException(
                ErrorCode.INVALID_IMPORT,
                file + ", line " + line + (column > 0 ? ", column " + column : "") + ": " + problem
                        + ". Nothing was brought in.",
                "Put that line right, or have the tool that wrote it write it anew; docs/state.md says what is expected.");
    }

    private static String shortened(JsonNode value) {
        String text = value.toString();
        return text.length() > 40 ? text.substring(0, 40) + "…" : text;
    }
}
