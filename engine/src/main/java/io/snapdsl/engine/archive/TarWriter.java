package io.snapdsl.engine.archive;

import static io.snapdsl.engine.archive.TarHeader.BLOCK;

import io.snapdsl.engine.tree.Owner;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;

/** Writes an archive; what doesn't fit into a plain header goes into an extended one before it, byte for byte. */
final class TarWriter {
    private static final long MOST_IN_OCTAL = 077777777777L;
    private static final long MOST_OWNER_IN_OCTAL = 07777777L;

    private final OutputStream out;
    private long left;
    private int padding;

    TarWriter(OutputStream out) {
        this.out = out;
    }

    void begin(TarHeader header) throws IOException {
        if (left != 0) {
            throw new IllegalStateException(left + " bytes are missing from the file before");
        }
        byte[] extra = extra(header);
        if (extra.length > 0) {
            byte[] block = block(TarHeader.PAX, ascii("pax"), 0644, 0, 0, 0, extra.length);
            out.write(seal(block));
            out.write(extra);
            out.write(new byte[-extra.length & (BLOCK - 1)]);
        }
        byte[] path = header.type() == TarHeader.Type.DIRECTORY ? append(header.path(), '/') : header.path();
        byte[] block = block(
                header.type().flag(),
                path,
                header.mode(),
                header.owner().user(),
                header.owner().group(),
                header.modified().getEpochSecond(),
                header.size());
        put(block, TarHeader.LINK, header.link());
        octal(block, TarHeader.MAJOR, 8, header.major());
        octal(block, TarHeader.MINOR, 8, header.minor());
        out.write(seal(block));
        left = header.size();
        padding = (int) (-header.size() & (BLOCK - 1));
    }

    /** For the bytes of the file that was begun: exactly as many as its header says. */
    OutputStream content() {
        return new OutputStream() {
            @Override
            public void write(int value) throws IOException {
                write(new byte[] {(byte) value}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                if (length > left) {
                    throw new IllegalStateException("a file has more bytes than its header says");
                }
                out.write(bytes, offset, length);
                left -= length;
                if (left == 0) {
                    out.write(new byte[padding]);
                    padding = 0;
                }
            }
        };
    }

    void end() throws IOException {
        out.write(new byte[2 * BLOCK]);
        out.flush();
    }

    private static byte[] extra(TarHeader header) {
        ByteArrayOutputStream records = new ByteArrayOutputStream();
        boolean isDirectory = header.type() == TarHeader.Type.DIRECTORY;
        byte[] path = isDirectory ? append(header.path(), '/') : header.path();
        if (path.length > TarHeader.NAME_LENGTH || !isAscii(path)) {
            record(records, "path", path);
        }
        if (header.link().length > TarHeader.NAME_LENGTH || !isAscii(header.link())) {
            record(records, "linkpath", header.link());
        }
        if (header.size() > MOST_IN_OCTAL) {
            record(records, "size", ascii(Long.toString(header.size())));
        }
        Owner owner = header.owner();
        if (owner.user() > MOST_OWNER_IN_OCTAL) {
            record(records, "uid", ascii(Long.toString(owner.user())));
        }
        if (owner.group() > MOST_OWNER_IN_OCTAL) {
            record(records, "gid", ascii(Long.toString(owner.group())));
        }
        Instant time = header.modified();
        if (time.getNano() != 0 || time.getEpochSecond() < 0 || time.getEpochSecond() > MOST_IN_OCTAL) {
            record(records, "mtime", ascii(decimal(time)));
        }
        owner.attributes()
                .forEach(attribute -> record(records, TarHeader.ATTRIBUTE + attribute.name(), attribute.value()));
        return records.toByteArray();
    }

    private static String decimal(Instant time) {
        return BigDecimal.valueOf(time.getEpochSecond())
                .add(BigDecimal.valueOf(time.getNano(), 9))
                .stripTrailingZeros()
                .toPlainString();
    }

    /** Its length counts itself, so it can grow by a digit when it is added. */
    private static void record(ByteArrayOutputStream records, String key, byte[] value) {
        byte[] name = key.getBytes(StandardCharsets.UTF_8);
        int rest = 1 + name.length + 1 + value.length + 1;
        int length = rest + Integer.toString(rest).length();
        length = rest + Integer.toString(length).length();
        records.writeBytes(ascii(length + " "));
        records.writeBytes(name);
        records.write('=');
        records.writeBytes(value);
        records.write('\n');
    }

    private static byte[] block(byte type, byte[] name, int mode, long user, long group, long time, long size) {
        byte[] block = new byte[BLOCK];
        put(block, TarHeader.NAME, name);
        octal(block, TarHeader.MODE, 8, mode);
        octal(block, TarHeader.USER, 8, user > MOST_OWNER_IN_OCTAL ? 0 : user);
        octal(block, TarHeader.GROUP, 8, group > MOST_OWNER_IN_OCTAL ? 0 : group);
        octal(block, TarHeader.SIZE, 12, size > MOST_IN_OCTAL ? 0 : size);
        octal(block, TarHeader.TIME, 12, time < 0 || time > MOST_IN_OCTAL ? 0 : time);
        block[TarHeader.TYPE] = type;
        System.arraycopy(ascii("ustar\00000"), 0, block, TarHeader.MAGIC, 8);
        return block;
    }

    private static byte[] seal(byte[] block) {
        Arrays.fill(block, TarHeader.CHECKSUM, TarHeader.TYPE, (byte) ' ');
        int sum = 0;
        for (byte b : block) {
            sum += b & 0xFF;
        }
        octal(block, TarHeader.CHECKSUM, 7, sum);
        return block;
    }

    private static void put(byte[] block, int offset, byte[] text) {
        System.arraycopy(text, 0, block, offset, Math.min(text.length, TarHeader.NAME_LENGTH));
    }

    private static void octal(byte[] block, int offset, int length, long value) {
        long rest = value;
        block[offset + length - 1] = 0;
        for (int i = offset + length - 2; i >= offset; i--) {
            block[i] = (byte) ('0' + (rest & 7));
            rest >>>= 3;
        }
    }

    private static boolean isAscii(byte[] bytes) {
        for (byte b : bytes) {
            if (b < 0) {
                return false;
            }
        }
        return true;
    }

    private static byte[] append(byte[] bytes, char last) {
        byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
        longer[bytes.length] = (byte) last;
        return longer;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
