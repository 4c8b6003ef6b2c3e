package io.snapdsl.api;

import io.snapdsl.engine.agent.AgentHub;
import io.snapdsl.engine.capture.Capturing;
import io.snapdsl.engine.capture.WatchedWorkspaces;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Workspaces;
import io.snapdsl.engine.store.SnapshotStore;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A store that is open, and what goes on in it for this process. */
final class Opened implements AutoCloseable {
    /** Whoever does not want to wait uses the asynchronous calls. */
    private static final Duration PATIENCE = Duration.ofHours(1);

    private static final long LAST_WORK_SECONDS = 60;

    private final SnapshotStore store;
    private final Clock clock = Clock.systemDefaultZone();
    private final WatchedWorkspaces watched;
    private final AgentHub hub;
    private final ExecutorService executor = Executors.newSingleThreadExecutor(work -> {
        Thread thread = new Thread(work, "snapdsl");
        thread.setDaemon(true);
        return thread;
    });

    Opened(SnapshotStore store, Workspaces workspaces) {
        this.store = store;
        this.watched = new WatchedWorkspaces(store);
        this.hub = new AgentHub(store, workspaces, watched::of, clock, PATIENCE);
    }

    SnapshotStore store() {
        return store;
    }

    Clock clock() {
        return clock;
    }

    Capturing capture(Subject.Workspace workspace) {
        return watched.of(workspace);
    }

    AgentCallbacks callbacks(String agent, Path directory) {
        return new AgentCallbacks(hub, executor, AgentCallbacks.newRun(agent, directory));
    }

    <T> CompletableFuture<T> later(Supplier<T> work) {
        return CompletableFuture.supplyAsync(work, executor);
    }

    /** What was begun is finished first. */
    @Override
    public void close() {
        executor.shutdown();
        try {
            executor.awaitTermination(LAST_WORK_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        hub.close();
        watched.close();
        store.close();
    }
}
