package io.snapdsl.engine.shape;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/** Numbers as people read them, the same in the command and in the browser. */
public final class Words {
    private static final String[] UNITS = {"kB", "MB", "GB", "TB", "PB"};

    private Words() {}

    public static String count(long number, String noun) {
        boolean ies = noun.matches(".*[^aeiou]y");
        String plural = ies ? noun.substring(0, noun.length() - 1) + "ies" : noun + "s";
        return String.format(Locale.ROOT, "%,d %s", number, number == 1 ? noun : plural);
    }

    public static String size(long bytes) {
        if (bytes < 1000) {
            return count(bytes, "byte");
        }
        double value = bytes;
        int unit = -1;
        while (value >= 999.95 && unit < UNITS.length - 1) {
            value /= 1000;
            unit++;
        }
        return String.format(Locale.ROOT, "%.1f %s", value, UNITS[unit]);
    }

    public static String age(Instant instant, Instant now) {
        Duration age = Duration.between(instant, now);
        if (age.toSeconds() < 60) return "just now";
        if (age.toMinutes() < 60) return count(age.toMinutes(), "minute") + " ago";
        if (age.toHours() < 48) return count(age.toHours(), "hour") + " ago";
        return count(age.toDays(), "day") + " ago";
    }
}
