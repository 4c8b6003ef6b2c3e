package io.snapdsl.engine.run;

import java.time.Duration;
import java.util.Optional;

/** Changes that have not come to rest yet, in nanoseconds of some clock. */
record Stir(long first, long last) {
    /** A file that never stops changing must not put a snapshot off for ever. */
    private static final int QUIETS_AT_MOST = 10;

    static Stir at(long now, Optional<Stir> before) {
        return new Stir(before.map(Stir::first).orElse(now), now);
    }

    /** When they have rested enough, if nothing more happens. */
    long settled(Duration quiet) {
        long nanos = quiet.toNanos();
        return Math.min(last + nanos, first + QUIETS_AT_MOST * nanos);
    }
}
