package io.snapdsl.engine.capture;

import io.snapdsl.engine.content.ByteReader;
import io.snapdsl.engine.content.ByteWriter;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.files.FileStat;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.store.ContentStore;
import io.snapdsl.engine.store.ContentStore.CachedDirectory;
import io.snapdsl.engine.tree.Name;
import io.snapdsl.engine.tree.Tree;
import io.snapdsl.engine.tree.TreeEntry;
import io.snapdsl.engine.tree.TreeEntry.DirectoryEntry;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import io.snapdsl.engine.tree.TreePath;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Remembers, per directory, what each file's stat was when its content was read, so that the next capture reads only
 * what changed.
 *
 * <p>A file is believed unchanged when type, mode, size, inode, mtime and ctime are all the same. No program can set
 * the ctime, so one way is left to be fooled: a file written again within one tick of the file system's clock
 * after we read it. Hence a file that was as young as the capture itself when it was read is remembered as not to be
 * trusted, and read again the next time.
 *
 * <p>Writing through a memory map is another: the kernel stamps the first write to a page and not those that follow
 * before the page is on disk. So a snapshot may miss the newest of such writes until the file is stamped again; what a
 * restore is about to overwrite is read whatever is remembered here.
 */
final class StatCache {
    /** The kernel stamps files with a clock that ticks every few milliseconds. */
    private static final Duration FINE_TICK = Duration.ofMillis(100);

    /** Some file systems keep whole seconds only, and FAT every second one. */
    private static final Duration COARSE_TICK = Duration.ofSeconds(2);

    private static final int SETTLED = 1;
    private static final int EXEMPT = 2;

    private final ContentStore store;
    private final SubjectId subject;
    private final long rules;
    private final Instant scanStart;

    StatCache(ContentStore store, SubjectId subject, IgnoreRules rules, Instant scanStart) {
        this.store = store;
        this.subject = subject;
        this.rules = rules.fingerprint();
        this.scanStart = scanStart;
    }

    Remembered load(TreePath directory) {
        Optional<CachedDirectory> row = store.cached(subject, directory);
        return row.map(cached -> decode(cached.tree(), new ByteReader(cached.stats())))
                .orElse(Remembered.NOTHING);
    }

    /**
     * @param before what was remembered until now: still holds for the files that were not read again
     * @param stats what was seen before each of the other files was read
     * @param exempt names that were captured although a rule leaves them out
     */
    CachedDirectory remember(
            TreePath directory, Hash hash, Tree tree, Remembered before, Map<Name, FileStat> stats, Set<Name> exempt) {
        ByteWriter out =
                new ByteWriter(64 + tree.entries().size() * 96).varint(rules).raw(tree.encode());
        for (TreeEntry entry : tree.entries()) {
            Name name = entry.name();
            Optional<Stamp> stamp = before.stampOf(entry)
                    .or(() -> Optional.ofNullable(stats.get(name))
                            .filter(this::isSettled)
                            .map(stat -> new Stamp(stat.changed(), stat.inode())));
            out.u8((stamp.isPresent() ? SETTLED : 0) | (exempt.contains(name) ? EXEMPT : 0));
            if (stamp.isPresent()) {
                out.instant(stamp.get().changed()).varint(stamp.get().inode());
            }
        }
        return new CachedDirectory(subject, directory, hash, out.toByteArray());
    }

    private Remembered decode(Hash hash, ByteReader in) {
        boolean sameRules = in.varint() == rules;
        Tree tree = Tree.decode(in);
        Map<Name, Known> entries = new HashMap<>(tree.entries().size() * 2);
        for (TreeEntry entry : tree.entries()) {
            int flags = in.u8();
            Stamp stamp = (flags & SETTLED) != 0 ? new Stamp(in.instant(), in.varint()) : null;
            entries.put(entry.name(), new Known(entry, (flags & EXEMPT) != 0, stamp));
        }
        return new Remembered(Optional.of(hash), entries, sameRules);
    }

    private boolean isSettled(FileStat stat) {
        boolean coarse = stat.changed().getNano() == 0 && stat.modified().getNano() == 0;
        Instant limit = scanStart.minus(coarse ? COARSE_TICK : FINE_TICK);
        return stat.changed().isBefore(limit);
    }

    /** What a file must still have, beside what its entry says, to be the one that was read. */
    private record Stamp(Instant changed, long inode) {}

    /** @param stamp null for what is to be read again */
    private record Known(TreeEntry entry, boolean exempt, Stamp stamp) {}

    /** A directory as the capture before found it. */
    record Remembered(Optional<Hash> hash, Map<Name, Known> entries, boolean sameRules) {
        static final Remembered NOTHING = new Remembered(Optional.empty(), Map.of(), false);

        /** Whether the rules, the same as now, let this name through the last time. */
        boolean passedRules(Name name, boolean directory) {
            Known known = entries.get(name);
            return sameRules && known != null && !known.exempt && (known.entry instanceof DirectoryEntry) == directory;
        }

        /** How many of the files had other names. */
        long hardLinks() {
            return entries.values().stream()
                    .filter(known -> known.entry instanceof FileEntry file
                            && file.linkGroup().isPresent())
                    .count();
        }

        /** The entry for a file that has certainly not changed. */
        Optional<FileEntry> unchanged(Name name, FileStat stat) {
            Known known = entries.get(name);
            if (known == null
                    || known.stamp == null
                    || !(known.entry instanceof FileEntry file)
                    || known.stamp.inode != stat.inode()
                    || file.size() != stat.size()
                    || file.mode() != stat.mode()
                    || !known.stamp.changed.equals(stat.changed())
                    || !file.modified().equals(stat.modified())
                    || file.linkGroup().isPresent() != stat.links() > 1) {
                return Optional.empty();
            }
            return Optional.of(file);
        }

        /** Whether a directory or a link is as it was. */
        boolean holds(TreeEntry seen) {
            Known known = entries.get(seen.name());
            return known != null
                    && known.entry.sameContent(seen)
                    && known.entry.mode() == seen.mode()
                    && (!(seen instanceof DirectoryEntry now)
                            || now.modified().equals(((DirectoryEntry) known.entry).modified()));
        }

        /** Whether this can stand for the directory as it is, if nothing has happened in it since. */
        boolean isUsable() {
            return usableHash().isPresent();
        }

        Optional<Hash> usableHash() {
            return hash.filter(any -> sameRules);
        }

        List<TreeEntry> listed() {
            return entries.values().stream().map(Known::entry).toList();
        }

        Set<Name> exempt() {
            return entries.values().stream()
                    .filter(Known::exempt)
                    .map(known -> known.entry.name())
                    .collect(Collectors.toSet());
        }

        /** The tree that a subdirectory had. */
        Optional<Hash> subtree(Name name) {
            return Optional.ofNullable(entries.get(name))
                    .map(Known::entry)
                    .filter(DirectoryEntry.class::isInstance)
                    .map(entry -> ((DirectoryEntry) entry).tree());
        }

        /** Whether this directory, of whose {@code now} entries so many are unchanged, is as it was. */
        boolean isAllOf(int unchanged, int now) {
            return sameRules && unchanged == now && now == entries.size();
        }

        private Optional<Stamp> stampOf(TreeEntry entry) {
            Known known = entries.get(entry.name());
            return known != null && known.entry == entry ? Optional.ofNullable(known.stamp) : Optional.empty();
        }
    }
}
