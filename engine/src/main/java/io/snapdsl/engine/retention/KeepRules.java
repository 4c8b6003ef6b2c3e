package io.snapdsl.engine.retention;

import io.snapdsl.engine.Durations;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.store.Timeline;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Which snapshots to keep. One is kept if any rule wants it; a rule that counts periods counts those with a snapshot
 * in them, from the newest.
 *
 * @param last so many of the newest
 * @param sessions all of so many of the last agents' runs
 * @param periods one each of so many periods
 * @param within all that are no older than this
 * @param tags all that have one of these
 * @param ids just these
 * @param anchor which snapshot stands for its period
 * @param zone whose calendar the periods are of
 */
public record KeepRules(
        int last,
        int sessions,
        Map<Period, Integer> periods,
        Optional<Duration> within,
        Set<String> tags,
        Set<SnapshotId> ids,
        Anchor anchor,
        ZoneId zone) {
    public enum Anchor {
        NEWEST,
        OLDEST;

        public static Anchor named(String word) {
            return Arrays.stream(values())
                    .filter(anchor -> anchor.name().toLowerCase(Locale.ROOT).equals(word))
                    .findFirst()
                    .orElseThrow(() -> new SnapdslException(
                            ErrorCode.USAGE, "'" + word + "' is no anchor.", "Choose newest or oldest."));
        }
    }

    public KeepRules {
        periods = Map.copyOf(periods);
        tags = Set.copyOf(tags);
        ids = Set.copyOf(ids);
    }

    /** Whichever run a snapshot belongs to. */
    public KeepRules(
            int last,
            Map<Period, Integer> periods,
            Optional<Duration> within,
            Set<String> tags,
            Set<SnapshotId> ids,
            Anchor anchor,
            ZoneId zone) {
        this(last, 0, periods, within, tags, ids, anchor, zone);
    }

    /**
     * For workspaces, whose snapshots cost next to nothing: everything at first, thinned out with age; and the last
     * sessions whole, however old they are.
     */
    public static KeepRules standard(ZoneId zone) {
        return new KeepRules(
                100,
                5,
                Map.of(
                        Period.HOURLY, 48,
                        Period.DAILY, 30,
                        Period.WEEKLY, 12,
                        Period.MONTHLY, 24,
                        Period.YEARLY, 10),
                Optional.of(Duration.ofDays(7)),
                Set.of(),
                Set.of(),
                Anchor.NEWEST,
                zone);
    }

    /** For instance {@code last 10, within 7 days, daily 14, tagged release, newest of each period (Europe/Berlin)}. */
    String words() {
        List<String> words = new ArrayList<>();
        if (last > 0) {
            words.add("last " + last);
        }
        if (sessions > 0) {
            words.add("sessions " + sessions);
        }
        within.ifPresent(age -> words.add("within " + Durations.words(age)));
        Arrays.stream(Period.values())
                .filter(period -> periods.getOrDefault(period, 0) > 0)
                .forEach(period -> words.add(period.word() + " " + periods.get(period)));
        tags.stream().sorted().forEach(tag -> words.add("tagged " + tag));
        if (!ids.isEmpty()) {
            words.add(ids.size() + " by id");
        }
        if (periods.values().stream().anyMatch(count -> count > 0)) {
            words.add(anchor.name().toLowerCase(Locale.ROOT) + " of each period (" + zone.getId() + ")");
        }
        return words.isEmpty() ? "none" : String.join(", ", words);
    }

    /**
     * What these rules want of one subject's snapshots.
     *
     * @param tagged the snapshots that have a tag
     */
    public Wishes over(Timeline timeline, Function<String, Set<SnapshotId>> tagged, Instant now) {
        return new Wishes(this, timeline, tagged, now);
    }
}
