package io.snapdsl.dsl.words;

import io.snapdsl.engine.policy.Cron;
import io.snapdsl.engine.policy.When;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;

/** What can stand after {@code on}; said outside of policies too, to be kept in a variable or given by a function. */
@Place(
        name = "triggers",
        value =
                "What stands after `on` in a policy. Outside of all blocks they can be kept in variables and lists, and be"
                        + " given by functions: `def ends = [runStart, runEnd]`.")
public interface TriggerWords {
    Declarations declarations();

    @Word("When somebody asks for a snapshot.")
    default Occasion getManual() {
        return Occasion.of(When.Event.MANUAL);
    }

    @Word(
            "When an agent's run starts that may touch the policy's workspaces: one that was started, or has left a snapshot, in"
                    + " one of them, around or inside of one; or one that was started in no workspace at all. A policy without a"
                    + " workspace attends to every run.")
    default Occasion getRunStart() {
        return Occasion.of(When.Event.RUN_START);
    }

    @Word("When an agent's run ends that may touch the policy's workspaces, as for `runStart`.")
    default Occasion getRunEnd() {
        return Occasion.of(When.Event.RUN_END);
    }

    @Word("When an agent's run starts, and when it ends, as `runStart` and `runEnd`: recommended for containers.")
    default Occasion getRunBoundaries() {
        return Occasion.of(When.Event.RUN_START, When.Event.RUN_END);
    }

    @Word("After every action that an agent records in a workspace of the policy: a `snap` with `--tool`, `--files` or"
            + " `--session`.")
    default Occasion getEveryAction() {
        return Occasion.of(When.Event.EVERY_ACTION);
    }

    @Word("When `snapdsl run` starts with this policy.")
    default Occasion getPolicyStart() {
        return Occasion.of(When.Event.POLICY_START);
    }

    @Word("When `snapdsl run` ends.")
    default Occasion getPolicyStop() {
        return Occasion.of(When.Event.POLICY_STOP);
    }

    @Word("When a container of the policy starts.")
    default Occasion getContainerStart() {
        return Occasion.of(When.Event.CONTAINER_START);
    }

    @Word("When a container of the policy is stopped.")
    default Occasion getContainerStop() {
        return Occasion.of(When.Event.CONTAINER_STOP);
    }

    @Word("When a container of the policy dies by itself.")
    default Occasion getContainerDie() {
        return Occasion.of(When.Event.CONTAINER_DIE);
    }

    @Word("When the kernel ends a process of a container of the policy, because its memory limit was reached.")
    default Occasion getContainerOom() {
        return Occasion.of(When.Event.CONTAINER_OOM);
    }

    @Word("When files of a workspace have changed, after 2 seconds of quiet.")
    default Occasion getFileChange() {
        return Occasion.of(new When.FileChange(quiet()));
    }

    @Word(value = "When files of a workspace have changed.", example = "on fileChange(quiet: 10.seconds)", inert = true)
    @Option(
            name = "quiet",
            type = Duration.class,
            value = "how long nothing must have changed since",
            byDefault = "`2.seconds`",
            checked = Literal.QUIET)
    default Occasion fileChange(Map<String, ?> options) {
        Duration quiet = new Given(options).get("quiet", Duration.class, quiet());
        declarations().check("quiet", Literal.QUIET, quiet);
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
    default Occasion schedule(Map<String, ?> options, @Checked(Literal.CRON) String cron) {
        Given given = new Given(options);
        String zone =
                given.get("zone", String.class, declarations().clock().getZone().getId());
        boolean runMissed = given.get("runMissed", Boolean.class, true);
        boolean valid = declarations().check("schedule", Literal.CRON, cron)
                & declarations().check("zone", Literal.ZONE, zone);
        return valid ? Occasion.of(new When.Schedule(Cron.parse(cron), ZoneId.of(zone), runMissed)) : getManual();
    }

    default Occasion schedule(@Checked(Literal.CRON) String cron) {
        return schedule(Map.of(), cron);
    }

    @Word(value = "Again and again, so far apart.", example = "on every(1.hour, jitter: 5.minutes)", inert = true)
    @Option(
            name = "jitter",
            type = Duration.class,
            value = "up to so much later, by chance, so that many policies don't start at once",
            byDefault = "none")
    default Occasion every(Map<String, ?> options, @Checked(Literal.INTERVAL) Duration interval) {
        Duration jitter = new Given(options).get("jitter", Duration.class, Duration.ZERO);
        if (declarations().check("every", Literal.INTERVAL, interval)) {
            jitterMistake(interval, jitter).ifPresent(mistake -> declarations().mistake("jitter", mistake));
        }
        return Occasion.of(new When.Interval(interval, jitter));
    }

    /** What is wrong with them together, if anything. */
    static Optional<String> jitterMistake(Duration interval, Duration jitter) {
        return jitter.isNegative() || jitter.compareTo(interval) > 0
                ? Optional.of("The jitter can't be longer than the interval, or negative.")
                : Optional.empty();
    }

    default Occasion every(@Checked(Literal.INTERVAL) Duration interval) {
        return every(Map.of(), interval);
    }

    @Word(
            value = "After so many actions that one agent's run has recorded in workspaces of the policy.",
            example = "on eventCount(50)",
            inert = true)
    default Occasion eventCount(@Checked(Literal.COUNT) int events) {
        declarations().check("eventCount", Literal.COUNT, events);
        return Occasion.of(new When.EventCount(events));
    }

    private static Duration quiet() {
        return Duration.ofSeconds(2);
    }
}
