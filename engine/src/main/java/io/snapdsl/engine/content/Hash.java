package io.snapdsl.engine.content;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A SHA-256 value: the name of every chunk, tree and history entry. */
public record Hash(long a, long b, long c, long d) implements Comparable<Hash> {
    public static final int BYTES = 32;

    private static final ThreadLocal<MessageDigest> SHA_256 = ThreadLocal.withInitial(Hash::newDigest);

    public static Hash of(byte[] data) {
        return of(data, 0, data.length);
    }

    public static Hash of(byte[] data, int offset, int length) {
        MessageDigest digest = SHA_256.get();
        digest.update(data, offset, length);
        return fromBytes(digest.digest());
    }

    public static Hash fromBytes(byte[] bytes) {
        if (bytes.length != BYTES) {
            throw new DamagedContentException("a hash has 32 bytes, not " + bytes.length);
        }
        return fromBytes(bytes, 0);
    }

    public static Hash fromBytes(byte[] bytes, int offset) {
        ByteBuffer longs = ByteBuffer.wrap(bytes, offset, BYTES);
        return new Hash(longs.getLong(), longs.getLong(), longs.getLong(), longs.getLong());
    }

    public static Hash fromHex(String hex) {
        return fromBytes(HexFormat.of().parseHex(hex));
    }

    public byte[] bytes() {
        return ByteBuffer.allocate(BYTES)
                .putLong(a)
                .putLong(b)
                .putLong(c)
                .putLong(d)
                .array();
    }

    public String hex() {
        return HexFormat.of().formatHex(bytes());
    }

    @Override
    public int compareTo(Hash other) {
        int order = Long.compareUnsigned(a, other.a);
        if (order == 0) order = Long.compareUnsigned(b, other.b);
        if (order == 0) order = Long.compareUnsigned(c, other.c);
        return order == 0 ? Long.compareUnsigned(d, other.d) : order;
    }

    /** As a record has it anyway, but written out: every command compares hashes, and the generated code starts slowly. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Hash hash && a == hash.a && b == hash.b && c == hash.c && d == hash.d;
    }

    /** The value is already uniformly distributed, so a part of it is as good a hash code as any. */
    @Override
    public int hashCode() {
        return (int) a;
    }

    @Override
    public String toString() {
        return hex();
    }

    private static MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
