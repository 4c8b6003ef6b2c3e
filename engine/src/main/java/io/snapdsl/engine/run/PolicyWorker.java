package io.snapdsl.engine.run;

import io.snapdsl.engine.continuity.OperationRecorder.Recorded;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.policy.Declared;
import io.snapdsl.engine.policy.Hook;
import io.snapdsl.engine.policy.Hook.Context;
import io.snapdsl.engine.policy.Hook.OnError;
import io.snapdsl.engine.policy.Policy;
import io.snapdsl.engine.policy.When;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/**
 * Does what one policy wants when a trigger has come: hooks, a snapshot of each subject, hooks again, and now and then
 * tidies up. Whatever fails is told to the listener and goes no further, so that nothing can end the runner or the agent.
 */
final class PolicyWorker {
    private static final Duration BETWEEN_TIDYING = Duration.ofMinutes(10);

    private final Policy policy;
    private final Subjects subjects;
    private final Tidying tidying;
    private final BooleanSupplier mayTidy;
    private final Clock clock;
    private final RunListener listener;

    private final Map<Declared, Workspace> workspaces = new ConcurrentHashMap<>();
    /** When each subject was last known to be as its newest snapshot says. */
    private final Map<Declared, Instant> fresh = new ConcurrentHashMap<>();

    private final Map<Declared, Instant> warned = new ConcurrentHashMap<>();

    /** Whose last attempt failed: of a row of failures the audit log gets the first. */
    private final Set<Declared> failing = new HashSet<>();

    private Optional<Instant> tidied = Optional.empty();

    PolicyWorker(
            Policy policy,
            Subjects subjects,
            Tidying tidying,
            BooleanSupplier mayTidy,
            Clock clock,
            RunListener listener) {
        this.policy = policy;
        this.subjects = subjects;
        this.tidying = tidying;
        this.mayTidy = mayTidy;
        this.clock = clock;
        this.listener = listener;
        policy.subjects().forEach(declared -> fresh.put(declared, clock.instant()));
    }

    Policy policy() {
        return policy;
    }

    boolean protects(SubjectId workspace) {
        return workspaces.values().stream().anyMatch(known -> known.id().equals(workspace));
    }

    /**
     * @param session the agent's run it belongs to, or empty
     * @return whether every subject was taken or needed no taking
     */
    boolean attend(When trigger, String session) {
        Optional<Exception> cancelled = before(trigger);
        Optional<Exception> failed = Optional.empty();
        for (Declared declared : policy.subjects()) {
            Optional<Exception> failure = cancelled.or(() -> take(declared, trigger, session));
            if (failure.isPresent()) {
                listener.failed(policy, trigger, declared, failure.get());
                if (failing.add(declared)) {
                    subjects.recordFailure(declared, policy, trigger, failure.get());
                }
                runAll(Hook.Point.ON_FAILURE, context(trigger, Optional.empty(), failure));
                failed = failure;
            }
        }
        runAll(Hook.Point.ALWAYS, context(trigger, Optional.empty(), failed));
        return failed.isEmpty();
    }

    /** Why no snapshot may be taken, if a hook says so. */
    private Optional<Exception> before(When trigger) {
        for (Hook hook : policy.hooks(Hook.Point.BEFORE_SNAPSHOT)) {
            Optional<Exception> failure = run(hook, context(trigger, Optional.empty(), Optional.empty()));
            if (failure.isPresent() && hook.onError() != OnError.IGNORE) {
                return failure;
            }
        }
        return Optional.empty();
    }

    private Optional<Exception> take(Declared declared, When trigger, String session) {
        try {
            Workspace workspace = subjects.workspace(declared);
            workspaces.put(declared, workspace);
            Optional<Recorded> recorded = subjects.record(workspace, policy, trigger, session);
            fresh.put(declared, clock.instant());
            failing.remove(declared);
            if (recorded.isPresent()) {
                listener.taken(policy, trigger, recorded.get());
                String id = recorded.get().snapshot().id().hex();
                runAll(Hook.Point.AFTER_SNAPSHOT, context(trigger, Optional.of(id), Optional.empty()));
            } else {
                listener.unchanged(policy, trigger, workspace);
            }
            return Optional.empty();
        } catch (RuntimeException e) {
            return Optional.of(e);
        }
    }

    private void runAll(Hook.Point point, Context context) {
        policy.hooks(point).forEach(hook -> run(hook, context));
    }

    private Optional<Exception> run(Hook hook, Context context) {
        Optional<Exception> failure = HookRunner.run(hook, context);
        failure.ifPresent(e -> listener.hookFailed(policy, hook.point(), e));
        return failure;
    }

    private Context context(When trigger, Optional<String> snapshot, Optional<Exception> error) {
        return new Context(
                policy.name(),
                trigger.trigger().word(),
                clock.instant(),
                snapshot,
                error,
                text -> listener.said(policy, text));
    }

    void announceRetry(When trigger, Duration delay) {
        listener.retrying(policy, trigger, delay);
    }

    /** Once, and again each time that as much more time has passed. */
    void warnIfStale(Instant now) {
        policy.expectEvery()
                .ifPresent(limit -> policy.subjects().forEach(declared -> {
                    // Where the clock was put back, what it showed before is no time to wait for.
                    fresh.computeIfPresent(declared, (same, time) -> time.isAfter(now) ? now : time);
                    warned.computeIfPresent(declared, (same, time) -> time.isAfter(now) ? now : time);
                    if (!staleAt(declared, limit).isAfter(now)) {
                        warned.put(declared, now);
                        listener.stale(policy, declared, Duration.between(fresh.get(declared), now));
                    }
                }));
    }

    /** When there is something to warn of, if nothing is done about it. */
    Optional<Instant> staleAt() {
        return policy.expectEvery()
                .flatMap(limit -> policy.subjects().stream()
                        .map(declared -> staleAt(declared, limit))
                        .min(Instant::compareTo));
    }

    private Instant staleAt(Declared declared, Duration limit) {
        Instant since = fresh.get(declared);
        Instant last = warned.getOrDefault(declared, since);
        // Overdue is what is later than expected, by however little.
        return (last.isAfter(since) ? last : since).plus(limit).plusMillis(1);
    }

    void tidyNowAndThen() {
        Instant now = clock.instant();
        boolean isTime = tidied.isEmpty()
                || tidied.get().plus(BETWEEN_TIDYING).isBefore(now)
                || tidied.get().isAfter(now);
        if (isTime && mayTidy.getAsBoolean()) {
            tidied = Optional.of(now);
            tidying.tidy(policy, Map.copyOf(workspaces), listener);
        }
    }
}
