package io.snapdsl.web.page;

import io.snapdsl.engine.shape.Words;
import io.snapdsl.engine.tree.ByteText;
import io.snapdsl.web.StoreView;
import java.time.Clock;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Values as templates show them. */
public final class Show {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("EEEE, d MMMM yyyy", Locale.ENGLISH);
    private static final DateTimeFormatter HOUR = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);

    private final Clock clock;
    private final Instant now;
    private final String snapdsl;

    public Show(StoreView view) {
        this(view.clock(), Command.snapdsl(view.named()));
    }

    /** Where no store is. */
    Show(Clock clock) {
        this(clock, "snapdsl");
    }

    private Show(Clock clock, String snapdsl) {
        this.clock = clock;
        this.now = clock.instant();
        this.snapdsl = snapdsl;
    }

    /** A command that begins with {@code snapdsl}, for this store whatever the shell it is typed in would take. */
    public String shell(String command) {
        return command.startsWith("snapdsl") ? snapdsl + command.substring("snapdsl".length()) : command;
    }

    public String time(Instant instant) {
        return TIME.format(instant.atZone(clock.getZone()));
    }

    public String day(Instant instant) {
        return DAY.format(instant.atZone(clock.getZone()));
    }

    public String hour(Instant instant) {
        return HOUR.format(instant.atZone(clock.getZone()));
    }

    public String age(Instant instant) {
        return Words.age(instant, now);
    }

    public String size(long bytes) {
        return Words.size(bytes);
    }

    public String count(long number, String noun) {
        return Words.count(number, noun);
    }

    /** One line in which nothing is hidden: control characters and those that turn the reading direction are spelled out. */
    public String plain(String text) {
        return ByteText.display(text);
    }
}
