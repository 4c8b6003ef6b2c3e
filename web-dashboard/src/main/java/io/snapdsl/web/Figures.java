package io.snapdsl.web;

import io.snapdsl.engine.retention.StoreStatistics;
import io.snapdsl.engine.retention.StoreStatistics.Totals;
import io.snapdsl.engine.store.ContentStore.Sizes;
import io.snapdsl.engine.store.SnapshotStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * What a store holds in all. To count it every snapshot is looked at, and no page may wait for a hundred thousand of
 * them: so a thread of its own counts, when something has happened since it did so last, and pages show what it found.
 */
public final class Figures implements AutoCloseable {
    /** With more snapshots than these, pages do what looks at each of them only if somebody asks. */
    public static final long MOST_COUNTED_UNASKED = 3000;

    /** The thread rests so many times as long as it counted. */
    private static final int REST = 20;

    /** @param operation the newest one that is counted in */
    public record Counted(Totals totals, Sizes sizes, long operation, Instant at) {}

    private final SnapshotStore store;
    private final Clock clock;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(work -> {
        Thread made = new Thread(work, "figures");
        made.setDaemon(true);
        return made;
    });

    private Optional<Future<Counted>> counting = Optional.empty();
    private Optional<Counted> last = Optional.empty();
    private long took;
    /** By {@link System#nanoTime}. */
    private long notBefore = System.nanoTime();

    Figures(SnapshotStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    /** As they are, if that is found out within {@code patience}; else as they were last, if that is known. */
    public Optional<Counted> within(Duration patience) {
        Optional<Future<Counted>> pending = begin();
        if (pending.isPresent() && mayBeDoneWithin(patience)) {
            try {
                return Optional.of(pending.get().get(patience.toMillis(), TimeUnit.MILLISECONDS));
            } catch (TimeoutException e) {
                return last();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return last();
            } catch (ExecutionException e) {
                throw e.getCause() instanceof RuntimeException known ? known : new IllegalStateException(e.getCause());
            }
        }
        return last();
    }

    /** To wait for what took longer the last time is of no use to anybody. */
    private synchronized boolean mayBeDoneWithin(Duration patience) {
        return last.isEmpty() || took < patience.toNanos();
    }

    private synchronized Optional<Counted> last() {
        return last;
    }

    private synchronized Optional<Future<Counted>> begin() {
        boolean isCurrent = last.filter(
                        known -> known.operation() == store.auditLog().newestNumber())
                .isPresent();
        if (counting.isEmpty() && !isCurrent && System.nanoTime() - notBefore >= 0) {
            counting = Optional.of(thread.submit(this::count));
        }
        return counting;
    }

    private Counted count() {
        long begun = System.nanoTime();
        Optional<Counted> found = Optional.empty();
        try {
            long operation = store.auditLog().newestNumber();
            found = Optional.of(store.locks()
                    .usingContent()
                    .during(() -> new Counted(
                            new StoreStatistics(store).totals(), store.content().sizes(), operation, clock.instant())));
            return found.get();
        } finally {
            ended(found, begun);
        }
    }

    private synchronized void ended(Optional<Counted> counted, long begun) {
        counting = Optional.empty();
        counted.ifPresent(found -> last = Optional.of(found));
        took = System.nanoTime() - begun;
        notBefore = System.nanoTime() + REST * took;
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
