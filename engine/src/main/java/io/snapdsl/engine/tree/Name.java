package io.snapdsl.engine.tree;

import io.snapdsl.engine.content.DamagedContentException;
import java.util.Arrays;

/**
 * One component of a stored path: bytes, as the file system has them, not text. A name can never lead out of its
 * directory: it is not empty, {@code .} or {@code ..}, and has neither a slash nor a zero byte. That is enforced here,
 * so that a tampered store is refused wherever its names are read.
 */
public final class Name implements Comparable<Name> {
    private final byte[] bytes;

    private Name(byte[] bytes) {
        this.bytes = bytes;
    }

    public static Name of(byte[] bytes) {
        if (!isSafe(bytes)) {
            throw new DamagedContentException("unsafe file name '" + ByteText.display(bytes) + "'");
        }
        return new Name(bytes.clone());
    }

    public static Name of(String text) {
        return of(ByteText.encode(text));
    }

    public byte[] bytes() {
        return bytes.clone();
    }

    byte[] shared() {
        return bytes;
    }

    @Override
    public int compareTo(Name other) {
        return Arrays.compareUnsigned(bytes, other.bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Name name && Arrays.equals(bytes, name.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** Readable, with what is not printable text escaped. */
    @Override
    public String toString() {
        return ByteText.display(bytes);
    }

    private static boolean isSafe(byte[] bytes) {
        if (bytes.length == 0 || bytes.length > 4096) {
            return false;
        }
        for (byte b : bytes) {
            if (b == '/' || b == 0) {
                return false;
            }
        }
        boolean dots = bytes[0] == '.' && (bytes.length == 1 || (bytes.length == 2 && bytes[1] == '.'));
        return !dots;
    }
}
