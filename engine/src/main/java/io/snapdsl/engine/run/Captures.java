package io.snapdsl.engine.run;

import io.snapdsl.engine.Progress;
import io.snapdsl.engine.capture.Capturing;
import io.snapdsl.engine.capture.WatchedCapture;
import io.snapdsl.engine.capture.WorkspaceCapture;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.store.SnapshotStore;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** The workspaces of a runner, each watched once for all policies that protect it. */
final class Captures implements AutoCloseable {
    private final SnapshotStore store;
    private final Consumer<SubjectId> changed;
    private final Map<SubjectId, WatchedCapture> watched = new HashMap<>();

    /** @param changed is told in which workspace something happened */
    Captures(SnapshotStore store, Consumer<SubjectId> changed) {
        this.store = store;
        this.changed = changed;
    }

    /** Looks only where something happened since the last time, if the system can tell; else at everything. */
    synchronized Capturing of(Workspace workspace) {
        try {
            WatchedCapture known = watched.get(workspace.id());
            if (known == null) {
                known = new WatchedCapture(store, workspace, Progress.NONE, () -> changed.accept(workspace.id()));
                watched.put(workspace.id(), known);
            }
            return known;
        } catch (IOException e) {
            // The system has no more watches to give: that works too, and takes longer.
            return new WorkspaceCapture(store, Progress.NONE);
        }
    }

    @Override
    public synchronized void close() {
        watched.values().forEach(WatchedCapture::close);
        watched.clear();
    }
}
