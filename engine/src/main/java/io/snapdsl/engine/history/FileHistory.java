package io.snapdsl.engine.history;

import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.store.Catalog;
import io.snapdsl.engine.tree.PathLookup;
import io.snapdsl.engine.tree.TreeEntry;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.engine.tree.TreeReader;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * In which snapshots of one subject one path changed. Asked from the newest to the oldest it is quick, because what one
 * question reads also serves the next. It is made for one answer: what it has read of the chain, it does not read again.
 */
public final class FileHistory {
    private static final int PAGE = 200;

    private final Catalog catalog;
    private final PathLookup lookup;
    /** The roots of a stretch of the chain, by sequence number: of all that have content from the lowest to {@link #end}. */
    private final NavigableMap<Long, Hash> roots = new TreeMap<>();

    /** Below this number the stretch begins. */
    private long end = Long.MIN_VALUE;

    public FileHistory(Catalog catalog, TreeReader trees, TreePath path) {
        this.catalog = catalog;
        this.lookup = new PathLookup(trees, path);
    }

    /** Whether the path has another content or mode than in the snapshot before, or came or went. */
    public boolean changedIn(Snapshot snapshot) {
        if (snapshot.isRemoved()) {
            return false;
        }
        Optional<Hash> previous = rootBefore(snapshot);
        if (previous.isPresent() && previous.get().equals(snapshot.root())) {
            return false;
        }
        Optional<TreeEntry> after = at(snapshot.root());
        Optional<TreeEntry> before = previous.flatMap(this::at);
        if (before.isEmpty() || after.isEmpty()) {
            return before.isPresent() != after.isPresent();
        }
        return !before.get().sameContent(after.get())
                || before.get().mode() != after.get().mode();
    }

    private Optional<TreeEntry> at(Hash root) {
        return lookup.in(root);
    }

    /** Of the newest one before it that still has its content. */
    private Optional<Hash> rootBefore(Snapshot snapshot) {
        if (snapshot.sequence() > end || roots.lowerKey(snapshot.sequence()) == null) {
            readBelow(snapshot);
        }
        return Optional.ofNullable(roots.lowerEntry(snapshot.sequence())).map(NavigableMap.Entry::getValue);
    }

    private void readBelow(Snapshot snapshot) {
        roots.clear();
        end = snapshot.sequence();
        long below = end;
        List<Snapshot> page;
        do {
            page = catalog.page(snapshot.subjectId(), below, PAGE);
            for (Snapshot earlier : page) {
                below = earlier.sequence();
                if (!earlier.isRemoved()) {
                    roots.put(below, earlier.root());
                }
            }
        } while (roots.isEmpty() && page.size() == PAGE);
    }
}
