package io.snapdsl.engine.run;

import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.policy.Policy;
import io.snapdsl.engine.policy.When;
import io.snapdsl.engine.policy.When.FileChange;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * One policy's requests, worked off one after the other by a thread of its own. What is asked for while a snapshot is
 * under way is done once after it, however often it was asked for. What failed is tried again, each time later.
 */
final class PolicyLane {
    private static final Duration FIRST_RETRY = Duration.ofSeconds(5);
    private static final Duration LAST_RETRY = Duration.ofMinutes(5);

    private final PolicyWorker worker;
    private final Optional<FileChange> fileChange;
    private final ScheduledThreadPoolExecutor thread;

    private final Set<Request> waiting = new LinkedHashSet<>();
    private final Map<Request, Duration> retries = new HashMap<>();
    /** By {@link System#nanoTime}. */
    private Optional<Stir> stir = Optional.empty();

    /** @param session the agent's run it belongs to, or empty */
    private record Request(When trigger, String session) {}

    PolicyLane(Policy policy, PolicyWorker worker) {
        this.worker = worker;
        this.fileChange = policy.triggers().stream()
                .filter(FileChange.class::isInstance)
                .map(FileChange.class::cast)
                .findFirst();
        this.thread = new ScheduledThreadPoolExecutor(1, work -> {
            Thread made = Executors.defaultThreadFactory().newThread(work);
            made.setName("snapdsl-policy-" + policy.name());
            made.setDaemon(true);
            return made;
        });
        // What is still to come when we finish is dropped.
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    Policy policy() {
        return worker.policy();
    }

    /** @param session the agent's run it belongs to, or empty */
    synchronized void request(When trigger, String session) {
        boolean isFirst = waiting.isEmpty();
        waiting.add(new Request(trigger, session));
        if (isFirst && !thread.isShutdown()) {
            thread.execute(this::work);
        }
    }

    private void work() {
        List<Request> requests;
        synchronized (this) {
            requests = List.copyOf(waiting);
            waiting.clear();
        }
        for (Request request : requests) {
            if (worker.attend(request.trigger, request.session)) {
                retries.remove(request);
            } else {
                retry(request);
            }
        }
        worker.tidyNowAndThen();
    }

    private void retry(Request request) {
        Duration delay = retries.merge(request, FIRST_RETRY, PolicyLane::longer);
        worker.announceRetry(request.trigger, delay);
        if (!thread.isShutdown()) {
            thread.schedule(() -> request(request.trigger, request.session), delay.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private static Duration longer(Duration last, Duration first) {
        Duration twice = last.multipliedBy(2);
        return twice.compareTo(LAST_RETRY) < 0 ? twice : LAST_RETRY;
    }

    /** Something happened in a workspace: if it is the policy's, and changes matter to it, it waits for them to rest. */
    synchronized void changed(SubjectId workspace) {
        if (fileChange.isEmpty() || thread.isShutdown() || !worker.protects(workspace)) {
            return;
        }
        long now = System.nanoTime();
        if (stir.isEmpty()) {
            thread.schedule(this::settle, fileChange.get().quiet().toNanos(), TimeUnit.NANOSECONDS);
        }
        stir = Optional.of(Stir.at(now, stir));
    }

    private synchronized void settle() {
        long left = stir.orElseThrow().settled(fileChange.orElseThrow().quiet()) - System.nanoTime();
        if (left > 0) {
            thread.schedule(this::settle, left, TimeUnit.NANOSECONDS);
        } else {
            stir = Optional.empty();
            request(fileChange.get(), "");
        }
    }

    void warnIfStale(Instant now) {
        worker.warnIfStale(now);
    }

    /** What was asked for is done, and waited for; then no more. */
    void finish(Duration patience) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        thread.execute(done::countDown);
        done.await(patience.toMillis(), TimeUnit.MILLISECONDS);
        thread.shutdown();
    }

    /** No more requests; what is under way is finished, by and by. */
    void retire() {
        thread.shutdown();
    }
}
