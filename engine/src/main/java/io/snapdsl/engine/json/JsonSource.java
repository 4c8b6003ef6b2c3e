package io.snapdsl.engine.json;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** A text that is to be one JSON value, and where in it something else is. */
final class JsonSource {
    private final byte[] text;

    JsonSource(byte[] text) {
        this.text = text;
    }

    /** The canonical form of what {@code parser} reads from the text. */
    byte[] canonical(JsonParser parser) throws IOException {
        requireUtf8();
        try {
            if (parser.nextToken() == null) {
                throw invalid("a JSON value was expected, and there is nothing", parser.currentLocation(), null);
            }
            // White space goes, and little else changes its length.
            byte[] canonical = new CanonicalWriter(parser, text.length).write();
            if (parser.nextToken() != null) {
                throw invalid("more follows after the value", parser.currentTokenLocation(), null);
            }
            return canonical;
        } catch (RefusedJsonException e) {
            throw invalid(e.getMessage(), parser.currentTokenLocation(), e);
        } catch (JsonProcessingException e) {
            JsonLocation at = place(e, parser);
            throw e.getOriginalMessage().startsWith("Duplicate field")
                    ? invalid(problem(e), at, startOfName(at.getByteOffset()), e)
                    : invalid(problem(e), at, e);
        }
    }

    /** The parser takes longer forms of characters for the characters, and what lies beyond all of them for others. */
    private void requireUtf8() {
        long line = 1;
        for (int i = 0; i + 1 < text.length; i++) {
            int first = text[i] & 0xFF;
            int second = text[i + 1] & 0xFF;
            line += first == '\n' ? 1 : 0;
            boolean isNone = first >= 0xC0 && first < 0xC2
                    || first == 0xE0 && second < 0xA0
                    || first == 0xF0 && second < 0x90
                    || first == 0xF4 && second > 0x8F
                    || first > 0xF4;
            if (isNone) {
                throw new InvalidJsonException(
                        "Invalid UTF-8: 0x" + Integer.toHexString(first) + " can't stand before 0x"
                                + Integer.toHexString(second),
                        line,
                        column(i),
                        null);
            }
        }
    }

    /** Most errors say where they are; some only where the parser had come to when it knew. */
    private JsonLocation place(JsonProcessingException e, JsonParser parser) {
        if (e instanceof StreamConstraintsException || e.getOriginalMessage().startsWith("Non-standard token")) {
            return parser.currentTokenLocation();
        }
        return e.getLocation() == null ? parser.currentLocation() : e.getLocation();
    }

    /** In our words where they are ours to explain; for the rest the parser says well what it expected. */
    private static String problem(JsonProcessingException e) {
        if (e instanceof StreamConstraintsException) {
            return "a number has more than " + CanonicalJson.MAX_DIGITS + " digits";
        }
        return e.getOriginalMessage()
                .replaceFirst("(?s)\n.*", "")
                .replaceFirst(" \\((start marker|maybe a) .*", "")
                .replaceFirst("Non-standard token ('\\S+').*", "$1 is no number in JSON");
    }

    /** The quotation mark before the one at which a name has ended. */
    private long startOfName(long end) {
        int at = (int) end - 2;
        while (at > 0 && (text[at] != '"' || isEscaped(at))) {
            at--;
        }
        return at;
    }

    private boolean isEscaped(int at) {
        int before = at;
        while (before > 0 && text[before - 1] == '\\') {
            before--;
        }
        return (at - before) % 2 == 1;
    }

    private InvalidJsonException invalid(String problem, JsonLocation at, Exception cause) {
        return invalid(problem, at, at.getByteOffset(), cause);
    }

    /** The parser counts bytes; people count characters. */
    private InvalidJsonException invalid(String problem, JsonLocation at, long offset, Exception cause) {
        if (offset < 0 || offset > text.length) {
            return new InvalidJsonException(problem, at.getLineNr(), at.getColumnNr(), cause);
        }
        return new InvalidJsonException(problem, at.getLineNr(), column((int) offset), cause);
    }

    private long column(int offset) {
        int start = offset;
        while (start > 0 && text[start - 1] != '\n') {
            start--;
        }
        String before = new String(text, start, offset - start, StandardCharsets.UTF_8);
        return before.codePointCount(0, before.length()) + 1L;
    }
}
