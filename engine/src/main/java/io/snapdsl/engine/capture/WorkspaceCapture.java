package io.snapdsl.engine.capture;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.Failpoint;
import io.snapdsl.engine.Progress;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.content.ContentWriter;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.files.IoErrors;
import io.snapdsl.engine.files.NativePaths;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.tree.Tree;
import io.snapdsl.engine.tree.TreePath;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.function.Predicate;

/**
 * Stores the present content of a workspace. Nothing refers to it until a snapshot is published. Callers hold the
 * subject's lock and the one for using content.
 */
public final class WorkspaceCapture implements Capturing {
    /** Goes through a workspace, or as much of it as has to be looked at. */
    interface Walk {
        Hash root(Scanning scanning) throws IOException;
    }

    private final SnapshotStore store;
    private final Progress progress;

    public WorkspaceCapture(SnapshotStore store, Progress progress) {
        this.store = store;
        this.progress = progress;
    }

    public IgnoreRules rules(Workspace workspace) {
        return IgnoreRules.in(
                workspace.directory(), workspace.ignore(), store.checkup().directory());
    }

    /** Captures without recording anything, to compare the present state with snapshots. Takes its own locks. */
    public Captured look(Workspace workspace) {
        return store.locks()
                .subject(workspace.id(), "looking for changes")
                .during(() -> store.locks().usingContent().during(() -> capture(workspace)));
    }

    @Override
    public Captured capture(Workspace workspace) {
        return capture(workspace, path -> false);
    }

    /** @param alwaysCapture paths that are captured whatever the ignore rules say */
    public Captured capture(Workspace workspace, Predicate<TreePath> alwaysCapture) {
        return capture(
                workspace,
                rules(workspace),
                alwaysCapture,
                new Sum(),
                scanning -> new WorkspaceScanner(scanning).scan());
    }

    /** Whether somebody has deleted its directory. */
    public static boolean isGone(Workspace workspace) {
        return Files.notExists(workspace.directory(), LinkOption.NOFOLLOW_LINKS);
    }

    /** As {@link #capture(Workspace, Predicate)}; where the directory is gone, there is nothing in it. */
    public Captured captureRemains(Workspace workspace, Predicate<TreePath> alwaysCapture) {
        return isGone(workspace) ? captureNothing(workspace) : capture(workspace, alwaysCapture);
    }

    private Captured captureNothing(Workspace workspace) {
        return capture(
                workspace,
                rules(workspace),
                path -> false,
                new Sum(),
                scanning -> scanning.content().addObject(Tree.EMPTY.encode()));
    }

    /** @param found adds up what the walk finds */
    Captured capture(
            Workspace workspace, IgnoreRules rules, Predicate<TreePath> alwaysCapture, Findings found, Walk walk) {
        progress.begin("reading " + workspace.name(), "file", 0);
        StatCache cache = new StatCache(store.content(), workspace.id(), rules, Instant.now());
        try (ContentWriter content = new ContentWriter(store.content())) {
            Scanning scanning =
                    new Scanning(workspace.directory(), rules, alwaysCapture, cache, content, found, progress);
            Hash root = walk.root(scanning);
            for (TreePath leftover : scanning.leftovers()) {
                Files.deleteIfExists(NativePaths.resolve(workspace.directory(), leftover));
            }
            Coverage coverage = found.sum().coverage(rules);
            Hash coverageHash = content.addObject(coverage.encode());
            Failpoint.reach("capture.scanned");
            content.finish();
            Failpoint.reach("capture.stored");
            return new Captured(root, coverage, coverageHash);
        } catch (IOException e) {
            throw unreadable(workspace, e);
        }
    }

    /** What a walk found, added up as it comes: nothing of it is kept. */
    private static final class Sum implements Findings {
        private final Account sum = new Account();

        @Override
        public boolean entering(TreePath path, Path directory) {
            return false;
        }

        @Override
        public synchronized void found(TreePath path, Account account) {
            sum.add(account);
        }

        @Override
        public Account sum() {
            return sum;
        }
    }

    private static SnapdslException unreadable(Workspace workspace, IOException e) {
        Path directory = workspace.directory();
        if (e instanceof AccessDeniedException) {
            return new SnapdslException(
                    ErrorCode.NO_PERMISSION,
                    "No permission to read the workspace " + directory + ".",
                    "Run snapdsl as a user who may list that directory.",
                    e);
        }
        if (!Files.isDirectory(directory)) {
            return new SnapdslException(
                    ErrorCode.NOT_A_DIRECTORY,
                    "The workspace " + workspace.name() + " at " + directory + " is not a directory any more.",
                    "If it was moved, run 'snapdsl status' in its new place; if it was deleted, 'snapdsl restore "
                            + workspace.name() + "@latest' brings it back.",
                    e);
        }
        return new SnapdslException(
                ErrorCode.IO_FAILED,
                "The workspace " + directory + " can't be read: " + IoErrors.describe(e) + ".",
                "Run 'snapdsl doctor' to see what is wrong.",
                e);
    }
}
