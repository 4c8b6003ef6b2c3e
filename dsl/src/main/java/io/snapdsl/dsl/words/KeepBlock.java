package io.snapdsl.dsl.words;

import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.retention.KeepRules;
import io.snapdsl.engine.retention.KeepRules.Anchor;
import io.snapdsl.engine.retention.Period;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

@Place(
        name = "keep { }",
        value = "Which snapshots to keep: those that any of the rules wants. The newest one, what is pinned and what is"
                + " in a milestone is always kept.")
public final class KeepBlock extends Block {
    static final String KEEPS_NOTHING =
            "These rules keep nothing: say what to keep, such as last 10, or leave keep { } out for the default.";

    private final Map<Period, Integer> periods = new EnumMap<>(Period.class);
    private final Set<String> tags = new LinkedHashSet<>();
    private final Set<SnapshotId> ids = new LinkedHashSet<>();
    private Optional<Duration> within = Optional.empty();
    private int last;
    private int sessions;
    private Anchor anchor = Anchor.NEWEST;
    private ZoneId zone;
    private boolean said;

    KeepBlock(Declarations declarations) {
        super(declarations);
        this.zone = declarations.clock().getZone();
    }

    @Word(value = "So many of the newest.", example = "last 10", once = true)
    public void last(@Checked(Literal.KEPT) int count) {
        last = counted("last", count);
    }

    @Word(
            value =
                    "All of so many of the agents' runs that were started last, and the state before each of these: so they"
                            + " can be reverted.",
            example = "sessions 5",
            once = true)
    public void sessions(@Checked(Literal.KEPT) int count) {
        sessions = counted("sessions", count);
    }

    @Word(value = "All that are no older than this.", example = "within 7.days", once = true)
    public void within(@Checked(Literal.KEPT_FOR) Duration age) {
        said = true;
        check("within", Literal.KEPT_FOR, age);
        within = Optional.of(age);
    }

    @Word(value = "One for each of so many hours.", example = "hourly 24", once = true)
    public void hourly(@Checked(Literal.KEPT) int count) {
        periods.put(Period.HOURLY, counted("hourly", count));
    }

    @Word(value = "One for each of so many days.", example = "daily 14", once = true)
    public void daily(@Checked(Literal.KEPT) int count) {
        periods.put(Period.DAILY, counted("daily", count));
    }

    @Word(value = "One for each of so many weeks.", example = "weekly 8", once = true)
    public void weekly(@Checked(Literal.KEPT) int count) {
        periods.put(Period.WEEKLY, counted("weekly", count));
    }

    @Word(value = "One for each of so many months.", example = "monthly 12", once = true)
    public void monthly(@Checked(Literal.KEPT) int count) {
        periods.put(Period.MONTHLY, counted("monthly", count));
    }

    @Word(value = "One for each of so many years.", example = "yearly 5", once = true)
    public void yearly(@Checked(Literal.KEPT) int count) {
        periods.put(Period.YEARLY, counted("yearly", count));
    }

    @Word(value = "All that have one of these tags.", example = "tagged 'release'")
    public void tagged(@Checked(Literal.TAG) String... tags) {
        tagged(List.of(tags));
    }

    public void tagged(Collection<String> tags) {
        said |= !tags.isEmpty();
        checkAll("tagged", Literal.TAG, tags);
        this.tags.addAll(tags);
    }

    @Word(value = "Just these snapshots, by their whole ids.")
    public void ids(@Checked(Literal.ID) String... ids) {
        ids(List.of(ids));
    }

    public void ids(Collection<String> ids) {
        said |= !ids.isEmpty();
        if (checkAll("ids", Literal.ID, ids)) {
            ids.forEach(id -> this.ids.add(SnapshotId.fromHex(id)));
        }
    }

    @Word(
            value = "Which snapshot stands for its hour, day, week, month or year.",
            example = "anchor oldest",
            byDefault = "`newest`",
            once = true)
    public void anchor(Anchor anchor) {
        this.anchor = anchor;
    }

    @Word("The last one of its period.")
    public Anchor getNewest() {
        return Anchor.NEWEST;
    }

    @Word("The first one of its period.")
    public Anchor getOldest() {
        return Anchor.OLDEST;
    }

    @Word(
            value = "Whose calendar the hours, days, weeks, months and years are of.",
            example = "zone 'Europe/Berlin'",
            byDefault = "the machine's",
            once = true)
    public void zone(@Checked(Literal.ZONE) String zone) {
        if (check("zone", Literal.ZONE, zone)) {
            this.zone = ZoneId.of(zone);
        }
    }

    private int counted(String word, int count) {
        said = true;
        check(word, Literal.KEPT, count);
        return count;
    }

    KeepRules rules() {
        if (!said && !hasFailed()) {
            mistake("keep", KEEPS_NOTHING);
        }
        return new KeepRules(last, sessions, periods, within, tags, ids, anchor, zone);
    }
}
