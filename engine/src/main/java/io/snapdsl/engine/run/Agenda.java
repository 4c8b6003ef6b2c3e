package io.snapdsl.engine.run;

import io.snapdsl.engine.policy.Policy;
import io.snapdsl.engine.policy.When;
import io.snapdsl.engine.policy.When.Interval;
import io.snapdsl.engine.policy.When.Schedule;
import io.snapdsl.engine.store.PolicyRuns;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What is due by the clock, and what will be. Only decides: `run` acts on it and `plan` shows it.
 *
 * <p>It goes by when each trigger was last attended to. So a time that passed while nothing was running is due once,
 * however often it would have come; unless a schedule does not want what it missed.
 */
public final class Agenda {
    /** A trigger and when it is to be attended to. */
    public record Due(Policy policy, When trigger, Instant time) {}

    /** Later than this, a time was missed; sooner, we are only a little late. */
    private static final Duration LATE = Duration.ofMinutes(1);

    private final List<Policy> policies;
    private final PolicyRuns runs;

    public Agenda(List<Policy> policies, PolicyRuns runs) {
        this.policies = policies;
        this.runs = runs;
    }

    /**
     * From now on is when a schedule counts that nobody has attended to before; and any trigger that was attended to at a
     * time that is still to come, because the clock was put back since.
     */
    public void begin(Instant now) {
        for (Policy policy : policies) {
            for (When trigger : policy.triggers()) {
                Optional<Instant> last = runs.last(policy.name(), trigger.words());
                boolean isNew = trigger instanceof Schedule && last.isEmpty();
                if (isNew || last.filter(time -> isAhead(time, now)).isPresent()) {
                    runs.record(policy.name(), trigger.words(), now);
                }
            }
        }
    }

    /** More than by a correction of the clock, after which it only has to catch up with itself. */
    private static boolean isAhead(Instant time, Instant now) {
        return time.isAfter(now.plus(LATE));
    }

    /** What has to be done now. */
    public List<Due> due(Instant now) {
        return next(now).stream().filter(due -> !due.time().isAfter(now)).toList();
    }

    /** When each trigger is to be attended to next, the earliest first; never before {@code now}, if it is overdue. */
    public List<Due> next(Instant now) {
        List<Due> next = new ArrayList<>();
        for (Policy policy : policies) {
            for (When trigger : policy.triggers()) {
                // A clock that was put back must not make us wait for what it showed before.
                Optional<Instant> last =
                        runs.last(policy.name(), trigger.words()).map(time -> isAhead(time, now) ? now : time);
                next(policy, trigger, last, now).ifPresent(time -> next.add(new Due(policy, trigger, time)));
            }
        }
        next.sort(Comparator.comparing(Due::time));
        return next;
    }

    /** The next times of all triggers together, if each is attended to in time. */
    public List<Due> upcoming(Instant now, int limit) {
        List<Due> all = new ArrayList<>();
        for (Due first : next(now)) {
            Optional<Due> due = Optional.of(first);
            for (int i = 0; i < limit && due.isPresent(); i++) {
                all.add(due.get());
                Instant time = due.get().time();
                due = next(first.policy(), first.trigger(), Optional.of(time), time)
                        .map(later -> new Due(first.policy(), first.trigger(), later));
            }
        }
        return all.stream().sorted(Comparator.comparing(Due::time)).limit(limit).toList();
    }

    private static Optional<Instant> next(Policy policy, When trigger, Optional<Instant> last, Instant now) {
        if (trigger instanceof Interval interval) {
            return Optional.of(last.map(
                            time -> later(time.plus(interval.every()).plus(delay(policy, interval, time)), now))
                    .orElse(now));
        }
        if (trigger instanceof Schedule schedule) {
            Instant since = last.orElse(now);
            Instant from = schedule.runMissed() ? since : later(since, now.minus(LATE));
            return schedule.cron().next(from, schedule.zone()).map(time -> later(time, now));
        }
        return Optional.empty();
    }

    private static Instant later(Instant a, Instant b) {
        return a.isAfter(b) ? a : b;
    }

    /** By chance, but the same whenever it is asked for. */
    private static Duration delay(Policy policy, Interval interval, Instant last) {
        long most = interval.jitter().toMillis();
        long chance = (policy.name().hashCode() * 31L + last.toEpochMilli()) * 0x9E3779B97F4A7C15L >>> 1;
        return Duration.ofMillis(most == 0 ? 0 : chance % (most + 1));
    }
}
