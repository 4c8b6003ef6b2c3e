package io.snapdsl.web.browser

import java.time.Clock
import java.time.Duration
import java.time.Instant
import java.time.ZoneId
import java.time.ZoneOffset

/** Stands still until it is told to go on, so that pages say the same each time they are looked at. */
class StoryClock extends Clock {
    private Instant now

    StoryClock(Instant start) {
        now = start
    }

    void pass(Duration time) {
        now += time
    }

    @Override
    ZoneId getZone() {
        ZoneOffset.UTC
    }

    @Override
    Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException()
    }

    @Override
    Instant instant() {
        now
    }
}
