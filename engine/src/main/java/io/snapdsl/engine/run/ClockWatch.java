package io.snapdsl.engine.run;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Notices a clock that was changed, by comparing it with the time that has passed. A clock that is a year ahead makes
 * every snapshot a year older, and rules that go by age would remove nearly all of them; so after a jump ahead the clock
 * is doubted for a day, in which somebody may put it right. A machine that slept can't be told from one whose clock was
 * changed: for that, nothing worse happens than that tidying up waits.
 */
final class ClockWatch {
    /** What a clock is corrected by, or a machine sleeps, every day. */
    private static final Duration USUAL = Duration.ofDays(1);

    private static final Duration DOUBT = Duration.ofDays(1);

    private final Clock clock;
    private Instant time;
    private long nanos;
    private Duration untold = Duration.ZERO;
    private Optional<Long> doubted = Optional.empty();

    ClockWatch(Clock clock) {
        this.clock = clock;
        this.time = clock.instant();
        this.nanos = System.nanoTime();
    }

    /** By how much the clock has jumped since this was last asked, negative if it was put back; empty if it has not. */
    synchronized Optional<Duration> jump() {
        look();
        Duration jump = untold;
        untold = Duration.ZERO;
        return Optional.of(jump).filter(ClockWatch::isUnusual);
    }

    /** Whether nothing should be removed for being old. */
    synchronized boolean isInDoubt() {
        look();
        return doubted.isPresent();
    }

    private void look() {
        Instant now = clock.instant();
        long nanosNow = System.nanoTime();
        Duration jump = Duration.between(time, now).minusNanos(nanosNow - nanos);
        time = now;
        nanos = nanosNow;
        if (isUnusual(jump)) {
            untold = untold.plus(jump);
            doubted = jump.isNegative() ? doubted : Optional.of(nanosNow);
        }
        doubted = doubted.filter(since -> nanosNow - since < DOUBT.toNanos());
    }

    private static boolean isUnusual(Duration jump) {
        return jump.abs().compareTo(USUAL) > 0;
    }
}
