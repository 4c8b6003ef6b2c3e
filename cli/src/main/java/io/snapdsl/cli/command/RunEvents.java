package io.snapdsl.cli.command;

import io.snapdsl.cli.output.Output;
import io.snapdsl.dsl.Mistake;
import io.snapdsl.engine.Durations;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.consolidation.Consolidation.Consolidated;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.moment.Moment;
import io.snapdsl.engine.policy.Declared;
import io.snapdsl.engine.policy.Hook;
import io.snapdsl.engine.policy.Policy;
import io.snapdsl.engine.policy.When;
import io.snapdsl.engine.retention.Pruning.Pruned;
import io.snapdsl.engine.run.OtherName;
import io.snapdsl.engine.run.RunListener;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.engine.state.Checkpoint;
import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a running policy does, a line each for people, an object each for scripts. */
final class RunEvents implements RunListener {
    private final Output out;
    private final Clock clock;
    private final boolean streaming;
    private final List<Map<String, Object>> shapes = new ArrayList<>();
    private int count;
    private volatile boolean wasLocked;
    private volatile boolean failedOtherwise;

    /** @param streaming whether each object is printed as it comes; else they are collected for one answer */
    RunEvents(Output out, Clock clock, boolean streaming) {
        this.out = out;
        this.clock = clock;
        this.streaming = streaming;
    }

    List<Map<String, Object>> shapes() {
        return shapes;
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** Whether everything that went wrong may go well as soon as another snapdsl has finished. */
    boolean wasOnlyLocked() {
        return wasLocked && !failedOtherwise;
    }

    private void note(Exception failure) {
        boolean isLocked = failure instanceof SnapdslException known && known.code() == ErrorCode.LOCKED;
        wasLocked |= isLocked;
        failedOtherwise |= !isLocked;
    }

    @Override
    public void taken(Policy policy, When trigger, Snapshot snapshot) {
        Map<String, Object> shape = shape("taken", policy);
        shape.put("trigger", trigger.trigger().word());
        shape.put("snapshot", Shapes.snapshot(snapshot));
        tell(
                shape,
                snapshot.id().shortHex() + "  snapshot " + snapshot.sequence() + " of "
                        + snapshot.facts().subject() + ": "
                        + SnapCommand.describe(snapshot.facts().changes()) + " ("
                        + trigger.words() + ")");
    }

    @Override
    public void checkpointed(Policy policy, When trigger, Checkpoint checkpoint) {
        Map<String, Object> shape = shape("checkpointed", policy);
        shape.put("trigger", trigger.trigger().word());
        shape.put("subject", checkpoint.state());
        shape.put("checkpoint", checkpoint.number());
        tell(shape, "checkpoint " + checkpoint.number() + " of " + checkpoint.state() + " (" + trigger.words() + ")");
    }

    @Override
    public void moment(Policy policy, When trigger, Moment moment) {
        Map<String, Object> shape = shape("moment", policy);
        shape.put("trigger", trigger.trigger().word());
        shape.put("moment", Shapes.moment(moment));
        tell(
                shape,
                moment.id().shortHex() + "  moment of " + MomentCommand.subjects(moment) + ", "
                        + MomentCommand.spread(moment) + " (" + trigger.words() + ")");
    }

    @Override
    public void unchanged(Policy policy, When trigger, Subject subject) {
        Map<String, Object> shape = shape("unchanged", policy);
        shape.put("trigger", trigger.trigger().word());
        shape.put("subject", subject.name());
        if (streaming && trigger instanceof When.FileChange) {
            // To people that says nothing: what changed is ignored, or they have taken it by hand.
            print(shape);
        } else {
            tell(shape, subject.name() + " is as in its newest snapshot (" + trigger.words() + ")");
        }
    }

    @Override
    public void knownOtherwise(Policy policy, OtherName name) {
        Map<String, Object> shape = shape("knownOtherwise", policy);
        shape.put("subject", name.declared());
        shape.put("knownAs", name.known());
        tell(shape, name.words());
    }

    @Override
    public void failed(Policy policy, When trigger, Declared subject, Exception failure) {
        note(failure);
        Map<String, Object> shape = failure("failed", policy, failure);
        shape.put("trigger", trigger.trigger().word());
        shape.put("subject", subject.name());
        tell(shape, "No snapshot of " + subject.name() + " (" + trigger.words() + "): " + words(failure));
    }

    @Override
    public void retrying(Policy policy, When trigger, Duration delay) {
        Map<String, Object> shape = shape("retrying", policy);
        shape.put("trigger", trigger.trigger().word());
        shape.put("seconds", delay.toSeconds());
        tell(shape, "It is tried again in " + Durations.words(delay) + ".");
    }

    @Override
    public void said(Policy policy, String text) {
        Map<String, Object> shape = shape("said", policy);
        shape.put("text", text);
        tell(shape, text);
    }

    @Override
    public void hookFailed(Policy policy, Hook.Point point, Exception failure) {
        String name = point.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        Map<String, Object> shape = failure("hookFailed", policy, failure);
        shape.put("hook", name);
        tell(shape, "The hook '" + name + "' of " + policy.name() + " failed: " + words(failure));
    }

    @Override
    public void consolidated(Policy policy, Subject subject, Consolidated consolidated) {
        Map<String, Object> shape = shape("consolidated", policy);
        shape.put("subject", subject.name());
        shape.put("originalCount", consolidated.originals().size());
        shape.put("newCount", consolidated.results().size());
        shape.put("bytesFreed", consolidated.bytesFreed());
        tell(
                shape,
                Output.count(consolidated.originals().size(), "snapshot") + " of " + subject.name() + " became "
                        + consolidated.results().size());
    }

    @Override
    public void pruned(Policy policy, Pruned pruned) {
        long removed =
                pruned.decisions().stream().filter(decision -> !decision.keep()).count();
        Map<String, Object> shape = shape("pruned", policy);
        shape.put("removed", removed);
        shape.put("bytesFreed", pruned.bytesFreed());
        tell(
                shape,
                "Removed " + Output.count(removed, "snapshot")
                        + " by the rules and limits of " + policy.name() + "; the store is "
                        + Output.size(pruned.bytesFreed())
                        + " smaller.");
    }

    @Override
    public void willPrune(Policy policy, long snapshots, Duration delay) {
        Map<String, Object> shape = shape("willPrune", policy);
        shape.put("snapshots", snapshots);
        shape.put("seconds", delay.toSeconds());
        tell(
                shape,
                "By the new rules of " + policy.name() + ", " + Output.count(snapshots, "snapshot")
                        + " will be removed in " + Durations.words(delay)
                        + ", or as soon as a run is started anew, unless the policy changes again; 'snapdsl plan' says which.");
    }

    @Override
    public void imagesInUse(Policy policy, List<String> images) {
        Map<String, Object> shape = shape("imagesInUse", policy);
        shape.put("images", images);
        tell(shape, "The engine keeps images of removed snapshots: " + String.join(" ", images));
    }

    @Override
    public void tidyingFailed(Policy policy, Exception failure) {
        tell(failure("tidyingFailed", policy, failure), "Tidying up failed: " + words(failure));
    }

    @Override
    public void stale(Policy policy, Declared subject, Duration age) {
        Map<String, Object> shape = shape("stale", policy);
        shape.put("subject", subject.name());
        shape.put("seconds", age.toSeconds());
        tell(
                shape,
                "Nobody has taken a snapshot of " + subject.name() + " for "
                        + Durations.words(age.truncatedTo(ChronoUnit.SECONDS)) + "; the policy expects one every "
                        + Durations.words(policy.expectEvery().orElseThrow()) + ".");
    }

    @Override
    public void clockJumped(Duration by) {
        Map<String, Object> shape = Shapes.object("event", "clockJumped", "time", clock.instant());
        shape.put("seconds", by.toSeconds());
        String far = Durations.words(by.abs().truncatedTo(ChronoUnit.HOURS));
        tell(
                shape,
                by.isNegative()
                        ? "The clock was put back by " + far + ": schedules go by the new time."
                        : "The clock went ahead by " + far
                                + ", or the machine slept: in case the clock is wrong, nothing"
                                + " is merged or removed for a day.");
    }

    @Override
    public void finishing(Duration patience) {
        Map<String, Object> shape = Shapes.object("event", "finishing", "time", clock.instant());
        shape.put("seconds", patience.toSeconds());
        tell(
                shape,
                "Finishing what is under way (at most " + patience.toSeconds() + " s); Ctrl-C again ends it at once.");
    }

    @Override
    public void engineReturned() {
        tell(
                Shapes.object("event", "engineReturned", "time", clock.instant()),
                "The containers' engine answers again.");
    }

    @Override
    public void troubled(Exception failure) {
        note(failure);
        Map<String, Object> shape = Shapes.object("event", "troubled", "time", clock.instant());
        shape.put("error", words(failure));
        tell(shape, words(failure));
    }

    void serving(String link) {
        Map<String, Object> shape = Shapes.object("event", "dashboard", "time", clock.instant());
        shape.put("link", link);
        tell(shape, "Dashboard: " + link);
    }

    void notServing(SnapdslException failure) {
        Map<String, Object> shape = Shapes.object("event", "noDashboard", "time", clock.instant());
        shape.put("error", words(failure));
        tell(shape, "There is no dashboard: " + words(failure));
    }

    void reloaded() {
        tell(
                Shapes.object("event", "reloaded", "time", clock.instant()),
                "The policy has changed: the new one counts now.");
    }

    void notReloaded(List<Mistake> mistakes) {
        Map<String, Object> shape = Shapes.object("event", "notReloaded", "time", clock.instant());
        shape.put("mistakes", mistakes.stream().map(PolicyScript::shape).toList());
        tell(shape, "The policy has changed, but has mistakes; the one before stays in force.");
        mistakes.forEach(mistake -> out.note(mistake.text()));
    }

    private Map<String, Object> shape(String event, Policy policy) {
        return Shapes.object("event", event, "time", clock.instant(), "policy", policy.name());
    }

    private Map<String, Object> failure(String event, Policy policy, Exception failure) {
        Map<String, Object> shape = shape(event, policy);
        shape.put("error", words(failure));
        return shape;
    }

    private static String words(Exception failure) {
        return failure instanceof SnapdslException known
                ? known.getMessage() + " " + known.hint()
                : failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
    }

    private synchronized void tell(Map<String, Object> shape, String text) {
        count++;
        out.line(out.time(clock.instant()) + "  " + Output.plain(text));
        print(shape);
    }

    private synchronized void print(Map<String, Object> shape) {
        if (streaming) {
            out.jsonLine(shape);
        } else {
            shapes.add(shape);
        }
    }
}
