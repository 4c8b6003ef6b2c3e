package io.snapdsl.engine.json;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Canonical JSON in the making. Texts are escaped as RFC 8785 has it: only what has to be. */
final class JsonBytes {
    private static final byte[] HEX = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'};

    /** An object's name with its value, and where they were written. */
    record Member(String name, int start, int end) {}

    private byte[] bytes;
    private int length;

    JsonBytes(int expected) {
        bytes = new byte[expected];
    }

    int length() {
        return length;
    }

    byte[] toByteArray() {
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }

    void sign(char c) {
        ensure(1);
        bytes[length++] = (byte) c;
    }

    void ascii(String text) {
        ensure(text.length());
        for (int i = 0; i < text.length(); i++) {
            bytes[length++] = (byte) text.charAt(i);
        }
    }

    /** A text in quotes, unless it holds half a character, for which UTF-8 has no bytes: it would come back as another. */
    boolean hasWritten(String text) {
        sign('"');
        for (int i = 0; i < text.length(); i++) {
            ensure(6);
            char unit = text.charAt(i);
            if (unit < 0x80) {
                writeAscii(unit);
            } else if (!Character.isSurrogate(unit)) {
                writeWide(unit);
            } else if (Character.isHighSurrogate(unit)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                writePair(Character.toCodePoint(unit, text.charAt(++i)));
            } else {
                return false;
            }
        }
        sign('"');
        return true;
    }

    private void writeAscii(char c) {
        switch (c) {
            case '"', '\\' -> escaped(c);
            case '\b' -> escaped('b');
            case '\t' -> escaped('t');
            case '\n' -> escaped('n');
            case '\f' -> escaped('f');
            case '\r' -> escaped('r');
            default -> {
                if (c < 0x20) {
                    escaped('u');
                    bytes[length++] = '0';
                    bytes[length++] = '0';
                    bytes[length++] = HEX[c >> 4];
                    bytes[length++] = HEX[c & 0xF];
                } else {
                    bytes[length++] = (byte) c;
                }
            }
        }
    }

    private void escaped(char c) {
        bytes[length++] = '\\';
        bytes[length++] = (byte) c;
    }

    private void writeWide(char unit) {
        if (unit < 0x800) {
            bytes[length++] = (byte) (0xC0 | unit >> 6);
        } else {
            bytes[length++] = (byte) (0xE0 | unit >> 12);
            bytes[length++] = (byte) (0x80 | unit >> 6 & 0x3F);
        }
        bytes[length++] = (byte) (0x80 | unit & 0x3F);
    }

    private void writePair(int codePoint) {
        bytes[length++] = (byte) (0xF0 | codePoint >> 18);
        bytes[length++] = (byte) (0x80 | codePoint >> 12 & 0x3F);
        bytes[length++] = (byte) (0x80 | codePoint >> 6 & 0x3F);
        bytes[length++] = (byte) (0x80 | codePoint & 0x3F);
    }

    /** Puts the members of an object, the last thing written, in the order of their names, with commas in between. */
    void sort(List<Member> members) {
        if (members.isEmpty()) {
            return;
        }
        int start = members.get(0).start();
        byte[] written = Arrays.copyOfRange(bytes, start, length);
        members.sort(Comparator.comparing(Member::name));
        length = start;
        for (Member member : members) {
            if (length > start) {
                sign(',');
            }
            int size = member.end - member.start;
            System.arraycopy(written, member.start - start, bytes, length, size);
            length += size;
        }
    }

    private void ensure(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(
                    bytes, (int) Math.min(Integer.MAX_VALUE - 8, Math.max(bytes.length * 3L / 2, length + more + 64L)));
        }
    }
}
