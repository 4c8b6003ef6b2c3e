package io.snapdsl.engine.history

import java.time.Clock
import java.time.Duration
import java.time.Instant
import java.time.ZoneId
import java.time.ZoneOffset

/** Stands still but for a microsecond whenever it is looked at, and for the steps it is told: the same run has the same times. */
class SteppingClock extends Clock {
    private Instant now = Instant.parse('2026-03-01T12:00:00Z')

    void step(Duration time) {
        now += time
    }

    @Override
    Instant instant() {
        now = now.plusNanos(1000)
    }

    @Override
    ZoneId getZone() {
        ZoneOffset.UTC
    }

    @Override
    Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException()
    }
}
