package io.snapdsl.engine.restore;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.Progress;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.capture.Capturing.Captured;
import io.snapdsl.engine.capture.Coverage;
import io.snapdsl.engine.capture.WorkspaceCapture;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.diff.TreeComparison;
import io.snapdsl.engine.files.IoErrors;
import io.snapdsl.engine.history.ChainLink;
import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.history.Trigger;
import io.snapdsl.engine.restore.RestoreApplier.Applied;
import io.snapdsl.engine.restore.RestorePlanner.State;
import io.snapdsl.engine.restore.UndoTrail.Way;
import io.snapdsl.engine.restore.WorkspaceTransition.Destination;
import io.snapdsl.engine.restore.WorkspaceTransition.Done;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.tree.TreeReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Brings a snapshot's state back: a chosen one's, the one before the last step, or that before the last undo. */
public final class WorkspaceRestore {
    /** What to bring back, why, and whether only to say what would be done. */
    public record Request(
            Snapshot target,
            Selection.Request selection,
            Trigger trigger,
            String goal,
            String session,
            boolean dryRun,
            Optional<Hash> onlyIf) {
        public Request(
                Snapshot target,
                Selection.Request selection,
                Trigger trigger,
                String goal,
                String session,
                boolean dryRun) {
            this(target, selection, trigger, goal, session, dryRun, Optional.empty());
        }

        /** Refused unless the plan's fingerprint is still the one that a dry run has shown. */
        public Request onlyIf(Optional<Hash> fingerprint) {
            return new Request(target, selection, trigger, goal, session, dryRun, fingerprint);
        }
    }

    /**
     * @param coverage what the target holds and what it doesn't
     * @param unfinished whether this was an undo or redo of which something is left, for the next one to do
     * @param notes what else it takes back, and why
     * @param fingerprint of the plan, if it was only asked for: by it the same can be asked to be done
     */
    public record Report(
            Snapshot target,
            Coverage coverage,
            Done done,
            boolean unfinished,
            List<String> notes,
            Optional<Hash> fingerprint) {}

    private static final Applied NOTHING = new Applied(0, 0, List.of());

    private final SnapshotStore store;
    private final WorkspaceTransition transition;
    private final ContentReader content;
    private final TreeReader trees;
    private final TreeComparison comparison;
    private final UnfinishedStep unfinished;
    private final Progress progress;

    public WorkspaceRestore(SnapshotStore store, Clock clock, Progress progress) {
        this.store = store;
        this.transition = new WorkspaceTransition(store, clock, progress);
        this.content = new ContentReader(store.content());
        this.trees = new TreeReader(content);
        this.comparison = new TreeComparison(trees);
        this.unfinished = new UnfinishedStep(store.catalog(), content);
        this.progress = progress;
    }

    /** In place. */
    public Report restore(Workspace workspace, Request request) {
        return restore(workspace, request, before -> {});
    }

    /**
     * As {@link #restore(Workspace, Request)}.
     *
     * @param leaving is told which snapshot holds what is there, right before any of it is touched
     */
    public Report restore(Workspace workspace, Request request, Consumer<Snapshot> leaving) {
        return locked(workspace, request.trigger(), () -> restoreLocked(workspace, request, List.of(), leaving));
    }

    /**
     * One step back. What has not been snapped yet counts as a step of its own: it is saved, and the workspace goes
     * back to its newest snapshot. An undo that stopped halfway is gone on with.
     */
    public Report undo(Workspace workspace, String session, boolean dryRun) {
        UndoTrail trail = new UndoTrail(store.catalog(), workspace, comparison::differ);
        return step(workspace, Trigger.UNDO, session, dryRun, trail::back);
    }

    /** Takes the newest undo back. */
    public Report redo(Workspace workspace, String session, boolean dryRun) {
        UndoTrail trail = new UndoTrail(store.catalog(), workspace, comparison::differ);
        return step(workspace, Trigger.REDO, session, dryRun, trail::forward);
    }

    /** Into a directory of its own, which must be empty or not exist yet. */
    public Report restoreTo(Path directory, Snapshot target, Selection.Request selection, boolean dryRun) {
        requireEmpty(directory);
        return store.locks().usingContent().during(() -> {
            requirePresent(target);
            RestorePlan plan = new RestorePlanner(trees).planFromNothing(target.root(), selection);
            Applied applied = dryRun ? NOTHING : write(directory, plan);
            Done done = new Done(
                    plan,
                    applied.written(),
                    applied.deleted(),
                    Optional.empty(),
                    Optional.empty(),
                    applied.problems(),
                    Coverage.NOTHING);
            return new Report(target, coverage(target), done, false, List.of(), Optional.empty());
        });
    }

    private Applied write(Path directory, RestorePlan plan) {
        try {
            Path real = Files.createDirectories(directory).toRealPath();
            return new RestoreApplier(real, content, HardLinks.none(), progress, true).apply(plan);
        } catch (IOException e) {
            throw new SnapdslException(
                    ErrorCode.NO_PERMISSION,
                    "The directory " + directory + " can't be made: " + IoErrors.describe(e) + ".",
                    "Choose another with --to DIR.",
                    e);
        }
    }

    private Report step(
            Workspace workspace,
            Trigger trigger,
            String session,
            boolean dryRun,
            Function<Hash, Optional<Way>> choose) {
        return locked(workspace, trigger, () -> {
            Captured present = transition.present(workspace);
            Way way = store.catalog()
                    .head(workspace.id())
                    .flatMap(head -> unfinished.target(head, trigger, new State(present.root(), present.coverage())))
                    .map(UndoTrail::plainly)
                    .or(() -> choose.apply(present.root()))
                    .orElseThrow(() -> nothingTo(trigger));
            String goal = trigger.word() + " to " + way.target().id().shortHex();
            return restoreLocked(
                    workspace,
                    new Request(way.target(), Selection.Request.EVERYTHING, trigger, goal, session, dryRun),
                    way.notes(),
                    before -> {});
        });
    }

    private Report locked(Workspace workspace, Trigger trigger, Supplier<Report> work) {
        return store.locks()
                .subject(workspace.id(), trigger.word())
                .during(() -> store.locks().usingContent().during(() -> {
                    ChainLink.requireSound(store.catalog(), workspace.id());
                    return work.get();
                }));
    }

    private Report restoreLocked(Workspace workspace, Request request, List<String> notes, Consumer<Snapshot> leaving) {
        Snapshot target = request.target();
        requirePresent(target);
        Coverage coverage = coverage(target);
        boolean wasGone = WorkspaceCapture.isGone(workspace);
        Captured present = transition.captureWith(workspace, target.root());
        Done done = transition.go(
                workspace,
                present,
                new Destination(target.root(), coverage, request.selection()),
                note(request),
                request.dryRun(),
                new WorkspaceTransition.Onlooker(plan -> requireAsShown(plan, present, request), leaving));
        boolean unfinished = done.result().filter(this.unfinished::isUnfinished).isPresent();
        return new Report(
                target,
                coverage,
                done,
                unfinished,
                wasGone ? withGone(workspace, request.dryRun(), notes) : notes,
                Optional.of(request)
                        .filter(Request::dryRun)
                        .map(asked -> PlanFingerprint.of(done.plan(), trees, present.root())));
    }

    private void requireAsShown(RestorePlan plan, Captured present, Request request) {
        if (request.onlyIf()
                .filter(shown -> !shown.equals(PlanFingerprint.of(plan, trees, present.root())))
                .isPresent()) {
            throw new SnapdslException(
                    ErrorCode.PREVIEW_OUTDATED,
                    "Something has changed since the preview, so other things would be done than it showed; nothing was"
                            + " touched.",
                    "Look at a new preview, and give its fingerprint.");
        }
    }

    private static List<String> withGone(Workspace workspace, boolean dryRun, List<String> notes) {
        String note = "The directory " + workspace.directory() + " was gone, and " + (dryRun ? "would be" : "has been")
                + " made again.";
        return Stream.concat(Stream.of(note), notes.stream()).toList();
    }

    private static Note note(Request request) {
        return Note.of(request.trigger(), "snapdsl " + request.trigger().word(), request.goal(), request.session())
                .from(request.target().id());
    }

    private Coverage coverage(Snapshot snapshot) {
        return Coverage.decode(content.chunk(snapshot.facts().coverage()));
    }

    /** It may have been removed while we waited for the lock. */
    private void requirePresent(Snapshot target) {
        if (store.catalog()
                .find(target.id())
                .filter(found -> !found.isRemoved())
                .isEmpty()) {
            throw new SnapdslException(
                    ErrorCode.UNKNOWN_SNAPSHOT,
                    "Snapshot " + target.id().shortHex() + " has just been removed.",
                    "Choose another one from 'snapdsl log'.");
        }
    }

    private static void requireEmpty(Path directory) {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> files = Files.list(directory)) {
            if (files.findAny().isPresent()) {
                throw new SnapdslException(
                        ErrorCode.TARGET_NOT_EMPTY,
                        directory + " is not empty, and a restore to another place overwrites nothing.",
                        "Choose a new or an empty directory.");
            }
        } catch (IOException e) {
            throw new SnapdslException(
                    ErrorCode.NOT_A_DIRECTORY, directory + " is not a directory.", "Choose another with --to DIR.", e);
        }
    }

    private static SnapdslException nothingTo(Trigger trigger) {
        boolean undo = trigger == Trigger.UNDO;
        return new SnapdslException(
                undo ? ErrorCode.NOTHING_TO_UNDO : ErrorCode.NOTHING_TO_REDO,
                undo
                        ? "There is no earlier state to go back to."
                        : "There is no undone step to take back: something else happened since, or nothing was undone.",
                "'snapdsl log' lists every state; 'snapdsl restore ID' brings any of them back.");
    }
}
