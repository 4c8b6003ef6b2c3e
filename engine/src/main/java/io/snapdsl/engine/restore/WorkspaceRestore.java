package io.snapdsl.engine.restore;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.Failpoint;
import io.snapdsl.engine.Progress;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.capture.Coverage;
import io.snapdsl.engine.capture.SnapshotRecorder;
import io.snapdsl.engine.capture.WorkspaceCapture;
import io.snapdsl.engine.capture.WorkspaceCapture.Captured;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.content.DamagedContentException;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.diff.TreeComparison;
import io.snapdsl.engine.files.IoErrors;
import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.history.Trigger;
import io.snapdsl.engine.restore.RestoreApplier.Applied;
import io.snapdsl.engine.restore.RestorePlanner.State;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.engine.tree.TreeReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Brings a snapshot's state back. What is there now is captured first, so nothing is ever lost; then only what differs
 * is touched; then the result is captured, compared with the snapshot, and appended to the history, so that a restore
 * can itself be undone.
 */
public final class WorkspaceRestore {
    /** What to bring back, why, and whether only to say what would be done. */
    public record Request(
            Snapshot target,
            Selection.Request selection,
            Trigger trigger,
            String goal,
            String session,
            boolean dryRun) {}

    /** A path that is not as in the snapshot now. */
    public record Problem(TreePath path, String reason) {}

    /**
     * What was done, or would be.
     *
     * @param coverage what the target holds and what it doesn't
     * @param saved the snapshot that keeps what was there before, if that was in none yet
     * @param result the snapshot of the restored state; none for a dry run or when nothing had to be done
     */
    public record Report(
            Snapshot target,
            Coverage coverage,
            RestorePlan plan,
            long written,
            long deleted,
            Optional<Snapshot> saved,
            Optional<Snapshot> result,
            List<Problem> problems) {}

    private static final Applied NOTHING = new Applied(0, 0, List.of());

    private final SnapshotStore store;
    private final WorkspaceCapture capture;
    private final SnapshotRecorder recorder;
    private final ContentReader content;
    private final TreeReader trees;
    private final TreeComparison comparison;
    private final Progress progress;

    public WorkspaceRestore(SnapshotStore store, Clock clock, Progress progress) {
        this.store = store;
        this.capture = new WorkspaceCapture(store, progress);
        this.recorder = new SnapshotRecorder(store, capture, clock);
        this.content = new ContentReader(store.content());
        this.trees = new TreeReader(content);
        this.comparison = new TreeComparison(trees);
        this.progress = progress;
    }

    /** In place. */
    public Report restore(Workspace workspace, Request request) {
        return locked(workspace, request.trigger(), () -> restoreLocked(workspace, request));
    }

    /**
     * One step back. What has not been snapped yet counts as a step of its own: it is saved, and the workspace goes
     * back to its newest snapshot.
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
            return report(target, plan, applied, Optional.empty(), Optional.empty(), applied.problems());
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
            Function<Hash, Optional<Snapshot>> choose) {
        return locked(workspace, trigger, () -> {
            // With what the newest snapshot holds against today's rules, or that would look like a change.
            Optional<Snapshot> head = store.catalog().head(workspace.id()).filter(found -> !found.isRemoved());
            Captured present =
                    head.map(found -> captureWith(workspace, found)).orElseGet(() -> capture.capture(workspace));
            Snapshot target = choose.apply(present.root()).orElseThrow(() -> nothingTo(trigger));
            String goal = trigger.word() + " to " + target.id().shortHex();
            return restoreLocked(
                    workspace, new Request(target, Selection.Request.EVERYTHING, trigger, goal, session, dryRun));
        });
    }

    private Report locked(Workspace workspace, Trigger trigger, Supplier<Report> work) {
        return store.locks()
                .subject(workspace.id(), trigger.word())
                .during(() -> store.locks().usingContent().during(work));
    }

    private Report restoreLocked(Workspace workspace, Request request) {
        Snapshot target = request.target();
        requirePresent(target);
        State wanted = new State(target.root(), coverage(target));
        Captured present = captureWith(workspace, target);
        RestorePlan plan = new RestorePlanner(trees)
                .plan(new State(present.root(), present.coverage()), wanted, request.selection());
        if (request.dryRun() || plan.isDone()) {
            return report(target, plan, NOTHING, Optional.empty(), Optional.empty(), blocked(plan));
        }
        Optional<Snapshot> saved = saveUnknownChanges(workspace, present, request);
        Failpoint.reach("restore.saved");
        // Not read back here: the capture that follows reads everything that was written.
        HardLinks links = HardLinks.in(workspace.directory(), plan, trees, present.root(), target.root());
        Applied applied = new RestoreApplier(workspace.directory(), content, links, progress, false).apply(plan);
        Failpoint.reach("restore.applied");
        Captured after = captureWith(workspace, target);
        List<Problem> problems = new ArrayList<>(applied.problems());
        problems.addAll(deviations(plan, after, paths(applied.problems())));
        problems.addAll(blocked(plan));
        Snapshot result = recorder.publish(workspace, after, note(request));
        return report(target, plan, applied, saved, Optional.of(result), problems);
    }

    private Report report(
            Snapshot target,
            RestorePlan plan,
            Applied applied,
            Optional<Snapshot> saved,
            Optional<Snapshot> result,
            List<Problem> problems) {
        return new Report(
                target, coverage(target), plan, applied.written(), applied.deleted(), saved, result, problems);
    }

    private static List<Problem> blocked(RestorePlan plan) {
        return plan.blocked().stream()
                .map(keep -> new Problem(keep.path(), keep.reason()))
                .toList();
    }

    private static Note note(Request request) {
        return Note.of(request.trigger(), "snapdsl " + request.trigger().word(), request.goal(), request.session())
                .from(request.target().id());
    }

    /** Files that today's rules leave out, but that the snapshot holds and would overwrite, must be saved too. */
    private Captured captureWith(Workspace workspace, Snapshot target) {
        return capture.capture(
                workspace, path -> trees.find(target.root(), path).isPresent());
    }

    private Optional<Snapshot> saveUnknownChanges(Workspace workspace, Captured present, Request request) {
        if (isSaved(workspace, present)) {
            return Optional.empty();
        }
        Note note = Note.of(
                Trigger.UNKNOWN_CHANGE,
                "UnknownChangeIntegration",
                "state before: " + request.goal(),
                request.session());
        return Optional.of(recorder.publish(workspace, present, note));
    }

    private boolean isSaved(Workspace workspace, Captured present) {
        try {
            return store.catalog()
                    .head(workspace.id())
                    .filter(head -> !head.isRemoved() && !comparison.differ(head.root(), present.root()))
                    .isPresent();
        } catch (DamagedContentException e) {
            return false; // What is saved there can't be relied on.
        }
    }

    /** The capture after the restore has read every written file again: is it what the snapshot says? */
    private List<Problem> deviations(RestorePlan plan, Captured after, Set<TreePath> except) {
        List<Problem> found = new ArrayList<>();
        plan.forEach(step -> {
            if (step instanceof Step.WriteFile write && !except.contains(write.path())) {
                FileEntry wanted = write.entry();
                boolean right = trees.find(after.root(), write.path())
                        .filter(entry -> entry.sameContent(wanted) && entry.mode() == wanted.mode())
                        .isPresent();
                if (!right) {
                    found.add(new Problem(write.path(), "is not what was written: something else changed it"));
                }
            }
        });
        return found;
    }

    private static Set<TreePath> paths(List<Problem> problems) {
        return problems.stream().map(Problem::path).collect(Collectors.toSet());
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
