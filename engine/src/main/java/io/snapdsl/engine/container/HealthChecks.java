package io.snapdsl.engine.container;

import com.fasterxml.jackson.databind.JsonNode;
import io.snapdsl.engine.container.ContainerRuntime.Inspected;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/**
 * When the engine starts a container's health check the next time. A container that is paused just then can't be resumed
 * by some engines (containerd 1.6.20, which Debian 12 has: they wait for the check to start, which is frozen). So it is paused soon
 * after a check has ended, with time left until the next.
 */
final class HealthChecks {
    private static final Duration USUAL_INTERVAL = Duration.ofSeconds(30);
    /** Pausing takes some tenths of a second on a busy machine. */
    private static final Duration MARGIN = Duration.ofSeconds(2);

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final long BETWEEN_LOOKS_MILLIS = 20;

    private HealthChecks() {}

    /** Waits, not for long, until none is under way or about to start. By the machine's own clock, as the engine does. */
    static void awaitPauseBetween(ContainerRuntime runtime, String container) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < end
                && runtime.inspect(container)
                        .flatMap(HealthChecks::soon)
                        .filter(soon -> soon.contains(Instant.now()))
                        .isPresent()) {
            try {
                Thread.sleep(BETWEEN_LOOKS_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /** When it is a bad time to pause. An engine whose clock differs much from ours is never in it. */
    private record Soon(Instant from, Instant until) {
        boolean contains(Instant time) {
            return time.isAfter(from) && time.isBefore(until);
        }
    }

    private static Optional<Soon> soon(Inspected container) {
        JsonNode check = container.details().path("Config").path("Healthcheck");
        JsonNode test = check.path("Test");
        if (test.isEmpty() || test.path(0).asText().equals("NONE")) {
            return Optional.empty();
        }
        long nanos = check.path("Interval").asLong();
        Duration interval = nanos == 0 ? USUAL_INTERVAL : Duration.ofNanos(nanos);
        Duration margin = interval.multipliedBy(2).dividedBy(3);
        Duration left = margin.compareTo(MARGIN) < 0 ? margin : MARGIN;
        return lastEnd(container.details().path("State"))
                .map(last -> last.plus(interval))
                .map(next -> new Soon(next.minus(left), next.plus(PATIENCE)));
    }

    /** The first comes as long after the start as others after their predecessors. */
    private static Optional<Instant> lastEnd(JsonNode state) {
        JsonNode log = state.path("Health").path("Log");
        String time = log.isEmpty()
                ? state.path("StartedAt").asText()
                : log.get(log.size() - 1).path("End").asText();
        try {
            return Optional.of(OffsetDateTime.parse(time).toInstant());
        } catch (DateTimeParseException unknown) {
            return Optional.empty();
        }
    }
}
