package io.snapdsl.engine.capture;

import io.snapdsl.engine.Progress;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.store.SnapshotStore;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** The workspaces of a running process, each watched once for all who take snapshots of it. */
public final class WatchedWorkspaces implements AutoCloseable {
    private final SnapshotStore store;
    private final List<Consumer<SubjectId>> listeners = new CopyOnWriteArrayList<>();
    private final Map<SubjectId, WatchedCapture> watched = new HashMap<>();

    public WatchedWorkspaces(SnapshotStore store) {
        this.store = store;
    }

    /** From now on {@code changed} is told in which workspace something happened; it must not wait for anything. */
    public void listen(Consumer<SubjectId> changed) {
        listeners.add(changed);
    }

    /** Looks only where something happened since the last time, if the system can tell; else at everything. */
    public synchronized Capturing of(Workspace workspace) {
        try {
            WatchedCapture known = watched.get(workspace.id());
            if (known == null) {
                known = new WatchedCapture(store, workspace, Progress.NONE, () -> changed(workspace.id()));
                watched.put(workspace.id(), known);
            }
            return known;
        } catch (IOException e) {
            // The system has no more watches to give: that works too, and takes longer.
            return new WorkspaceCapture(store, Progress.NONE);
        }
    }

    private void changed(SubjectId workspace) {
        listeners.forEach(listener -> listener.accept(workspace));
    }

    @Override
    public synchronized void close() {
        watched.values().forEach(WatchedCapture::close);
        watched.clear();
    }
}
