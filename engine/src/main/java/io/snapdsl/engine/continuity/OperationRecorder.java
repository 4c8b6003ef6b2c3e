package io.snapdsl.engine.continuity;

import io.snapdsl.engine.capture.Capturing;
import io.snapdsl.engine.capture.Capturing.Captured;
import io.snapdsl.engine.capture.Coverage;
import io.snapdsl.engine.capture.SnapshotRecorder;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.content.DamagedContentException;
import io.snapdsl.engine.continuity.Unannounced.State;
import io.snapdsl.engine.history.ChainLink;
import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.history.Publication;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.history.Trigger;
import io.snapdsl.engine.history.UnknownChanges;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.tree.TreeReader;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Records what an operation did, and sees to it that what others did meanwhile is not taken for its work: changes that
 * the operation did not announce are integrated first, named, or a reason to refuse, as the workspace has it.
 */
public final class OperationRecorder {
    private static final int LISTED = 20;

    /**
     * What was recorded.
     *
     * @param integrated the compensating snapshot that took the unknown changes in
     * @param claims what earlier ones had taken for unknown changes, and is known to be this operation's now
     */
    public record Recorded(
            Snapshot snapshot,
            Coverage coverage,
            Optional<Snapshot> integrated,
            List<UnknownChange> unknown,
            List<Claim> claims) {}

    private final SnapshotStore store;
    private final Capturing capture;
    private final SnapshotRecorder recorder;
    private final ContentReader content;
    private final TreeReader trees;

    public OperationRecorder(SnapshotStore store, Capturing capture, Clock clock) {
        this.store = store;
        this.capture = capture;
        this.recorder = new SnapshotRecorder(store, clock);
        this.content = new ContentReader(store.content());
        this.trees = new TreeReader(content);
    }

    /**
     * Takes the operation's snapshot, and before it one of the unknown changes if there are any and the workspace
     * integrates them. All under one lock, so the two follow each other; each is published by itself, so a kill in
     * between leaves a history that ends with the unknown changes.
     *
     * @param note its announced files say what is known; none means everything
     * @param force integrates unknown changes where the workspace would refuse them
     */
    public Recorded record(Workspace workspace, Note note, boolean force) {
        return locked(workspace, "taking a snapshot", () -> {
            ChainLink.requireSound(store.catalog(), workspace.id());
            return publish(draft(workspace, note, force, capture.capture(workspace)));
        });
    }

    /** As {@link #record}, unless the newest snapshot says already how the workspace is. */
    public Optional<Recorded> recordIfChanged(Workspace workspace, Note note) {
        return locked(workspace, "taking a snapshot", () -> {
            ChainLink.requireSound(store.catalog(), workspace.id());
            Captured captured = capture.capture(workspace);
            return head(workspace)
                            .map(Snapshot::root)
                            .filter(captured.root()::equals)
                            .isPresent()
                    ? Optional.empty()
                    : Optional.of(publish(draft(workspace, note, false, captured)));
        });
    }

    private Recorded publish(Recorded drafted) {
        recorder.publish(Publication.of(drafted.snapshot()));
        return drafted;
    }

    private Optional<Snapshot> head(Workspace workspace) {
        return store.catalog().head(workspace.id()).filter(found -> !found.isRemoved());
    }

    /**
     * What there is to publish once the unknown changes are, which this does. The caller holds the workspace's lock, and
     * that for using content, from before the capture until it is published.
     */
    Recorded draft(Workspace workspace, Note note, boolean force, Captured captured) {
        UnknownChanges treatment = treatment(workspace, force);
        Optional<Snapshot> head = head(workspace);
        Unannounced found = head.map(before -> unannounced(before, captured, note, treatment))
                .orElse(Unannounced.NOTHING);
        if (treatment == UnknownChanges.STRICT && !found.unknown().isEmpty()) {
            throw refusal(workspace, found.unknown());
        }
        List<Claim> claims = new Claims(store).find(workspace, note, captured.root());
        Optional<Snapshot> integrated = Optional.empty();
        if (treatment == UnknownChanges.AUTO_INTEGRATE && !found.unknown().isEmpty()) {
            Captured compensating = new Compensation(store.content(), trees)
                    .of(head.orElseThrow().root(), found, captured);
            integrated = Optional.of(
                    recorder.publish(workspace, compensating, Note.unknownChanges(goal(found.unknown(), note))));
        }
        List<SnapshotId> claimed =
                claims.stream().map(claim -> claim.from().id()).toList();
        Snapshot snapshot = recorder.draft(workspace, captured, note.claiming(claimed));
        return new Recorded(snapshot, captured.coverage(), integrated, found.unknown(), claims);
    }

    /**
     * The way on when nothing else helps: takes what is there for what should be there, and says why. Every file is
     * read again, whatever the stat cache remembers; and it follows the newest entry even if that is broken.
     */
    public Recorded reset(Workspace workspace, String reason, String session) {
        return locked(workspace, "resetting continuity", () -> {
            store.content().clearCache();
            Captured captured = capture.capture(workspace);
            Note note = Note.of(Trigger.UNKNOWN_CHANGE, "snapdsl reset-continuity", reason, session);
            Snapshot snapshot = recorder.publish(workspace, captured, note, "reset-continuity");
            return new Recorded(snapshot, captured.coverage(), Optional.empty(), List.of(), List.of());
        });
    }

    private <T> T locked(Workspace workspace, String purpose, Supplier<T> work) {
        return store.locks()
                .subject(workspace.id(), purpose)
                .during(() -> store.locks().usingContent().during(work));
    }

    /** It may have been changed since the workspace was looked up, while we waited for the lock. */
    private UnknownChanges treatment(Workspace workspace, boolean force) {
        UnknownChanges chosen = store.subjects()
                .find(workspace.id())
                .filter(Workspace.class::isInstance)
                .map(subject -> ((Workspace) subject).unknownChanges())
                .orElse(workspace.unknownChanges());
        return force && chosen == UnknownChanges.STRICT ? UnknownChanges.AUTO_INTEGRATE : chosen;
    }

    private Unannounced unannounced(Snapshot before, Captured captured, Note note, UnknownChanges treatment) {
        Announcement announcement = Announcement.of(note.announced());
        if (announcement.isEverything() || before.root().equals(captured.root())) {
            return Unannounced.NOTHING;
        }
        try {
            Coverage coverage = Coverage.decode(content.chunk(before.facts().coverage()));
            return Unannounced.between(
                    new State(before.root(), coverage),
                    new State(captured.root(), captured.coverage()),
                    announcement,
                    content);
        } catch (DamagedContentException e) {
            if (treatment == UnknownChanges.STRICT) {
                throw e;
            }
            return Unannounced.NOTHING; // 'verify' reports it; a damaged snapshot must not prevent the next.
        }
    }

    private static String goal(List<UnknownChange> unknown, Note note) {
        String count = unknown.size() == 1 ? "1 unknown change" : unknown.size() + " unknown changes";
        String what = note.goal().isEmpty() ? note.tool() : note.goal();
        return what.isEmpty() ? count : count + " before: " + what;
    }

    private static UnknownChangesException refusal(Workspace workspace, List<UnknownChange> unknown) {
        String listed =
                unknown.stream().limit(LISTED).map(UnknownChange::describe).collect(Collectors.joining(", "));
        String more = unknown.size() > LISTED ? ", and " + (unknown.size() - LISTED) + " more" : "";
        return new UnknownChangesException(
                "The workspace " + workspace.name() + " has changes that were not announced: " + listed + more + ".",
                "Nothing was recorded. Look at them with 'snapdsl diff'; then announce them with --files, take them in"
                        + " with --force, or undo them.",
                unknown);
    }
}
