package io.snapdsl.web;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.capture.WorkspaceCapture;
import io.snapdsl.engine.consolidation.SnapConsolidation;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.continuity.OperationRecorder;
import io.snapdsl.engine.continuity.OperationRecorder.Recorded;
import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.history.Trigger;
import io.snapdsl.engine.restore.Selection;
import io.snapdsl.engine.restore.WorkspaceRestore;
import io.snapdsl.engine.restore.WorkspaceRestore.Report;
import io.snapdsl.engine.restore.WorkspaceRestore.Request;
import io.snapdsl.engine.revert.Resolution;
import io.snapdsl.engine.revert.What;
import io.snapdsl.engine.revert.WorkspaceRevert;
import io.snapdsl.engine.tree.TreePath;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What pages and programs do with workspaces, as the commands of the same names do it. Each says how far it is. */
public final class WorkspaceActions {
    private final StoreView view;

    public WorkspaceActions(StoreView view) {
        this.view = view;
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
        return restore(workspace, target, paths, "", Optional.empty(), dryRun);
    }

    /**
     * @param session the agent run it belongs to, or empty
     * @param onlyIf the fingerprint of the plan that a dry run has shown
     */
    public Report restore(
            Workspace workspace,
            Snapshot target,
            List<TreePath> paths,
            String session,
            Optional<Hash> onlyIf,
            boolean dryRun) {
        String what = paths.stream().map(path -> " " + path).collect(Collectors.joining());
        Request request = new Request(
                target,
                new Selection.Request(paths, TreePath.ROOT),
                Trigger.RESTORE,
                "restore " + target.id().shortHex() + what,
                session,
                dryRun);
        return during("restore", workspace, restore -> restore.restore(workspace, request.onlyIf(onlyIf)));
    }

    /** Into a directory that is empty or not there yet. */
    public Report restoreTo(Path directory, Snapshot target, List<TreePath> paths, boolean dryRun) {
        return view.activity()
                .during(
                        "restore",
                        directory.toString(),
                        progress -> new WorkspaceRestore(view.store(), view.clock(), progress)
                                .restoreTo(directory, target, new Selection.Request(paths, TreePath.ROOT), dryRun));
    }

    /** @param session the agent run it belongs to, or empty */
    public Report undo(Workspace workspace, String session, boolean dryRun) {
        return during("undo", workspace, restore -> restore.undo(workspace, session, dryRun));
    }

    public Report redo(Workspace workspace, String session, boolean dryRun) {
        return during("redo", workspace, restore -> restore.redo(workspace, session, dryRun));
    }

    private Report during(String what, Workspace workspace, Function<WorkspaceRestore, Report> work) {
        return view.activity()
                .during(
                        what,
                        workspace.name(),
                        progress -> work.apply(new WorkspaceRestore(view.store(), view.clock(), progress)));
    }

    public WorkspaceRevert.Report revert(
            Workspace workspace,
            What what,
            Optional<Resolution> resolution,
            String reason,
            String session,
            boolean dryRun) {
        return view.activity()
                .during(
                        "revert",
                        workspace.name(),
                        progress -> new WorkspaceRevert(view.store(), view.clock(), progress)
                                .revert(
                                        workspace,
                                        new WorkspaceRevert.Request(what, resolution, reason, session, dryRun)));
    }

    /** A snapshot, and what was merged because of it. */
    public record Taken(Recorded recorded, SnapConsolidation consolidation) {}

    /** @param force takes unknown changes in where the workspace is strict about them */
    public Taken snap(Workspace workspace, Note note, boolean force) {
        return view.activity().during("snap", workspace.name(), progress -> {
            Recorded recorded = new OperationRecorder(
                            view.store(), new WorkspaceCapture(view.store(), progress), view.clock())
                    .record(workspace, note, force);
            return new Taken(
                    recorded, SnapConsolidation.after(recorded, workspace, view.store(), view.clock(), progress));
        });
    }
}
