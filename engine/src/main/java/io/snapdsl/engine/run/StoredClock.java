package io.snapdsl.engine.run;

import io.snapdsl.engine.store.AuditLog;
import io.snapdsl.engine.store.AuditLog.Logged;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Notices a clock that may be wrong by what is in the audit log, for runs that are too short for a {@link ClockWatch}: where
 * for months nothing was recorded, and then something is, either nobody was there or the clock went ahead. As there, it is
 * doubted for a day.
 */
final class StoredClock {
    /** Whoever runs policies by cron may do so once a month. */
    private static final Duration UNUSUAL = Duration.ofDays(60);

    private static final Duration DOUBT = Duration.ofDays(1);
    private static final int AT_A_TIME = 100;

    private final AuditLog log;

    StoredClock(AuditLog log) {
        this.log = log;
    }

    /** By how much it has gone ahead within the last day, if by so much that it is in doubt. */
    Optional<Duration> jump(Instant now) {
        Instant later = now;
        for (long end = log.newestNumber(); end > 0; end -= AT_A_TIME) {
            List<Logged> page = log.after(Math.max(0, end - AT_A_TIME), (int) Math.min(AT_A_TIME, end));
            for (int i = page.size() - 1; i >= 0; i--) {
                Instant time = page.get(i).operation().time();
                if (Duration.between(time, later).compareTo(UNUSUAL) > 0) {
                    return Optional.of(Duration.between(time, later));
                }
                if (time.isBefore(now.minus(DOUBT))) {
                    return Optional.empty();
                }
                later = time.isBefore(later) ? time : later;
            }
        }
        return Optional.empty();
    }
}
