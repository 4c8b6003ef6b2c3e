package io.snapdsl.testkit;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;

/** Shows what it was set to. */
final class TrialClock extends Clock {
    private final ZoneId zone;
    private volatile Instant time;

    TrialClock(ZonedDateTime start) {
        this.zone = start.getZone();
        this.time = start.toInstant();
    }

    private TrialClock(ZoneId zone, Instant time) {
        this.zone = zone;
        this.time = time;
    }

    void set(Instant instant) {
        time = instant;
    }

    @Override
    public Instant instant() {
        return time;
    }

    @Override
    public ZoneId getZone() {
        return zone;
    }

    @Override
    public Clock withZone(ZoneId other) {
        return new TrialClock(other, time);
    }
}
