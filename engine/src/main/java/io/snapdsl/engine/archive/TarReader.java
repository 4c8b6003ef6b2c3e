package io.snapdsl.engine.archive;

import static io.snapdsl.engine.archive.TarHeader.BLOCK;

import io.snapdsl.engine.archive.TarHeader.Type;
import io.snapdsl.engine.tree.ByteText;
import io.snapdsl.engine.tree.Owner;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads an archive from its beginning to its end mark, and takes nothing on trust: an engine whose reading fails in the
 * middle answers with an archive that just stops, and that must never pass for the whole.
 */
final class TarReader {
    /** More than any file system allows for names and attributes together. */
    private static final int MOST_EXTRA_BYTES = 16 << 20;

    private static final byte[] ZEROS = new byte[BLOCK];

    private final InputStream in;
    private final byte[] block = new byte[BLOCK];
    private long left;
    private int padding;

    TarReader(InputStream in) {
        this.in = in;
    }

    /** The next file; what was not read of the one before is passed over. Empty at the end. */
    Optional<TarHeader> next() throws IOException {
        in.skipNBytes(left + padding);
        left = 0;
        padding = 0;
        Map<String, byte[]> extra = new HashMap<>();
        while (true) {
            readBlock();
            if (Arrays.equals(block, ZEROS)) {
                readEnd();
                return Optional.empty();
            }
            checkSum();
            long size = number(TarHeader.SIZE, 12);
            switch (block[TarHeader.TYPE]) {
                case TarHeader.PAX -> parsePax(data(size), extra);
                case TarHeader.PAX_GLOBAL -> data(size);
                case TarHeader.GNU_LONG_NAME -> extra.put("path", untilZero(data(size)));
                case TarHeader.GNU_LONG_LINK -> extra.put("linkpath", untilZero(data(size)));
                default -> {
                    return Optional.of(header(extra));
                }
            }
        }
    }

    /** The bytes of the file whose header came last. */
    InputStream content() {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                if (left == 0 && length > 0) {
                    return -1;
                }
                int count = in.read(bytes, offset, (int) Math.min(length, left));
                if (count < 0) {
                    throw endsEarly();
                }
                left -= count;
                return count;
            }
        };
    }

    private TarHeader header(Map<String, byte[]> extra) throws IOException {
        byte[] path = Optional.ofNullable(extra.get("path")).orElseGet(this::shortPath);
        while (path.length > 1 && path[path.length - 1] == '/') {
            path = Arrays.copyOf(path, path.length - 1);
        }
        if (extra.keySet().stream().anyMatch(key -> key.startsWith(TarHeader.SPARSE))) {
            throw new IOException("the archive has " + ByteText.display(path) + " as a file with holes left out");
        }
        Type type = type(path);
        long size = type == Type.FILE ? decimal(extra, "size").orElse(number(TarHeader.SIZE, 12)) : 0;
        left = size;
        padding = (int) (-size & (BLOCK - 1));
        return new TarHeader(
                type,
                path,
                (int) number(TarHeader.MODE, 8) & 07777,
                owner(extra),
                modified(extra),
                size,
                Optional.ofNullable(extra.get("linkpath")).orElseGet(() -> field(TarHeader.LINK, 100)),
                (int) number(TarHeader.MAJOR, 8),
                (int) number(TarHeader.MINOR, 8));
    }

    private Type type(byte[] path) throws IOException {
        byte flag = block[TarHeader.TYPE];
        if (flag == 0) {
            return Type.FILE;
        }
        for (Type type : Type.values()) {
            if (type.flag() == flag) {
                return type;
            }
        }
        throw new IOException("the archive has " + ByteText.display(path) + " as a file of the unknown type " + flag);
    }

    private byte[] shortPath() {
        byte[] name = field(TarHeader.NAME, TarHeader.NAME_LENGTH);
        byte[] prefix = isUstar() ? field(TarHeader.PREFIX, TarHeader.PREFIX_LENGTH) : new byte[0];
        if (prefix.length == 0) {
            return name;
        }
        byte[] joined = Arrays.copyOf(prefix, prefix.length + 1 + name.length);
        joined[prefix.length] = '/';
        System.arraycopy(name, 0, joined, prefix.length + 1, name.length);
        return joined;
    }

    /** GNU's own format has other things where the prefix would be. */
    private boolean isUstar() {
        return new String(block, TarHeader.MAGIC, 6, StandardCharsets.ISO_8859_1).equals("ustar\0");
    }

    private Owner owner(Map<String, byte[]> extra) throws IOException {
        List<Owner.Attribute> attributes = new ArrayList<>();
        extra.forEach((key, value) -> {
            if (key.startsWith(TarHeader.ATTRIBUTE)) {
                attributes.add(new Owner.Attribute(key.substring(TarHeader.ATTRIBUTE.length()), value));
            }
        });
        return new Owner(
                decimal(extra, "uid").orElse(number(TarHeader.USER, 8)),
                decimal(extra, "gid").orElse(number(TarHeader.GROUP, 8)),
                attributes);
    }

    private Instant modified(Map<String, byte[]> extra) throws IOException {
        byte[] precise = extra.get("mtime");
        if (precise == null) {
            return Instant.ofEpochSecond(number(TarHeader.TIME, 12));
        }
        try {
            BigDecimal seconds = new BigDecimal(text(precise));
            long whole = seconds.setScale(0, RoundingMode.FLOOR).longValueExact();
            BigDecimal fraction = seconds.subtract(BigDecimal.valueOf(whole));
            return Instant.ofEpochSecond(whole, fraction.movePointRight(9).longValue());
        } catch (ArithmeticException | NumberFormatException e) {
            throw new IOException("the archive has the time '" + text(precise) + "'", e);
        }
    }

    private static Optional<Long> decimal(Map<String, byte[]> extra, String key) throws IOException {
        byte[] value = extra.get(key);
        if (value == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(Long.parseUnsignedLong(text(value)));
        } catch (NumberFormatException e) {
            throw new IOException("the archive has '" + text(value) + "' as a " + key, e);
        }
    }

    /** Records as {@code LENGTH KEY=VALUE\n}, where the value may be any bytes. */
    private static void parsePax(byte[] records, Map<String, byte[]> into) throws IOException {
        int at = 0;
        while (at < records.length) {
            int space = indexOf(records, ' ', at);
            int length = space < 0 ? 0 : parseLength(records, at, space);
            int end = at + length;
            int equals = indexOf(records, '=', at);
            if (length <= 0 || end > records.length || equals < 0 || equals >= end || records[end - 1] != '\n') {
                throw new IOException("the archive has a malformed extended header");
            }
            into.put(
                    new String(records, space + 1, equals - space - 1, StandardCharsets.UTF_8),
                    Arrays.copyOfRange(records, equals + 1, end - 1));
            at = end;
        }
    }

    private static int parseLength(byte[] records, int from, int to) {
        try {
            return Integer.parseInt(new String(records, from, to - from, StandardCharsets.US_ASCII));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static int indexOf(byte[] bytes, char wanted, int from) {
        for (int i = from; i < bytes.length; i++) {
            if (bytes[i] == wanted) {
                return i;
            }
        }
        return -1;
    }

    /** Octal digits; or, for what is too large for them, a binary number marked by its first bit. */
    private long number(int offset, int length) throws IOException {
        if ((block[offset] & 0x80) != 0) {
            long value = (block[offset] & 0x40) != 0 ? -1L << 6 | block[offset] & 0x3F : block[offset] & 0x3F;
            for (int i = 1; i < length; i++) {
                value = value << 8 | block[offset + i] & 0xFF;
            }
            return value;
        }
        String digits = text(field(offset, length)).strip();
        try {
            return digits.isEmpty() ? 0 : Long.parseLong(digits, 8);
        } catch (NumberFormatException e) {
            throw new IOException("the archive has a malformed header: '" + digits + "' is no number", e);
        }
    }

    private byte[] field(int offset, int length) {
        return untilZero(Arrays.copyOfRange(block, offset, offset + length));
    }

    private static byte[] untilZero(byte[] bytes) {
        int end = 0;
        while (end < bytes.length && bytes[end] != 0) {
            end++;
        }
        return Arrays.copyOf(bytes, end);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private byte[] data(long size) throws IOException {
        if (size < 0 || size > MOST_EXTRA_BYTES) {
            throw new IOException("the archive has an extended header of " + size + " bytes");
        }
        byte[] data = in.readNBytes((int) size);
        if (data.length < size) {
            throw endsEarly();
        }
        in.skipNBytes(-size & (BLOCK - 1));
        return data;
    }

    private void checkSum() throws IOException {
        long expected = number(TarHeader.CHECKSUM, 8);
        long sum = 0;
        for (int i = 0; i < BLOCK; i++) {
            boolean inSum = i < TarHeader.CHECKSUM || i >= TarHeader.TYPE;
            sum += inSum ? block[i] & 0xFF : ' ';
        }
        if (sum != expected) {
            throw new IOException("the archive is damaged: a header's sum is " + sum + " instead of " + expected);
        }
    }

    private void readEnd() throws IOException {
        readBlock();
        if (!Arrays.equals(block, ZEROS)) {
            throw new IOException("the archive is damaged: something follows its end mark");
        }
    }

    private void readBlock() throws IOException {
        if (in.readNBytes(block, 0, BLOCK) < BLOCK) {
            throw endsEarly();
        }
    }

    private static EOFException endsEarly() {
        return new EOFException("the archive ends before its end mark");
    }
}
