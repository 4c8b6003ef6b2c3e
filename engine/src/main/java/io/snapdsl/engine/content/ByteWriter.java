package io.snapdsl.engine.content;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;

/** Writes the compact binary form of stored objects: unsigned varints, length-prefixed bytes, hashes. */
public final class ByteWriter {
    private byte[] buffer;
    private int length;

    public ByteWriter() {
        this(256);
    }

    public ByteWriter(int capacity) {
        buffer = new byte[capacity];
    }

    public ByteWriter u8(int value) {
        ensure(1);
        buffer[length++] = (byte) value;
        return this;
    }

    public ByteWriter varint(long value) {
        ensure(10);
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            buffer[length++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        buffer[length++] = (byte) rest;
        return this;
    }

    /** Small magnitudes of either sign become short varints. */
    public ByteWriter signed(long value) {
        return varint((value << 1) ^ (value >> 63));
    }

    public ByteWriter raw(byte[] bytes) {
        return raw(bytes, 0, bytes.length);
    }

    public ByteWriter raw(byte[] bytes, int offset, int count) {
        ensure(count);
        System.arraycopy(bytes, offset, buffer, length, count);
        length += count;
        return this;
    }

    public ByteWriter bytes(byte[] bytes) {
        return varint(bytes.length).raw(bytes);
    }

    public ByteWriter text(String text) {
        return bytes(text.getBytes(StandardCharsets.UTF_8));
    }

    public ByteWriter hash(Hash hash) {
        return raw(hash.bytes());
    }

    public ByteWriter instant(Instant instant) {
        return signed(instant.getEpochSecond()).varint(instant.getNano());
    }

    public int length() {
        return length;
    }

    /** The buffer itself, of which the first {@link #length} bytes count: for large content that need not be copied. */
    byte[] array() {
        return buffer;
    }

    /** Starts anew in the same buffer. */
    void clear() {
        length = 0;
    }

    public byte[] toByteArray() {
        return Arrays.copyOf(buffer, length);
    }

    private void ensure(int more) {
        if (buffer.length - length < more) {
            buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, length + more));
        }
    }
}
