package io.snapdsl.engine.diff;

import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.tree.ByteText;
import io.snapdsl.engine.tree.TreeEntry;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import io.snapdsl.engine.tree.TreeEntry.SpecialEntry;
import io.snapdsl.engine.tree.TreeEntry.SymlinkEntry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/** One version of a file as git sees it. What may be text is held in memory, what is larger is read when needed. */
final class Blob {
    /** Larger files, and files of more lines, count as binary: nobody reads their differences line by line. */
    static final int MOST_BYTES_OF_TEXT = 8 << 20;

    static final int MOST_LINES_OF_TEXT = 1_000_000;

    /** Git's own rule: a zero byte this early makes a file binary. */
    private static final int LOOKED_AT_FOR_ZERO = 8000;

    private static final String EXECUTABLE = "100755";
    private static final String NOT_EXECUTABLE = "100644";
    private static final String SYMLINK = "120000";
    private static final int OWNER_MAY_EXECUTE = 0100;

    private final TreeEntry entry;
    private final ContentReader content;
    private final Optional<byte[]> held;

    private Blob(TreeEntry entry, ContentReader content, Optional<byte[]> held) {
        this.entry = entry;
        this.content = content;
        this.held = held;
    }

    static Blob of(TreeEntry entry, ContentReader content) throws IOException {
        if (entry instanceof SymlinkEntry link) {
            return new Blob(entry, content, Optional.of(link.target()));
        }
        if (entry instanceof SpecialEntry special) {
            return new Blob(entry, content, Optional.of(ByteText.encode(special.describe() + "\n")));
        }
        FileEntry file = (FileEntry) entry;
        if (file.size() > MOST_BYTES_OF_TEXT) {
            return new Blob(entry, content, Optional.empty());
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream((int) file.size());
        content.copy(file.content(), bytes);
        return new Blob(entry, content, Optional.of(bytes.toByteArray()));
    }

    /** What git keeps of a mode: whether the owner may execute the file. */
    static String mode(TreeEntry entry) {
        if (entry instanceof SymlinkEntry) {
            return SYMLINK;
        }
        return (entry.mode() & OWNER_MAY_EXECUTE) != 0 ? EXECUTABLE : NOT_EXECUTABLE;
    }

    boolean isBinary() {
        return !hasLines() || hasEarlyZero(held.orElseThrow());
    }

    /** Whether it can be taken as lines: what is binary can too, though nobody would read them. */
    boolean hasLines() {
        return held.isPresent() && Lines.count(held.get()) <= MOST_LINES_OF_TEXT;
    }

    private static boolean hasEarlyZero(byte[] bytes) {
        for (int i = 0; i < Math.min(bytes.length, LOOKED_AT_FOR_ZERO); i++) {
            if (bytes[i] == 0) {
                return true;
            }
        }
        return false;
    }

    /** Only for what has lines. */
    Lines lines() {
        return new Lines(text());
    }

    byte[] text() {
        return held.orElseThrow();
    }

    long size() {
        return entry instanceof FileEntry file ? file.size() : held.orElseThrow().length;
    }

    void copyTo(OutputStream out) throws IOException {
        if (held.isPresent()) {
            out.write(held.get());
        } else {
            content.copy(((FileEntry) entry).content(), out);
        }
    }

    /** The name git has for these bytes. */
    String id() throws IOException {
        MessageDigest digest = sha1();
        digest.update(("blob " + size() + "\0").getBytes(StandardCharsets.US_ASCII));
        copyTo(new DigestOutputStream(OutputStream.nullOutputStream(), digest));
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest sha1() {
        try {
            return MessageDigest.getInstance("SHA-1");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-1", e);
        }
    }
}
