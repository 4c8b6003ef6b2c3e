package io.snapdsl.engine.tree;

import io.snapdsl.engine.content.ByteReader;
import io.snapdsl.engine.content.ByteWriter;
import io.snapdsl.engine.content.Content;
import io.snapdsl.engine.content.DamagedContentException;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.tree.TreeEntry.DirectoryEntry;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import io.snapdsl.engine.tree.TreeEntry.SymlinkEntry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The entries of one directory, sorted by name. Its encoding is what is hashed and stored, so equal directories have
 * equal hashes and are stored once, and comparing two trees can skip every subdirectory whose hash is the same.
 */
public record Tree(List<TreeEntry> entries) {
    public static final Tree EMPTY = new Tree(List.of());

    private static final int VERSION = 1;
    private static final int DIRECTORY = 1;
    private static final int SYMLINK = 2;
    private static final int FILE = 3;
    private static final int FILE_SPLIT = 4;
    private static final int LINKED = 8;

    public Tree {
        entries = List.copyOf(entries);
        for (int i = 1; i < entries.size(); i++) {
            if (entries.get(i - 1).name().compareTo(entries.get(i).name()) >= 0) {
                throw new DamagedContentException("a directory's names are out of order at '"
                        + entries.get(i).name() + "'");
            }
        }
    }

    public static Tree sorted(List<TreeEntry> entries) {
        List<TreeEntry> copy = new ArrayList<>(entries);
        copy.sort(Comparator.comparing(TreeEntry::name));
        return new Tree(copy);
    }

    public Optional<TreeEntry> find(Name name) {
        int low = 0;
        int high = entries.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = entries.get(middle).name().compareTo(name);
            if (order == 0) {
                return Optional.of(entries.get(middle));
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return Optional.empty();
    }

    public byte[] encode() {
        ByteWriter out = new ByteWriter(16 + entries.size() * 72).u8(VERSION).varint(entries.size());
        for (TreeEntry entry : entries) {
            encode(entry, out);
        }
        return out.toByteArray();
    }

    public static Tree decode(byte[] bytes) {
        ByteReader in = new ByteReader(bytes);
        Tree tree = decode(in);
        in.expectEnd();
        return tree;
    }

    public static Tree decode(ByteReader in) {
        int version = in.u8();
        if (version != VERSION) {
            throw new DamagedContentException("a directory has the unknown format " + version);
        }
        int count = in.count();
        List<TreeEntry> entries = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            entries.add(decodeEntry(in));
        }
        return new Tree(entries);
    }

    private static void encode(TreeEntry entry, ByteWriter out) {
        if (entry instanceof FileEntry file) {
            int kind = (file.content().split() ? FILE_SPLIT : FILE)
                    | (file.linkGroup().isPresent() ? LINKED : 0);
            out.u8(kind).bytes(file.name().shared()).varint(file.mode()).instant(file.modified());
            out.varint(file.size()).hash(file.content().hash());
            file.linkGroup().ifPresent(out::varint);
        } else if (entry instanceof DirectoryEntry directory) {
            out.u8(DIRECTORY).bytes(directory.name().shared()).varint(directory.mode());
            out.instant(directory.modified()).hash(directory.tree());
        } else if (entry instanceof SymlinkEntry link) {
            out.u8(SYMLINK).bytes(link.name().shared()).bytes(link.target());
        }
    }

    private static TreeEntry decodeEntry(ByteReader in) {
        int kind = in.u8();
        Name name = Name.of(in.bytes());
        return switch (kind & ~LINKED) {
            case DIRECTORY -> new DirectoryEntry(name, mode(in), in.instant(), in.hash());
            case SYMLINK -> new SymlinkEntry(name, in.bytes());
            case FILE, FILE_SPLIT -> {
                boolean split = (kind & ~LINKED) == FILE_SPLIT;
                boolean linked = (kind & LINKED) != 0;
                yield new FileEntry(
                        name,
                        mode(in),
                        in.instant(),
                        in.varint(),
                        new Content(in.hash(), split),
                        linked ? OptionalLong.of(in.varint()) : OptionalLong.empty());
            }
            default -> throw new DamagedContentException("'" + name + "' is of the unknown kind " + kind);
        };
    }

    private static int mode(ByteReader in) {
        long mode = in.varint();
        if (mode < 0 || mode > 07777) {
            throw new DamagedContentException("a mode of " + Long.toOctalString(mode));
        }
        return (int) mode;
    }

    public Hash hash() {
        return Hash.of(encode());
    }
}
