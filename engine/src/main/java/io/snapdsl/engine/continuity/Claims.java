package io.snapdsl.engine.continuity;

import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.content.DamagedContentException;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.diff.Change;
import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.history.Trigger;
import io.snapdsl.engine.store.Catalog;
import io.snapdsl.engine.store.Sessions;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.tree.TreeEntry;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.engine.tree.TreeReader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Gives unknown changes to those who made them. Of several sessions that work at once, the first to record its
 * operation takes the others' work for unknown changes; and a policy takes whatever it finds. When a session then
 * announces those files, it takes the changes over. What was recorded stays as it is: the later snapshot only names the
 * earlier one, and which of the changes are meant follows from its announced files, without those that somebody took over
 * before it, or whose files others have changed since.
 */
public final class Claims {
    /** How far back is looked: who works at the same time is not further away, and a long history costs no more. */
    private static final int ENTRIES = 50;

    private final Catalog catalog;
    private final Sessions sessions;
    private final TreeReader trees;
    private final ClaimedChanges claimed;

    public Claims(SnapshotStore store) {
        this.catalog = store.catalog();
        this.sessions = store.sessions();
        ContentReader content = new ContentReader(store.content());
        this.trees = new TreeReader(content);
        this.claimed = new ClaimedChanges(catalog, content);
    }

    /**
     * What the next snapshot can take over, newest first: unknown changes since its session's previous snapshot, or
     * since the session began. Without a session nobody could say whose they become.
     */
    List<Claim> find(Workspace workspace, Note note) {
        return find(workspace, note, Optional.empty());
    }

    /**
     * As {@link #find(Workspace, Note)}, and also what was taken in before the session's previous snapshots, if that is
     * how it still is in {@code now}: of two files that an agent changed together, the second was taken in when the first
     * was announced; and who announces a file that has not changed since must mean the change before.
     */
    List<Claim> find(Workspace workspace, Note note, Hash now) {
        return find(workspace, note, Optional.of(now));
    }

    private List<Claim> find(Workspace workspace, Note note, Optional<Hash> now) {
        Announcement announcement = Announcement.of(note.announced());
        if (announcement.isEverything() || note.session().isEmpty()) {
            return List.of();
        }
        Instant began =
                sessions.find(note.session()).map(session -> session.started()).orElse(Instant.MIN);
        try {
            Optional<Hash> further = now.filter(state -> standsStill(workspace, note, state));
            List<Claim> found = new ArrayList<>();
            List<Snapshot> since = new ArrayList<>();
            Optional<Snapshot> own = Optional.empty();
            for (Snapshot entry : catalog.page(workspace.id(), Long.MAX_VALUE, ENTRIES)) {
                if (entry.note().session().equals(note.session())) {
                    own = Optional.of(entry);
                } else if (isOpen(entry, began, own)) {
                    boolean isRecent = own.isEmpty();
                    Claim claim = claimed.of(entry, announcement, catalog.claimersOf(entry), since);
                    if (!claim.changes().isEmpty() && (isRecent || isStillSo(claim, further.orElseThrow()))) {
                        found.add(claim);
                    }
                } else if (isOthers(entry, note)) {
                    since.add(entry);
                }
                if (own.isPresent() && further.isEmpty()) {
                    break;
                }
            }
            return found;
        } catch (DamagedContentException e) {
            return List.of(); // 'verify' reports it; a damaged snapshot must not prevent the next.
        }
    }

    /** Whether something was announced that has not changed: else there is no need to look further back. */
    private boolean standsStill(Workspace workspace, Note note, Hash now) {
        return catalog.head(workspace.id())
                .filter(head -> note.announced().stream()
                        .anyMatch(path -> isSame(trees.find(head.root(), path), trees.find(now, path))))
                .isPresent();
    }

    /**
     * Whether nobody's changes are in it, of the session's time. The session may have begun with the very snapshot before
     * which they were taken in.
     *
     * @param own the session's own snapshot after it
     */
    private static boolean isOpen(Snapshot entry, Instant began, Optional<Snapshot> own) {
        boolean isOnOwnWay = own.filter(next -> !next.note().trigger().isNobodys())
                .flatMap(next -> next.facts().previous())
                .filter(entry.id()::equals)
                .isPresent();
        boolean isOfItsTime = !entry.facts().time().isBefore(began);
        return entry.note().trigger().isNobodys()
                && (isOfItsTime || isOnOwnWay && entry.note().trigger() == Trigger.UNKNOWN_CHANGE);
    }

    private boolean isStillSo(Claim claim, Hash now) {
        Map<TreePath, Optional<TreeEntry>> left = new HashMap<>();
        claim.changes().stream()
                .filter(Change::isVisible)
                .forEach(change -> left.merge(change.path(), change.after(), (one, other) -> one.or(() -> other)));
        return left.entrySet().stream().allMatch(entry -> isSame(entry.getValue(), trees.find(now, entry.getKey())));
    }

    private static boolean isSame(Optional<TreeEntry> one, Optional<TreeEntry> other) {
        return one.isPresent() && other.isPresent()
                ? one.get().sameContent(other.get())
                        && one.get().mode() == other.get().mode()
                : one.isEmpty() && other.isEmpty();
    }

    /** What {@code snapshot} took over, as far as that can still be told. */
    public List<Claim> of(Snapshot snapshot) {
        return snapshot.note().claims().stream()
                .flatMap(id -> catalog.find(id).stream())
                .map(from -> claimed.of(
                        from,
                        Announcement.of(snapshot.note().announced()),
                        earlierClaimers(from, snapshot),
                        others(from, snapshot)))
                .toList();
    }

    private List<Snapshot> earlierClaimers(Snapshot from, Snapshot claimer) {
        return catalog.claimersOf(from).stream()
                .filter(other -> other.sequence() < claimer.sequence())
                .toList();
    }

    /** The operations of others between the two. */
    private List<Snapshot> others(Snapshot from, Snapshot claimer) {
        int between = Math.toIntExact(claimer.sequence() - from.sequence() - 1);
        return catalog.page(claimer.subjectId(), claimer.sequence(), between).stream()
                .filter(entry -> entry.sequence() > from.sequence() && isOthers(entry, claimer.note()))
                .toList();
    }

    private static boolean isOthers(Snapshot entry, Note note) {
        return !entry.isRemoved()
                && !entry.note().trigger().isNobodys()
                && !entry.note().session().equals(note.session());
    }
}
