package io.snapdsl.container.docker;

import io.snapdsl.engine.SnapdslException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A question to an engine that may never answer: Java sets no limit to reading from a socket file. */
final class Asking<T> {
    private final CompletableFuture<T> answer = new CompletableFuture<>();

    private Asking() {}

    static <T> Asking<T> begin(String question, Supplier<T> ask) {
        Asking<T> asking = new Asking<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        asking.answer.complete(ask.get());
                    } catch (RuntimeException e) {
                        asking.answer.completeExceptionally(e);
                    }
                },
                question);
        thread.setDaemon(true);
        thread.start();
        return asking;
    }

    /** Empty if there is no answer by then; it may still come. */
    Optional<T> within(Duration limit) {
        try {
            return answer.thenApply(Optional::of)
                    .completeOnTimeout(Optional.empty(), limit.toMillis(), TimeUnit.MILLISECONDS)
                    .join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof SnapdslException known ? known : e;
        }
    }
}
