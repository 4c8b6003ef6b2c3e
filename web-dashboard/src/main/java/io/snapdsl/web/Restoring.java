package io.snapdsl.web;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.Progress;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.history.Trigger;
import io.snapdsl.engine.restore.Selection;
import io.snapdsl.engine.restore.WorkspaceRestore;
import io.snapdsl.engine.restore.WorkspaceRestore.Report;
import io.snapdsl.engine.restore.WorkspaceRestore.Request;
import io.snapdsl.engine.tree.TreePath;
import java.util.List;
import java.util.stream.Collectors;

/** Brings states of workspaces back, as {@code snapdsl restore}, {@code undo} and {@code redo} do. */
public final class Restoring {
    private final WorkspaceRestore restore;

    public Restoring(StoreView view) {
        this.restore = new WorkspaceRestore(view.store(), view.clock(), Progress.NONE);
    }

    public Workspace workspace(Subject subject) {
        if (subject instanceof Workspace workspace) {
            return workspace;
        }
        throw new SnapdslException(
                ErrorCode.NOT_A_WORKSPACE,
                "'" + subject.name() + "' is a " + subject.kind() + ", and this can be done with a workspace only.",
                "'snapdsl " + subject.kind() + " restore ID' brings it back.");
    }

    /** @param paths everything if there are none */
    public Report restore(Workspace workspace, Snapshot target, List<TreePath> paths, boolean dryRun) {
        String what = paths.stream().map(path -> " " + path).collect(Collectors.joining());
        return restore.restore(
                workspace,
                new Request(
                        target,
                        new Selection.Request(paths, TreePath.ROOT),
                        Trigger.RESTORE,
                        "restore " + target.id().shortHex() + what,
                        "",
                        dryRun));
    }

    public Report undo(Workspace workspace, boolean dryRun) {
        return restore.undo(workspace, "", dryRun);
    }

    public Report redo(Workspace workspace, boolean dryRun) {
        return restore.redo(workspace, "", dryRun);
    }
}
