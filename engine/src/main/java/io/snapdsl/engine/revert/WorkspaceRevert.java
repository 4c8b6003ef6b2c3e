package io.snapdsl.engine.revert;

import io.snapdsl.engine.Progress;
import io.snapdsl.engine.capture.Capturing.Captured;
import io.snapdsl.engine.capture.Coverage;
import io.snapdsl.engine.capture.Extent;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.content.ContentWriter;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.diff.Change;
import io.snapdsl.engine.diff.TreeEditor;
import io.snapdsl.engine.history.ChainLink;
import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.history.Trigger;
import io.snapdsl.engine.restore.Selection;
import io.snapdsl.engine.restore.WorkspaceTransition;
import io.snapdsl.engine.restore.WorkspaceTransition.Destination;
import io.snapdsl.engine.restore.WorkspaceTransition.Done;
import io.snapdsl.engine.revert.Reversal.Version;
import io.snapdsl.engine.revert.Scope.Found;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.tree.TreeReader;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Takes some snapshots' changes out of the middle of the history and keeps everything that came later. What the
 * workspace should hold then is worked out as a tree, before anything is touched; the way there is the same as for a
 * restore. If something can't be taken back without losing a later change, nothing is done at all, unless it was said
 * how to decide that.
 */
public final class WorkspaceRevert {
    private static final int NAMED = 5;

    /**
     * What to take back.
     *
     * @param reason why, in the user's words; may be empty
     * @param session the agent run that does it; may be empty
     */
    public record Request(What what, Optional<Resolution> resolution, String reason, String session, boolean dryRun) {}

    /**
     * What was done, or would be.
     *
     * @param reverted newest first
     * @param conflicts all there are; if nobody decided them, nothing was done
     * @param done none if there were conflicts that nobody decided
     */
    public record Report(
            List<Snapshot> reverted,
            List<Conflict> conflicts,
            List<LeftAlone> leftAlone,
            List<String> notes,
            Optional<Done> done) {}

    private final SnapshotStore store;
    private final WorkspaceTransition transition;
    private final ContentReader content;
    private final Clock clock;

    public WorkspaceRevert(SnapshotStore store, Clock clock, Progress progress) {
        this.store = store;
        this.transition = new WorkspaceTransition(store, clock, progress);
        this.content = new ContentReader(store.content());
        this.clock = clock;
    }

    public Report revert(Workspace workspace, Request request) {
        return store.locks()
                .subject(workspace.id(), Trigger.REVERT.word())
                .during(() -> store.locks().usingContent().during(() -> revertLocked(workspace, request)));
    }

    private Report revertLocked(Workspace workspace, Request request) {
        ChainLink.requireSound(store.catalog(), workspace.id());
        Found found = Scope.of(request.what(), store, workspace);
        List<Snapshot> reverted = found.chosen();
        Captured present = transition.present(workspace);
        Merge.Outcome merged = new Merge(
                        store, request.resolution(), Extent.of(present.coverage()), present.root(), clock.instant())
                .of(found.parts().stream().map(this::reversal).toList());
        Decisions decisions = merged.decisions();
        boolean decided =
                decisions.conflicts().isEmpty() || request.resolution().isPresent();
        Optional<Done> done = decided
                ? Optional.of(transition.go(
                        workspace,
                        present,
                        new Destination(merged.root(), present.coverage(), Selection.Request.EVERYTHING),
                        note(request, reverted),
                        request.dryRun()))
                : Optional.empty();
        return new Report(reverted, decisions.conflicts(), decisions.leftAlone(), found.notes(), done);
    }

    private Reversal reversal(Scope.Part part) {
        Version before = Version.root(past(part.before()));
        Version after = Version.root(past(part.snapshot()));
        return new Reversal(
                part.only()
                        .map(changes -> after.withRoot(edited(part.before().root(), changes)))
                        .orElse(after),
                before);
    }

    /** The state that there would have been if only {@code changes} had happened. */
    private Hash edited(Hash root, List<Change> changes) {
        try (ContentWriter writer = new ContentWriter(store.content())) {
            Hash edited = new TreeEditor(new TreeReader(content), writer).apply(root, changes);
            writer.finish();
            return edited;
        }
    }

    private Past past(Snapshot snapshot) {
        Coverage coverage = Coverage.decode(content.chunk(snapshot.facts().coverage()));
        return new Past(snapshot, Extent.of(coverage));
    }

    private static Note note(Request request, List<Snapshot> reverted) {
        String goal = "revert " + describe(request.what(), reverted)
                + (request.reason().isEmpty() ? "" : ": " + request.reason());
        return Note.of(Trigger.REVERT, "snapdsl revert", goal, request.session())
                .from(reverted.get(0).id());
    }

    private static String describe(What what, List<Snapshot> reverted) {
        if (what instanceof What.Session session) {
            return "session " + session.name();
        }
        String ids = reverted.stream().limit(NAMED).map(s -> s.id().shortHex()).collect(Collectors.joining(" "));
        return reverted.size() > NAMED ? ids + " and " + (reverted.size() - NAMED) + " more" : ids;
    }
}
