package io.snapdsl.engine.container;

import io.snapdsl.engine.Durations;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.container.ContainerRuntime.Health;
import io.snapdsl.engine.container.ContainerRuntime.Inspected;
import io.snapdsl.engine.container.ContainerRuntime.Status;
import java.time.Duration;
import java.util.concurrent.CancellationException;

/**
 * Finds out whether a container that was started is well: by its own health check, or else by not ending.
 *
 * @param patience how long a health check may take to succeed
 * @param standing how long a container without one has to run
 */
public record Proof(Duration patience, Duration standing) {
    public static final Proof DEFAULT = new Proof(Duration.ofSeconds(60), Duration.ofSeconds(5));
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);

    /** One limit for both ways. */
    public static Proof within(Duration limit) {
        return new Proof(limit, limit);
    }

    /** @throws SnapdslException {@code UNHEALTHY} if it is not well */
    void require(ContainerRuntime runtime, String container, boolean hasHealthCheck) {
        long start = System.nanoTime();
        while (true) {
            Inspected now = runtime.inspect(container)
                    .orElseThrow(() -> unhealthy(container, "is gone right after it was started"));
            if (now.status() != Status.RUNNING
                    || now.details().path("RestartCount").asInt() > 0) {
                throw unhealthy(now.name(), "ended right after it was started, with " + now.exitCode());
            }
            if (now.health() == Health.UNHEALTHY) {
                throw unhealthy(now.name(), "runs, but its health check fails");
            }
            Duration passed = Duration.ofNanos(System.nanoTime() - start);
            boolean isWell = hasHealthCheck ? now.health() == Health.HEALTHY : passed.compareTo(standing) >= 0;
            if (isWell) {
                return;
            }
            if (hasHealthCheck && passed.compareTo(patience) >= 0) {
                throw unhealthy(now.name(), "was not found healthy by its check within " + Durations.words(patience));
            }
            sleep();
        }
    }

    private static SnapdslException unhealthy(String name, String what) {
        return new SnapdslException(
                ErrorCode.UNHEALTHY,
                "The restored container " + name + " " + what + ".",
                "'docker logs' of a copy shows why: restore the snapshot as a new container.");
    }

    private static void sleep() {
        try {
            Thread.sleep(BETWEEN_LOOKS.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while waiting for a container");
        }
    }
}
