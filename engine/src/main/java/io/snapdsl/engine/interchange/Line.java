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
import java.util.function.UnaryOperator;

/**
 * One line of a file that is brought in: an object whose fields are taken out one by one, and whatever is wrong with it is
 * said with its place.
 */
final class Line {
    private static final int VERSION = 1;
    /** What people can type as a checkpoint's number, with room after it. */
    private static final long LARGEST = 999_999_999_999_999_999L;
    /** Years of four digits: others can be stored, but not be shown in every zone. */
    private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");

    private static final Instant END = Instant.parse("+10000-01-01T00:00:00Z");

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
        return whole("'" + field + "'", value);
    }

    /** @param name what to call it */
    long whole(String name, JsonNode value) {
        if (value.isMissingNode()) {
            throw problem(name + " is missing");
        }
        boolean isWhole = value.isIntegralNumber() && value.canConvertToLong();
        if (!isWhole || value.longValue() < 0 || value.longValue() > LARGEST) {
            throw problem(name + " has to be a whole number from 0 to " + LARGEST + ", not " + shortened(value));
        }
        return value.longValue();
    }

    String text(String field) {
        return text(field, required(field));
    }

    /** One that says something. */
    String word(String field) {
        String word = text(field);
        if (word.isBlank()) {
            throw problem("'" + field + "' is empty");
        }
        return word;
    }

    /** A name that {@code rule} lets pass. */
    String named(String name, UnaryOperator<String> rule) {
        try {
            return rule.apply(name);
        } catch (SnapdslException e) {
            throw problem(e.getMessage().replaceFirst("\\.$", ""));
        }
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
        return optionalText(field)
                .map(text -> time(text)
                        .orElseThrow(() -> problem(
                                "'" + field + "' has to be a time like 2026-05-01T13:00:00Z, not '" + text + "'")));
    }

    private static Optional<Instant> time(String text) {
        try {
            return Optional.of(Instant.parse(text)).filter(time -> !time.isBefore(FIRST) && time.isBefore(END));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    Optional<Hash> optionalHash(String field) {
        return optional(field).map(value -> requireHash("'" + field + "'", value));
    }

    /** @param name what to call it */
    Hash requireHash(String name, JsonNode value) {
        if (!value.isTextual() || !value.textValue().matches("[0-9a-f]{64}")) {
            throw problem(name + " has to be a hash of 64 hexadecimal digits, not " + shortened(value));
        }
        return Hash.fromHex(value.textValue());
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
