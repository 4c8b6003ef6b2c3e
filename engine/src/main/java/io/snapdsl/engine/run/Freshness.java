package io.snapdsl.engine.run;

import io.snapdsl.engine.policy.Declared;
import io.snapdsl.engine.policy.Policy;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;

/** Notices that nobody sees to it any more that a policy's subjects have snapshots. */
final class Freshness {
    private final Policy policy;
    /** When each subject was last known to be as its newest snapshot says. */
    private final Map<Declared, Instant> fresh = new ConcurrentHashMap<>();

    private final Map<Declared, Instant> warned = new ConcurrentHashMap<>();

    Freshness(Policy policy, Instant now) {
        this.policy = policy;
        policy.subjects().forEach(declared -> seen(declared, now));
    }

    void seen(Declared declared, Instant now) {
        fresh.put(declared, now);
    }

    /**
     * Warns once, and again each time that as much more time has passed.
     *
     * @param stale is told which subject, and how long nobody has seen to it
     */
    void look(Instant now, BiConsumer<Declared, Duration> stale) {
        policy.expectEvery()
                .ifPresent(limit -> policy.subjects().forEach(declared -> {
                    // Where the clock was put back, what it showed before is no time to wait for.
                    fresh.computeIfPresent(declared, (same, time) -> time.isAfter(now) ? now : time);
                    warned.computeIfPresent(declared, (same, time) -> time.isAfter(now) ? now : time);
                    if (!staleAt(declared, limit).isAfter(now)) {
                        warned.put(declared, now);
                        stale.accept(declared, Duration.between(fresh.get(declared), now));
                    }
                }));
    }

    /** When there is something to warn of, if nothing is done about it. */
    Optional<Instant> staleAt() {
        return policy.expectEvery()
                .flatMap(limit -> policy.subjects().stream()
                        .map(declared -> staleAt(declared, limit))
                        .min(Instant::compareTo));
    }

    private Instant staleAt(Declared declared, Duration limit) {
        Instant since = fresh.get(declared);
        Instant last = warned.getOrDefault(declared, since);
        // Overdue is what is later than expected, by however little.
        return (last.isAfter(since) ? last : since).plus(limit).plusMillis(1);
    }
}
