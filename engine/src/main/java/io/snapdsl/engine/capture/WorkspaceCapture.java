package io.snapdsl.engine.capture;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.Failpoint;
import io.snapdsl.engine.Progress;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.capture.WorkspaceScanner.Scan;
import io.snapdsl.engine.content.ContentWriter;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.files.IoErrors;
import io.snapdsl.engine.files.NativePaths;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.tree.TreePath;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.function.Predicate;

/**
 * Stores the present content of a workspace. Nothing refers to it until a snapshot is published. Callers hold the
 * subject's lock and the one for using content.
 */
public final class WorkspaceCapture {
    /** The stored tree, and the stored account of what it covers. */
    public record Captured(Hash root, Coverage coverage, Hash coverageHash) {}

    private final SnapshotStore store;
    private final Progress progress;

    public WorkspaceCapture(SnapshotStore store, Progress progress) {
        this.store = store;
        this.progress = progress;
    }

    public IgnoreRules rules(Workspace workspace) {
        return IgnoreRules.in(workspace.directory(), store.checkup().directory());
    }

    /** Captures without recording anything, to compare the present state with snapshots. Takes its own locks. */
    public Captured look(Workspace workspace) {
        return store.locks()
                .subject(workspace.id(), "looking for changes")
                .during(() -> store.locks().usingContent().during(() -> capture(workspace)));
    }

    public Captured capture(Workspace workspace) {
        return capture(workspace, path -> false);
    }

    /** @param alwaysCapture paths that are captured whatever the ignore rules say */
    public Captured capture(Workspace workspace, Predicate<TreePath> alwaysCapture) {
        progress.begin("reading " + workspace.name(), "file", 0);
        IgnoreRules rules = rules(workspace);
        StatCache cache = new StatCache(store.content(), workspace.id(), rules, Instant.now());
        try (ContentWriter content = new ContentWriter(store.content())) {
            Scan scan =
                    new WorkspaceScanner(workspace.directory(), rules, alwaysCapture, cache, content, progress).scan();
            for (TreePath leftover : scan.leftovers()) {
                Files.deleteIfExists(NativePaths.resolve(workspace.directory(), leftover));
            }
            Hash coverage = content.addObject(scan.coverage().encode());
            Failpoint.reach("capture.scanned");
            content.finish();
            Failpoint.reach("capture.stored");
            return new Captured(scan.root(), scan.coverage(), coverage);
        } catch (IOException e) {
            throw unreadable(workspace, e);
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
                    "If it was moved, run 'snapdsl status' in its new place; its history is kept.",
                    e);
        }
        return new SnapdslException(
                ErrorCode.IO_FAILED,
                "The workspace " + directory + " can't be read: " + IoErrors.describe(e) + ".",
                "Run 'snapdsl doctor' to see what is wrong.",
                e);
    }
}
