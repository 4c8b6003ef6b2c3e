package io.snapdsl.engine.content;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;

/** Reads what {@link ByteWriter} wrote; anything malformed is a {@link DamagedContentException}, never a wrong value. */
public final class ByteReader {
    private final byte[] bytes;
    private final int end;
    private int position;

    public ByteReader(byte[] bytes) {
        this.bytes = bytes;
        this.end = bytes.length;
    }

    public int u8() {
        require(1);
        return bytes[position++] & 0xFF;
    }

    public long varint() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int b = u8();
            value |= (long) (b & 0x7F) << shift;
            if (b < 0x80) {
                return value;
            }
        }
        throw new DamagedContentException("a number is longer than ten bytes");
    }

    public int count() {
        long value = varint();
        if (value < 0 || value > end - position) {
            throw new DamagedContentException("a count of " + value + " exceeds what is left");
        }
        return (int) value;
    }

    public long signed() {
        long value = varint();
        return (value >>> 1) ^ -(value & 1);
    }

    public byte[] raw(int count) {
        require(count);
        byte[] result = Arrays.copyOfRange(bytes, position, position + count);
        position += count;
        return result;
    }

    public byte[] bytes() {
        return raw(count());
    }

    public String text() {
        return new String(bytes(), StandardCharsets.UTF_8);
    }

    public Hash hash() {
        require(Hash.BYTES);
        Hash hash = Hash.fromBytes(bytes, position);
        position += Hash.BYTES;
        return hash;
    }

    public Instant instant() {
        long seconds = signed();
        long nanos = varint();
        if (nanos < 0 || nanos > 999_999_999) {
            throw new DamagedContentException("a time has " + nanos + " nanoseconds");
        }
        return Instant.ofEpochSecond(seconds, nanos);
    }

    public boolean atEnd() {
        return position == end;
    }

    public void expectEnd() {
        if (!atEnd()) {
            throw new DamagedContentException((end - position) + " unexpected bytes at the end");
        }
    }

    private void require(int count) {
        if (count < 0 || end - position < count) {
            throw new DamagedContentException("ends too early");
        }
    }
}
