package io.snapdsl.engine;

import java.time.Duration;

/** Durations as people say them. */
public final class Durations {
    private Durations() {}

    /** In the largest unit that gives a whole number: {@code 7 days}, {@code 90 minutes}. */
    public static String words(Duration duration) {
        long millis = duration.toMillis();
        return millis % 86_400_000 == 0
                ? count(millis / 86_400_000, "day")
                : millis % 3_600_000 == 0
                        ? count(millis / 3_600_000, "hour")
                        : millis % 60_000 == 0
                                ? count(millis / 60_000, "minute")
                                : millis % 1_000 == 0 ? count(millis / 1_000, "second") : count(millis, "millisecond");
    }

    private static String count(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }
}
