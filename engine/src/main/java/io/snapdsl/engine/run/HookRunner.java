package io.snapdsl.engine.run;

import io.snapdsl.engine.Durations;
import io.snapdsl.engine.policy.Hook;
import io.snapdsl.engine.policy.Hook.Context;
import io.snapdsl.engine.policy.Hook.OnError;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs an author's code, one hook at a time, so that it can neither hang nor kill whoever runs it. */
public final class HookRunner {
    /** What is left of a hook after it was told to stop is left alone. */
    private static final Duration FAREWELL = Duration.ofSeconds(2);

    /** What hooks get that come after the one that was given up: enough to clean up after it. */
    private static final Duration LAST_WORDS = Duration.ofSeconds(5);

    private CompletableFuture<Void> running = CompletableFuture.completedFuture(null);
    private boolean hasGivenUp;

    /** @return what went wrong, after another attempt if the hook wants one */
    Optional<Exception> run(Hook hook, Context context) {
        Optional<Exception> failure = run(hook.action(), hook.timeout(), context);
        return failure.isPresent() && hook.onError() == OnError.RETRY && !hasGivenUp()
                ? run(hook.action(), hook.timeout(), context)
                : failure;
    }

    /** By another thread: whoever runs us has to end. The hook that is running is stopped; later ones get little time. */
    synchronized void giveUp() {
        hasGivenUp = true;
        running.cancel(true);
    }

    synchronized boolean hasGivenUp() {
        return hasGivenUp;
    }

    private synchronized Duration begin(CompletableFuture<Void> done, Duration timeout) {
        running = done;
        return hasGivenUp && timeout.compareTo(LAST_WORDS) > 0 ? LAST_WORDS : timeout;
    }

    /** @return what went wrong */
    public Optional<Exception> run(Hook.Action action, Duration timeout, Context context) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Duration limit = begin(done, timeout);
        HookThread thread = new HookThread(() -> {
            try {
                action.run(context);
                done.complete(null);
            } catch (Throwable e) {
                done.completeExceptionally(e);
            }
        });
        thread.start();
        try {
            done.get(limit.toMillis(), TimeUnit.MILLISECONDS);
            return Optional.empty();
        } catch (TimeoutException e) {
            stop(thread);
            return Optional.of(new TimeoutException("it took longer than " + Durations.words(limit)));
        } catch (CancellationException e) {
            stop(thread);
            return Optional.of(new InterruptedException("it was stopped, because the run ends"));
        } catch (ExecutionException e) {
            return Optional.of(
                    e.getCause() instanceof Exception failure ? failure : new IllegalStateException(e.getCause()));
        } catch (InterruptedException e) {
            stop(thread);
            Thread.currentThread().interrupt();
            return Optional.of(e);
        }
    }

    private static final class HookThread extends Thread implements Hook.Stoppable {
        private volatile boolean stopped;

        HookThread(Runnable work) {
            super(work, "snapdsl-hook");
            setDaemon(true);
        }

        @Override
        public boolean isStopped() {
            return stopped;
        }
    }

    private static void stop(HookThread thread) {
        thread.stopped = true;
        thread.interrupt();
        try {
            thread.join(FAREWELL.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
