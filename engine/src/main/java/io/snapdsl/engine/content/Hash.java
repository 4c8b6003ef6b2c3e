package io.snapdsl.engine.content;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A SHA-256 value: the name of every chunk, tree and history entry. */
public record Hash(long a, long b, long c, long d) implements Comparable<Hash> {
    public static final int BYTES = 32;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
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
        return new Hash(
                (long) LONGS.get(bytes, offset),
                (long) LONGS.get(bytes, offset + 8),
                (long) LONGS.get(bytes, offset + 16),
                (long) LONGS.get(bytes, offset + 24));
    }

    public static Hash fromHex(String hex) {
        return fromBytes(HexFormat.of().parseHex(hex));
    }

    public byte[] bytes() {
        byte[] bytes = new byte[BYTES];
        LONGS.set(bytes, 0, a);
        LONGS.set(bytes, 8, b);
        LONGS.set(bytes, 16, c);
        LONGS.set(bytes, 24, d);
        return bytes;
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
