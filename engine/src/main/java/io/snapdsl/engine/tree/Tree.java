package io.snapdsl.engine.tree;

import io.snapdsl.engine.content.ByteReader;
import io.snapdsl.engine.content.ByteWriter;
import io.snapdsl.engine.content.Content;
import io.snapdsl.engine.content.DamagedContentException;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.tree.TreeEntry.DirectoryEntry;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import io.snapdsl.engine.tree.TreeEntry.SpecialEntry;
import io.snapdsl.engine.tree.TreeEntry.SymlinkEntry;
import java.time.Instant;
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
    private static final int SPECIAL = 5;
    private static final int LINKED = 8;
    private static final int OWNED = 16;

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
        int owned = entry.owner().isPresent() ? OWNED : 0;
        if (entry instanceof FileEntry file) {
            int kind = (file.content().split() ? FILE_SPLIT : FILE)
                    | (file.linkGroup().isPresent() ? LINKED : 0);
            out.u8(kind | owned).bytes(file.name().shared()).varint(file.mode()).instant(file.modified());
            out.varint(file.size()).hash(file.content().hash());
            file.linkGroup().ifPresent(out::varint);
        } else if (entry instanceof DirectoryEntry directory) {
            out.u8(DIRECTORY | owned).bytes(directory.name().shared()).varint(directory.mode());
            out.instant(directory.modified()).hash(directory.tree());
        } else if (entry instanceof SymlinkEntry link) {
            out.u8(SYMLINK | owned).bytes(link.name().shared()).bytes(link.target());
            link.modified().ifPresent(out::instant);
        } else if (entry instanceof SpecialEntry special) {
            out.u8(SPECIAL | owned).bytes(special.name().shared()).varint(special.mode());
            out.instant(special.modified()).varint(special.kind().ordinal());
            out.varint(special.major()).varint(special.minor());
        }
        entry.owner().ifPresent(owner -> encode(owner, out));
    }

    private static void encode(Owner owner, ByteWriter out) {
        out.varint(owner.user()).varint(owner.group()).varint(owner.attributes().size());
        owner.attributes().forEach(attribute -> out.text(attribute.name()).bytes(attribute.value()));
    }

    private static TreeEntry decodeEntry(ByteReader in) {
        int kind = in.u8();
        boolean owned = (kind & OWNED) != 0;
        Name name = Name.of(in.bytes());
        return switch (kind & ~LINKED & ~OWNED) {
            case DIRECTORY -> new DirectoryEntry(name, mode(in), in.instant(), in.hash(), owner(in, owned));
            case SYMLINK -> {
                byte[] target = in.bytes();
                Optional<Instant> modified = owned ? Optional.of(in.instant()) : Optional.empty();
                yield new SymlinkEntry(name, target, modified, owner(in, owned));
            }
            case SPECIAL -> decodeSpecial(name, in, owned);
            case FILE, FILE_SPLIT -> {
                boolean split = (kind & ~LINKED & ~OWNED) == FILE_SPLIT;
                boolean linked = (kind & LINKED) != 0;
                yield new FileEntry(
                        name,
                        mode(in),
                        in.instant(),
                        in.varint(),
                        new Content(in.hash(), split),
                        linked ? OptionalLong.of(in.varint()) : OptionalLong.empty(),
                        owner(in, owned));
            }
            default -> throw new DamagedContentException("'" + name + "' is of the unknown kind " + kind);
        };
    }

    private static SpecialEntry decodeSpecial(Name name, ByteReader in, boolean owned) {
        int mode = mode(in);
        Instant modified = in.instant();
        long kind = in.varint();
        if (kind < 0 || kind >= SpecialEntry.Kind.values().length) {
            throw new DamagedContentException("'" + name + "' is a special file of the unknown kind " + kind);
        }
        return new SpecialEntry(
                name,
                SpecialEntry.Kind.values()[(int) kind],
                mode,
                modified,
                (int) in.varint(),
                (int) in.varint(),
                owner(in, owned));
    }

    private static Optional<Owner> owner(ByteReader in, boolean owned) {
        if (!owned) {
            return Optional.empty();
        }
        long user = in.varint();
        long group = in.varint();
        List<Owner.Attribute> attributes = new ArrayList<>();
        for (int left = in.count(); left > 0; left--) {
            attributes.add(new Owner.Attribute(in.text(), in.bytes()));
        }
        return Optional.of(new Owner(user, group, attributes));
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
