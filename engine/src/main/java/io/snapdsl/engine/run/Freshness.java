package io.snapdsl.engine.run;

import io.snapdsl.engine.policy.Declared;
import io.snapdsl.engine.policy.Policy;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Notices that nobody sees to it any more that a policy's subjects have snapshots. The store says how old the newest is,
 * whoever took it; one that this run has found to be still true is as good as a new one.
 */
final class Freshness {
    private final Policy policy;
    /** When the newest snapshot of each was taken, as far as the store knows. */
    private final Function<Declared, Optional<Instant>> newest;

    private final Instant begin;
    /** When each subject was last known to be as its newest snapshot says; empty until it is first looked at. */
    private final Map<Declared, Instant> fresh = new ConcurrentHashMap<>();

    private final Map<Declared, Instant> warned = new ConcurrentHashMap<>();

    Freshness(Policy policy, Function<Declared, Optional<Instant>> newest, Instant begin) {
        this.policy = policy;
        this.newest = newest;
        this.begin = begin;
    }

    void seen(Declared declared, Instant now) {
        fresh.put(declared, now);
    }

    /**
     * Warns once, and again each time that as much more time has passed.
     *
     * @param isAttended whether somebody is about to take one: then what is old from before this run began is none of its
     *     business yet
     * @param stale is told which subject, and how long nobody has seen to it
     */
    void look(Instant now, boolean isAttended, BiConsumer<Declared, Duration> stale) {
        policy.expectEvery()
                .ifPresent(limit -> policy.subjects().forEach(declared -> {
                    // Where the clock was put back, what it showed before is no time to wait for.
                    fresh.computeIfPresent(declared, (same, time) -> earlier(time, now));
                    warned.computeIfPresent(declared, (same, time) -> earlier(time, now));
                    if (!fresh.containsKey(declared)
                            || !staleAt(declared, limit).isAfter(now)) {
                        askStore(declared, now);
                    }
                    boolean mayWait = isAttended && !begin.plus(limit).isBefore(now);
                    if (!mayWait && !staleAt(declared, limit).isAfter(now)) {
                        warned.put(declared, now);
                        stale.accept(declared, Duration.between(fresh.get(declared), now));
                    }
                }));
    }

    /** Where there is no snapshot yet, this run's beginning is as early as one could be expected. */
    private void askStore(Declared declared, Instant now) {
        Instant known =
                newest.apply(declared).filter(time -> !time.isAfter(now)).orElse(earlier(begin, now));
        fresh.merge(declared, known, Freshness::later);
    }

    /** When there is something to warn of, if nothing is done about it. */
    Optional<Instant> staleAt() {
        return policy.expectEvery()
                .flatMap(limit -> policy.subjects().stream()
                        .map(declared -> staleAt(declared, limit))
                        .min(Instant::compareTo));
    }

    private Instant staleAt(Declared declared, Duration limit) {
        Instant since = fresh.getOrDefault(declared, begin);
        // Overdue is what is later than expected, by however little.
        return later(warned.getOrDefault(declared, since), since).plus(limit).plusMillis(1);
    }

    private static Instant earlier(Instant a, Instant b) {
        return a.isBefore(b) ? a : b;
    }

    private static Instant later(Instant a, Instant b) {
        return a.isAfter(b) ? a : b;
    }
}
