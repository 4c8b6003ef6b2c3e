package io.snapdsl.engine.restore;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.Failpoint;
import io.snapdsl.engine.Progress;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.capture.Capturing.Captured;
import io.snapdsl.engine.capture.Coverage;
import io.snapdsl.engine.capture.SnapshotRecorder;
import io.snapdsl.engine.capture.WorkspaceCapture;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.content.DamagedContentException;
import io.snapdsl.engine.content.FileContent;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.diff.TreeComparison;
import io.snapdsl.engine.files.IoErrors;
import io.snapdsl.engine.files.NativePaths;
import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.restore.RestoreApplier.Applied;
import io.snapdsl.engine.restore.RestorePlanner.State;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.tree.TreeEntry.DirectoryEntry;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.engine.tree.TreeReader;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Takes a workspace from its captured state to a stored tree, whether that is a snapshot's or was made up. What is in
 * no snapshot yet is saved first, so nothing is ever lost; then only what differs is touched; then the result is
 * captured, compared with the tree, and appended to the history, so that the step can itself be undone. Callers hold
 * the subject's lock and the one for using content.
 */
public final class WorkspaceTransition {
    /**
     * Where to go.
     *
     * @param coverage what the tree knows nothing about, and so stays as it is
     */
    public record Destination(Hash root, Coverage coverage, Selection.Request selection) {}

    /**
     * Who goes along.
     *
     * @param planned is shown the plan before anything is done, and may refuse by throwing
     * @param leaving is told which snapshot holds what is there, right before any of it is touched
     */
    record Onlooker(Consumer<RestorePlan> planned, Consumer<Snapshot> leaving) {
        static final Onlooker NONE = new Onlooker(plan -> {}, before -> {});
    }

    /** A path that is not as it should be now. */
    public record Problem(TreePath path, String reason) {}

    /**
     * What was done, or would be.
     *
     * @param saved the snapshot that keeps what was there before, if that was in none yet
     * @param result the snapshot of the new state; none for a dry run or when nothing had to be done
     * @param there what is there afterwards, or now, if nothing was done
     */
    public record Done(
            RestorePlan plan,
            long written,
            long deleted,
            Optional<Snapshot> saved,
            Optional<Snapshot> result,
            List<Problem> problems,
            Coverage there) {}

    private final SnapshotStore store;
    private final WorkspaceCapture capture;
    private final SnapshotRecorder recorder;
    private final ContentReader content;
    private final TreeReader trees;
    private final TreeComparison comparison;
    private final Progress progress;

    public WorkspaceTransition(SnapshotStore store, Clock clock, Progress progress) {
        this.store = store;
        this.capture = new WorkspaceCapture(store, progress);
        this.recorder = new SnapshotRecorder(store, clock);
        this.content = new ContentReader(store.content());
        this.trees = new TreeReader(content);
        this.comparison = new TreeComparison(trees);
        this.progress = progress;
    }

    /** The present state, with what the newest snapshot holds against today's rules, or that would look like a change. */
    public Captured present(Workspace workspace) {
        return store.catalog()
                .head(workspace.id())
                .filter(head -> !head.isRemoved())
                .map(head -> captureWith(workspace, head.root()))
                .orElseGet(() -> capture.captureRemains(workspace, path -> false));
    }

    /** The present state, with the files that today's rules leave out but that {@code tree} holds and may overwrite. */
    Captured captureWith(Workspace workspace, Hash tree) {
        return capture.captureRemains(workspace, path -> trees.find(tree, path).isPresent());
    }

    /** @param note what the new snapshot says about itself */
    public Done go(Workspace workspace, Captured present, Destination to, Note note, boolean dryRun) {
        return go(workspace, present, to, note, dryRun, Onlooker.NONE);
    }

    Done go(Workspace workspace, Captured present, Destination to, Note note, boolean dryRun, Onlooker onlooker) {
        RestorePlan plan = new RestorePlanner(trees)
                .plan(
                        new State(present.root(), present.coverage()),
                        new State(to.root(), to.coverage()),
                        to.selection());
        onlooker.planned().accept(plan);
        if (dryRun || plan.isDone()) {
            List<Problem> problems = new ArrayList<>(blocked(plan));
            problems.addAll(staying(workspace, present, plan));
            return new Done(plan, 0, 0, Optional.empty(), Optional.empty(), problems, present.coverage());
        }
        makeAgain(workspace.directory());
        Optional<Snapshot> saved = saveUnknownChanges(workspace, exact(workspace, present, plan, to), note);
        Failpoint.reach("restore.saved");
        onlooker.leaving()
                .accept(saved.or(() -> store.catalog().head(workspace.id())).orElseThrow());
        return store.withRoomToRecord(plan.written(), () -> apply(workspace, present, plan, to, note, saved));
    }

    /** Directories that can't go, as there is something in them that was not captured. */
    private List<Problem> staying(Workspace workspace, Captured present, RestorePlan plan) {
        List<Problem> staying = new ArrayList<>();
        plan.forEach(step -> {
            if (step instanceof Step.Delete delete && delete.entry() instanceof DirectoryEntry) {
                Path directory = NativePaths.resolve(workspace.directory(), step.path());
                try (DirectoryStream<Path> children = Files.newDirectoryStream(directory)) {
                    for (Path child : children) {
                        if (trees.find(present.root(), step.path().resolve(NativePaths.name(child)))
                                .isEmpty()) {
                            staying.add(new Problem(step.path(), RestoreApplier.NOT_EMPTY));
                            break;
                        }
                    }
                } catch (IOException | DirectoryIteratorException e) {
                    staying.add(new Problem(step.path(), "can't be looked into: " + e.getMessage()));
                }
            }
        });
        return staying;
    }

    private static void makeAgain(Path directory) {
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new SnapdslException(
                    ErrorCode.NO_PERMISSION,
                    "The workspace's directory " + directory + " is gone and can't be made again: "
                            + IoErrors.describe(e) + ".",
                    "Make it, or bring the snapshot back elsewhere with 'snapdsl restore ID --to DIR'.",
                    e);
        }
    }

    private Done apply(
            Workspace workspace,
            Captured present,
            RestorePlan plan,
            Destination to,
            Note note,
            Optional<Snapshot> saved) {
        // Not read back here: the capture that follows reads everything that was written.
        HardLinks links = HardLinks.in(workspace.directory(), plan, trees, present.root(), to.root());
        Applied applied = new RestoreApplier(workspace.directory(), content, links, progress, false).apply(plan);
        Failpoint.reach("restore.applied");
        Captured after = captureWith(workspace, to.root());
        List<Problem> problems = new ArrayList<>(applied.problems());
        problems.addAll(deviations(plan, after, paths(applied.problems())));
        problems.addAll(blocked(plan));
        Snapshot result = recorder.publish(workspace, after, note);
        return new Done(
                plan, applied.written(), applied.deleted(), saved, Optional.of(result), problems, after.coverage());
    }

    /**
     * What is written through a memory map may leave no trace in a file's times. So what is about to be lost is read
     * once more; if it isn't what was captured, everything is captured anew, and every file read.
     */
    private Captured exact(Workspace workspace, Captured present, RestorePlan plan, Destination to) {
        boolean[] exact = {true};
        plan.forEach(step -> exact[0] = exact[0] && (!isLoss(step) || isAsCaptured(workspace, present, step.path())));
        if (exact[0]) {
            return present;
        }
        store.content().clearCache();
        return captureWith(workspace, to.root());
    }

    private static boolean isLoss(Step step) {
        return step instanceof Step.Delete || step instanceof Step.WriteFile write && write.replaces();
    }

    private boolean isAsCaptured(Workspace workspace, Captured present, TreePath path) {
        Optional<FileEntry> captured = trees.find(present.root(), path)
                .filter(FileEntry.class::isInstance)
                .map(FileEntry.class::cast);
        if (captured.isEmpty()) {
            return true;
        }
        try {
            Path file = NativePaths.resolve(workspace.directory(), path);
            return FileContent.read(file, FileContent.Sink.NONE)
                    .content()
                    .equals(captured.get().content());
        } catch (IOException e) {
            return false; // It has just changed in another way: the new capture will tell.
        }
    }

    private static List<Problem> blocked(RestorePlan plan) {
        return plan.blocked().stream()
                .map(keep -> new Problem(keep.path(), keep.reason()))
                .toList();
    }

    private Optional<Snapshot> saveUnknownChanges(Workspace workspace, Captured present, Note cause) {
        if (isSaved(workspace, present)) {
            return Optional.empty();
        }
        Note note = Note.unknownChanges("state before: " + cause.goal());
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

    /** The capture after the restore has read every written file again: is it what the tree says? */
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
}
