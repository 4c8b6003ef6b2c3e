package io.snapdsl.engine.continuity;

import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.content.DamagedContentException;
import io.snapdsl.engine.diff.Change;
import io.snapdsl.engine.diff.TreeComparison;
import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.store.Catalog;
import io.snapdsl.engine.store.Sessions;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.engine.tree.TreeReader;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Gives unknown changes to those who made them. Of several sessions that work at once, the first to record its
 * operation takes the others' work for unknown changes; and a policy takes whatever it finds. When a session then
 * announces those files, it takes the changes over. What was recorded stays as it is: the later snapshot only names the earlier one, and which of the changes are
 * meant follows from its announced files, without those that somebody took over before it.
 */
public final class Claims {
    /** How far back is looked: who works at the same time is not further away, and a long history costs no more. */
    private static final int ENTRIES = 50;

    private final Catalog catalog;
    private final Sessions sessions;
    private final TreeComparison comparison;

    public Claims(SnapshotStore store) {
        this.catalog = store.catalog();
        this.sessions = store.sessions();
        this.comparison = new TreeComparison(new TreeReader(new ContentReader(store.content())));
    }

    /**
     * What the next snapshot can take over, newest first: unknown changes since its session's previous snapshot, or
     * since the session began. Without a session nobody could say whose they become.
     */
    List<Claim> find(Workspace workspace, Note note) {
        Announcement announcement = Announcement.of(note.announced());
        if (announcement.isEverything() || note.session().isEmpty()) {
            return List.of();
        }
        Instant began =
                sessions.find(note.session()).map(session -> session.started()).orElse(Instant.MIN);
        try {
            return catalog.page(workspace.id(), Long.MAX_VALUE, ENTRIES).stream()
                    .takeWhile(entry -> !entry.note().session().equals(note.session()))
                    .filter(entry -> entry.note().trigger().isNobodys())
                    .filter(entry -> !entry.facts().time().isBefore(began))
                    .map(entry -> claim(entry, announcement, catalog.claimersOf(entry)))
                    .filter(claim -> !claim.changes().isEmpty())
                    .toList();
        } catch (DamagedContentException e) {
            return List.of(); // 'verify' reports it; a damaged snapshot must not prevent the next.
        }
    }

    /** What {@code snapshot} took over, as far as that can still be told. */
    public List<Claim> of(Snapshot snapshot) {
        return snapshot.note().claims().stream()
                .flatMap(id -> catalog.find(id).stream())
                .map(from -> claim(from, Announcement.of(snapshot.note().announced()), earlierClaimers(from, snapshot)))
                .toList();
    }

    private List<Snapshot> earlierClaimers(Snapshot from, Snapshot claimer) {
        return catalog.claimersOf(from).stream()
                .filter(other -> other.sequence() < claimer.sequence())
                .toList();
    }

    private Claim claim(Snapshot from, Announcement announcement, List<Snapshot> earlier) {
        Optional<Snapshot> before = from.isRemoved() ? Optional.empty() : stateBefore(from);
        List<Announcement> others = earlier.stream()
                .map(claimer -> Announcement.of(claimer.note().announced()))
                .toList();
        Predicate<Change> isOwn = change ->
                announcement.covers(change.path()) && others.stream().noneMatch(other -> other.covers(change.path()));
        List<Change> changes = before.map(state -> own(comparison.changes(state.root(), from.root()), isOwn))
                .orElse(List.of());
        return new Claim(from, before, changes);
    }

    /** None if something was removed there: what that had changed could not be told from the unknown changes. */
    private Optional<Snapshot> stateBefore(Snapshot snapshot) {
        Optional<Snapshot> earlier = catalog.before(snapshot);
        while (earlier.filter(
                        entry -> entry.isRemoved() && entry.facts().changes().isEmpty())
                .isPresent()) {
            earlier = catalog.before(earlier.get());
        }
        return earlier.filter(entry -> !entry.isRemoved());
    }

    /** A directory that came or went with one of them goes with it, whoever else had something in it. */
    private static List<Change> own(List<Change> all, Predicate<Change> isOwn) {
        List<Change> visible =
                all.stream().filter(isOwn).filter(Change::isVisible).toList();
        if (visible.isEmpty()) {
            return List.of();
        }
        Set<TreePath> around = new HashSet<>();
        visible.stream().flatMap(change -> parents(change.path())).forEach(around::add);
        return all.stream()
                .filter(change -> isOwn.test(change) || isAround(change, around))
                .toList();
    }

    private static boolean isAround(Change change, Set<TreePath> around) {
        return change.isDirectory() && change.kind() != Change.Kind.MODIFIED && around.contains(change.path());
    }

    private static Stream<TreePath> parents(TreePath path) {
        return Stream.iterate(
                        path.parent(),
                        Optional::isPresent,
                        parent -> parent.get().parent())
                .map(Optional::get);
    }
}
