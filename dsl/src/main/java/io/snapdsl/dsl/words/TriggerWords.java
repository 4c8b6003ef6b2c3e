package io.snapdsl.dsl.words;

import io.snapdsl.engine.policy.Cron;
import io.snapdsl.engine.policy.When;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Map;

/** What can stand after {@code on}. */
public abstract class TriggerWords extends Block {
    private static final Duration QUIET = Duration.ofSeconds(2);

    TriggerWords(Declarations declarations) {
        super(declarations);
    }

    @Word("When somebody asks for a snapshot.")
    public Occasion getManual() {
        return Occasion.of(When.Event.MANUAL);
    }

    @Word("When an agent's run starts.")
    public Occasion getRunStart() {
        return Occasion.of(When.Event.RUN_START);
    }

    @Word("When an agent's run ends.")
    public Occasion getRunEnd() {
        return Occasion.of(When.Event.RUN_END);
    }

    @Word("When an agent's run starts, and when it ends: recommended for containers.")
    public Occasion getRunBoundaries() {
        return Occasion.of(When.Event.RUN_START, When.Event.RUN_END);
    }

    @Word("After every action that an agent records in a workspace of the policy: a `snap` with `--tool`, `--files` or"
            + " `--session`.")
    public Occasion getEveryAction() {
        return Occasion.of(When.Event.EVERY_ACTION);
    }

    @Word("When `snapdsl run` starts with this policy.")
    public Occasion getPolicyStart() {
        return Occasion.of(When.Event.POLICY_START);
    }

    @Word("When `snapdsl run` ends.")
    public Occasion getPolicyStop() {
        return Occasion.of(When.Event.POLICY_STOP);
    }

    @Word("When a container of the policy starts.")
    public Occasion getContainerStart() {
        return Occasion.of(When.Event.CONTAINER_START);
    }

    @Word("When a container of the policy is stopped.")
    public Occasion getContainerStop() {
        return Occasion.of(When.Event.CONTAINER_STOP);
    }

    @Word("When a container of the policy dies by itself.")
    public Occasion getContainerDie() {
        return Occasion.of(When.Event.CONTAINER_DIE);
    }

    @Word("When files of a workspace have changed, after 2 seconds of quiet.")
    public Occasion getFileChange() {
        return Occasion.of(new When.FileChange(QUIET));
    }

    @Word(value = "When files of a workspace have changed.", example = "on fileChange(quiet: 10.seconds)", inert = true)
    @Option(
            name = "quiet",
            type = Duration.class,
            value = "how long nothing must have changed since",
            byDefault = "`2.seconds`")
    public Occasion fileChange(Map<String, ?> options) {
        Duration quiet = new Given(options).get("quiet", Duration.class, QUIET);
        if (quiet.isNegative()) {
            mistake("quiet", "A time of quiet can't be negative.");
        }
        return Occasion.of(new When.FileChange(quiet));
    }

    @Word(
            value = "At certain times, in cron's five fields: minute, hour, day of month, month, weekday.",
            example = "on schedule('*/15 9-18 * * MON-FRI')",
            inert = true)
    @Option(
            name = "zone",
            type = String.class,
            value = "whose clock",
            byDefault = "the machine's",
            checked = Literal.ZONE)
    @Option(
            name = "runMissed",
            type = Boolean.class,
            value = "whether a time that passed while nothing ran is made up for, once",
            byDefault = "`true`")
    public Occasion schedule(Map<String, ?> options, @Checked(Literal.CRON) String cron) {
        Given given = new Given(options);
        String zone =
                given.get("zone", String.class, declarations.clock().getZone().getId());
        boolean runMissed = given.get("runMissed", Boolean.class, true);
        boolean valid = check("schedule", Literal.CRON, cron) & check("zone", Literal.ZONE, zone);
        return valid ? Occasion.of(new When.Schedule(Cron.parse(cron), ZoneId.of(zone), runMissed)) : getManual();
    }

    public Occasion schedule(@Checked(Literal.CRON) String cron) {
        return schedule(Map.of(), cron);
    }

    @Word(value = "Again and again, so far apart.", example = "on every(1.hour, jitter: 5.minutes)", inert = true)
    @Option(
            name = "jitter",
            type = Duration.class,
            value = "up to so much later, by chance, so that many policies don't start at once",
            byDefault = "none")
    public Occasion every(Map<String, ?> options, Duration interval) {
        Duration jitter = new Given(options).get("jitter", Duration.class, Duration.ZERO);
        if (interval.compareTo(Duration.ofSeconds(1)) < 0) {
            mistake("every", "A snapshot can be taken every second at most: give 1.second or more.");
        }
        if (jitter.isNegative() || jitter.compareTo(interval) > 0) {
            mistake("jitter", "The jitter can't be longer than the interval, or negative.");
        }
        return Occasion.of(new When.Interval(interval, jitter));
    }

    public Occasion every(Duration interval) {
        return every(Map.of(), interval);
    }

    @Word(
            value = "After so many actions that one agent's run has recorded in workspaces of the policy.",
            example = "on eventCount(50)",
            inert = true)
    public Occasion eventCount(@Checked(Literal.COUNT) int events) {
        check("eventCount", Literal.COUNT, events);
        return Occasion.of(new When.EventCount(events));
    }
}
