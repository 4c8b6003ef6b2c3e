package io.snapdsl.engine.agent;

import io.snapdsl.engine.history.SubjectId;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Does one thing after the other. Its thread goes when there is nothing to do. */
final class WorkspaceQueue implements AutoCloseable {
    private static final long IDLE_SECONDS = 30;
    private static final long PATIENCE_SECONDS = 30;

    private final UnderWay underWay = new UnderWay();
    private final ThreadPoolExecutor executor;

    WorkspaceQueue(SubjectId workspace) {
        executor = new ThreadPoolExecutor(1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), work -> {
            Thread thread = new Thread(work, "snapdsl-agents-" + workspace.value());
            thread.setDaemon(true);
            return thread;
        });
        executor.allowCoreThreadTimeOut(true);
    }

    <T> CompletableFuture<T> add(Function<UnderWay, T> work) {
        return CompletableFuture.supplyAsync(() -> work.apply(underWay), executor);
    }

    @Override
    public void close() {
        executor.shutdown();
        try {
            executor.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
