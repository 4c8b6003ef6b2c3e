package io.snapdsl.engine.tree;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Between the bytes of file names and text for people. */
public final class ByteText {
    private ByteText() {}

    public static byte[] encode(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** The exact text, if the bytes are valid UTF-8. */
    public static Optional<String> decode(byte[] bytes) {
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    /** For messages and tables: control characters and bytes that are no text come out as {@code \n} or {@code \xff}. */
    public static String display(byte[] bytes) {
        if (isPlainAscii(bytes)) {
            return new String(bytes, StandardCharsets.ISO_8859_1);
        }
        Optional<String> text = decode(bytes);
        StringBuilder out = new StringBuilder(bytes.length + 8);
        if (text.isPresent()) {
            text.get().codePoints().forEach(c -> appendVisible(out, c));
        } else {
            for (byte b : bytes) {
                if (b < 0) {
                    out.append(String.format("\\x%02x", b & 0xFF));
                } else {
                    appendVisible(out, b);
                }
            }
        }
        return out.toString();
    }

    public static String display(String text) {
        return isPlainAscii(text) ? text : display(encode(text));
    }

    /** A line of a text file: as {@link #display}, but tabs stay, and bytes that are no text come out as a replacement character. */
    public static String displayLine(byte[] bytes) {
        if (isPlainAscii(bytes)) {
            return new String(bytes, StandardCharsets.ISO_8859_1);
        }
        StringBuilder out = new StringBuilder(bytes.length);
        new String(bytes, StandardCharsets.UTF_8).codePoints().forEach(c -> {
            if (c == '\t') {
                out.append('\t');
            } else {
                appendVisible(out, c);
            }
        });
        return out.toString();
    }

    private static void appendVisible(StringBuilder out, int codePoint) {
        switch (codePoint) {
            case '\n' -> out.append("\\n");
            case '\t' -> out.append("\\t");
            case '\r' -> out.append("\\r");
            default -> {
                int type = Character.getType(codePoint);
                // Format characters include the right-to-left overrides that make a file name lie.
                if (type == Character.CONTROL || type == Character.FORMAT || type == Character.LINE_SEPARATOR) {
                    out.append(String.format("\\u%04x", codePoint));
                } else {
                    out.appendCodePoint(codePoint);
                }
            }
        }
    }

    private static boolean isPlainAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < 0x20 || text.charAt(i) >= 0x7F) {
                return false;
            }
        }
        return true;
    }

    private static boolean isPlainAscii(byte[] bytes) {
        for (byte b : bytes) {
            if (b < 0x20 || b == 0x7F) {
                return false;
            }
        }
        return true;
    }
}
