package io.snapdsl.engine.run;

import io.snapdsl.engine.policy.Policy;
import io.snapdsl.engine.policy.When;
import io.snapdsl.engine.policy.When.Interval;
import io.snapdsl.engine.policy.When.Schedule;
import io.snapdsl.engine.run.PolicyWorker.Attended;
import io.snapdsl.engine.store.PolicyRuns;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.store.StoreLocks;
import io.snapdsl.engine.store.StoreLocks.Held;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * What the clock has asked for. This run does not ask for it again while it is at it, or waits to try again. But it counts
 * as attended to, for every run and for good, only when it was done: whoever fails or is killed leaves it to the next.
 */
final class Appointments implements PolicyRuns {
    private record Appointment(String policy, String trigger) {}

    /** @param before when it had been attended to before, as far as the store knew then */
    private record Asked(Instant time, Optional<Instant> before) {}

    private final PolicyRuns done;
    private final StoreLocks locks;
    private final Path script;
    private final Map<Appointment, Asked> asked = new ConcurrentHashMap<>();

    Appointments(SnapshotStore store, Path script) {
        this.done = store.policyRuns().of(script);
        this.locks = store.locks();
        this.script = script;
    }

    @Override
    public Optional<Instant> last(String policy, String trigger) {
        Optional<Asked> ours = Optional.ofNullable(asked.get(new Appointment(policy, trigger)));
        return Stream.concat(ours.map(Asked::time).stream(), done.last(policy, trigger).stream())
                .max(Comparator.naturalOrder());
    }

    @Override
    public void record(String policy, String trigger, Instant time) {
        done.record(policy, trigger, time);
        asked.remove(new Appointment(policy, trigger));
    }

    /** Triggers that go by no clock make no appointment. */
    void ask(Policy policy, When trigger, Instant now) {
        if (trigger instanceof Interval || trigger instanceof Schedule) {
            asked.put(of(policy, trigger), new Asked(now, done.last(policy.name(), trigger.words())));
        }
    }

    /** Attends to a trigger, unless another run has done so since the clock asked for it, or is about to. */
    Attended keep(Policy policy, When trigger, Supplier<Attended> attempt) {
        Asked what = asked.get(of(policy, trigger));
        if (what == null) {
            return attempt.get();
        }
        Optional<Held> alone = locks.policyIfFree(script + ": " + policy.name());
        if (alone.isEmpty()) {
            // Should the other fail, the clock asks us again at the next look.
            asked.remove(of(policy, trigger), what);
            return Attended.DONE;
        }
        return alone.get().during(() -> {
            boolean isOpen = done.last(policy.name(), trigger.words()).equals(what.before);
            Attended attended = isOpen ? attempt.get() : Attended.DONE;
            if (attended == Attended.DONE) {
                settle(policy, trigger, what, isOpen);
            }
            return attended;
        });
    }

    /** It is not to be done after all. */
    void waive(Policy policy, When trigger) {
        Optional.ofNullable(asked.get(of(policy, trigger))).ifPresent(what -> settle(policy, trigger, what, true));
    }

    private void settle(Policy policy, When trigger, Asked what, boolean isNews) {
        if (isNews) {
            done.record(policy.name(), trigger.words(), what.time);
        }
        asked.remove(of(policy, trigger), what);
    }

    private static Appointment of(Policy policy, When trigger) {
        return new Appointment(policy.name(), trigger.words());
    }
}
