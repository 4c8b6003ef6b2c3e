package io.snapdsl.engine.revert;

import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.tree.Tree;
import io.snapdsl.engine.tree.TreeEntry;
import io.snapdsl.engine.tree.TreeEntry.DirectoryEntry;
import io.snapdsl.engine.tree.TreePath;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What becomes of a directory itself, apart from what is in it: whether it is there, its mode and its time. */
final class DirectoryReversal {
    private static final Hash EMPTY = Tree.EMPTY.hash();

    private final List<Reversal> reversals;
    private final Optional<DirectoryEntry> now;
    private Optional<DirectoryEntry> wanted;
    private boolean staysWhenEmpty;

    /** @param reversals of directories only, newest first */
    DirectoryReversal(TreePath path, List<Reversal> reversals, Optional<DirectoryEntry> now, Decisions decisions) {
        this.reversals = reversals;
        this.now = now;
        this.wanted = now;
        this.staysWhenEmpty = now.isPresent();
        reversals.forEach(reversal -> takeBack(path, reversal, decisions));
    }

    private void takeBack(TreePath path, Reversal reversal, Decisions decisions) {
        Optional<DirectoryEntry> after = reversal.after().directory();
        Optional<DirectoryEntry> before = reversal.before().directory();
        if (before.isEmpty()) {
            staysWhenEmpty = false;
        } else if (after.isEmpty()) {
            staysWhenEmpty = true;
            wanted = wanted.or(() -> before);
        } else {
            wanted = wanted.map(entry -> new DirectoryEntry(
                    entry.name(),
                    decisions.mode(path, after.get().mode(), before.get().mode(), entry.mode()),
                    entry.modified(),
                    entry.tree()));
        }
    }

    /** The directory, if it holds {@code content} then; one that nobody wants is gone unless something is in it. */
    Optional<TreeEntry> with(Hash content) {
        if (content.equals(EMPTY) && !staysWhenEmpty) {
            return Optional.empty();
        }
        Reversal oldest = reversals.get(reversals.size() - 1);
        DirectoryEntry entry = wanted.or(() -> oldest.before().directory())
                .or(() -> oldest.after().directory())
                .orElseThrow();
        boolean touched = now.isPresent() && !now.get().tree().equals(content);
        Instant modified = touched ? time(entry.modified()) : entry.modified();
        return Optional.of(new DirectoryEntry(entry.name(), entry.mode(), modified, content));
    }

    /** Where nothing else came into the directory or left it since, its time goes back too. */
    private Instant time(Instant present) {
        Instant time = present;
        for (Reversal reversal : reversals) {
            Optional<DirectoryEntry> before = reversal.before().directory();
            boolean unchanged =
                    reversal.after().directory().map(DirectoryEntry::modified).equals(Optional.of(time));
            time = unchanged && before.isPresent() ? before.get().modified() : time;
        }
        return time;
    }
}
