package io.snapdsl.engine.run;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tells stops and starts of our own making from everybody else's. A capture that stops a container would otherwise bring
 * the trigger for the next one, and so on for ever.
 */
final class OwnStops {
    /** The engine may tell a little late. */
    private static final long LATE = Duration.ofSeconds(2).toNanos();

    private static final long UNDER_WAY = Long.MAX_VALUE;

    /** Until when, of {@link System#nanoTime}, what happens to a container is our doing. */
    private final Map<String, Long> ours = new ConcurrentHashMap<>();

    void during(String container, Runnable work) {
        ours.put(container, UNDER_WAY);
        try {
            work.run();
        } finally {
            ours.put(container, System.nanoTime() + LATE);
        }
    }

    /** To be asked when something has just happened to it. */
    boolean isOurs(String container) {
        Long until = ours.get(container);
        return until != null && (until == UNDER_WAY || until - System.nanoTime() > 0);
    }
}
