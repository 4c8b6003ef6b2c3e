package io.snapdsl.engine.run;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * Does what one policy wants when a trigger has come: hooks, a snapshot of each subject, hooks again, and now and then
 * tidies up. Whatever fails is told to the listener and goes no further, so that nothing can end the runner or the agent.
 */
final class PolicyWorker {
    /** What came of a trigger. */
    enum Attended {
        /** Every subject was taken, or needed no taking. */
        DONE,
        /** A container, or the engine that has it, is not there. To try again is of use only when it is. */
        AWAY,
        FAILED
    }

    private static final Duration BETWEEN_TIDYING = Duration.ofMinutes(10);

    private final Policy policy;
    private final Subjects subjects;
    private final Tidying tidying;
    private final BooleanSupplier mayTidy;
    private final Clock clock;
    private final RunListener listener;
    private final HookRunner hookRunner = new HookRunner();
    private final Freshness freshness;

    private final Map<Declared, Subject> found = new ConcurrentHashMap<>();
    /** Whose last attempt failed: of a row of failures the audit log gets the first. */
    private final Set<Declared> failing = ConcurrentHashMap.newKeySet();

    /** Why those are not there that are not: that is said once. */
    private final Map<Declared, ErrorCode> away = new ConcurrentHashMap<>();

    private volatile Optional<Instant> tidied = Optional.empty();

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
        this.freshness = new Freshness(policy, clock.instant());
    }

    Policy policy() {
        return policy;
    }

    /** Those that have been found so far. */
    Stream<Workspace> workspaces() {
        return found.values().stream().filter(Workspace.class::isInstance).map(Workspace.class::cast);
    }

    boolean protects(SubjectId workspace) {
        return found.values().stream().anyMatch(known -> known.id().equals(workspace));
    }

    /** @param session the agent's run it belongs to, or empty */
    Attended attend(When trigger, String session) {
        return attend(trigger, session, policy.subjects());
    }

    /** As {@link #attend}, but only of those that were not there the last time. */
    Attended attendAbsent(When trigger, String session) {
        List<Declared> absent =
                policy.subjects().stream().filter(away::containsKey).toList();
        return absent.isEmpty() ? Attended.DONE : attend(trigger, session, absent);
    }

    private Attended attend(When trigger, String session, List<Declared> wanted) {
        if (hookRunner.hasGivenUp()) {
            wanted.forEach(declared -> tellFailure(declared, trigger, stoppedFirst()));
            return Attended.FAILED;
        }
        Attended attended = Attended.DONE;
        Optional<Exception> cancelled = before(trigger);
        Optional<Exception> failed = Optional.empty();
        for (Declared declared : wanted) {
            Optional<Exception> failure = cancelled.or(this::stopped).or(() -> take(declared, trigger, session));
            if (failure.isPresent()) {
                Optional<ErrorCode> absence = absence(failure.get());
                attended = absence.isPresent() && attended != Attended.FAILED ? Attended.AWAY : Attended.FAILED;
                failed = failure;
                if (isNews(declared, absence)) {
                    tellFailure(declared, trigger, failure.get());
                    runAll(Hook.Point.ON_FAILURE, context(trigger, Optional.empty(), failure));
                }
            }
        }
        runAll(Hook.Point.ALWAYS, context(trigger, Optional.empty(), failed));
        return attended;
    }

    /** Why what was to be taken is not there, if that is the reason. */
    private static Optional<ErrorCode> absence(Exception failure) {
        return failure instanceof SnapdslException known
                        && (known.code() == ErrorCode.UNKNOWN_CONTAINER
                                || known.code() == ErrorCode.NO_CONTAINER_ENGINE)
                ? Optional.of(known.code())
                : Optional.empty();
    }

    private boolean isNews(Declared declared, Optional<ErrorCode> absence) {
        return absence.isEmpty() || away.put(declared, absence.get()) != absence.get();
    }

    /**
     * By another thread: the run ends. The hook that is running is stopped, and no snapshot is begun any more; one that is
     * under way is left alone.
     */
    void giveUp() {
        hookRunner.giveUp();
    }

    /** The run ends before what the trigger wanted is done. Only told: who still works at it may have the store locked. */
    void missed(When trigger) {
        policy.subjects().forEach(declared -> listener.failed(policy, trigger, declared, stoppedFirst()));
    }

    private Optional<Exception> stopped() {
        return hookRunner.hasGivenUp() ? Optional.of(stoppedFirst()) : Optional.empty();
    }

    private static SnapdslException stoppedFirst() {
        return new SnapdslException(
                ErrorCode.INTERRUPTED,
                "The run was stopped before it was taken.",
                "To take one now, run 'snapdsl snap' in its directory.");
    }

    private void tellFailure(Declared declared, When trigger, Exception failure) {
        listener.failed(policy, trigger, declared, failure);
        if (failing.add(declared)) {
            subjects.recordFailure(declared, policy, trigger, failure);
        }
    }

    /** Why no snapshot may be taken, if a hook says so. */
    private Optional<Exception> before(When trigger) {
        for (Hook hook : policy.hooks(Hook.Point.BEFORE_SNAPSHOT)) {
            Optional<Exception> failure = run(hook, context(trigger, Optional.empty(), Optional.empty()));
            if (failure.isPresent() && hook.onError() != OnError.IGNORE && !hookRunner.hasGivenUp()) {
                return failure;
            }
        }
        return stopped();
    }

    private Optional<Exception> take(Declared declared, When trigger, String session) {
        try {
            Subject subject = subjects.of(declared).registered();
            found.put(declared, subject);
            subjects.newOtherName(declared).ifPresent(name -> listener.knownOtherwise(policy, name));
            Optional<Snapshot> taken = subjects.record(declared, subject, policy, trigger, session);
            freshness.seen(declared, clock.instant());
            failing.remove(declared);
            away.remove(declared);
            if (taken.isPresent()) {
                listener.taken(policy, trigger, taken.get());
                String id = taken.get().id().hex();
                runAll(Hook.Point.AFTER_SNAPSHOT, context(trigger, Optional.of(id), Optional.empty()));
            } else {
                listener.unchanged(policy, trigger, subject);
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
        Optional<Exception> failure = hookRunner.run(hook, context);
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

    void warnIfStale(Instant now) {
        freshness.look(now, (declared, age) -> listener.stale(policy, declared, age));
    }

    /** When there is something to warn of, if nothing is done about it. */
    Optional<Instant> staleAt() {
        return freshness.staleAt();
    }

    boolean isTimeToTidy() {
        Instant now = clock.instant();
        boolean isTime = tidied.isEmpty()
                || tidied.get().plus(BETWEEN_TIDYING).isBefore(now)
                || tidied.get().isAfter(now);
        return isTime && mayTidy.getAsBoolean();
    }

    /** All subjects that there are: somebody else may have taken snapshots of them. */
    void tidyNowAndThen() {
        if (isTimeToTidy()) {
            tidied = Optional.of(clock.instant());
            Map<Declared, Subject> known = new LinkedHashMap<>();
            policy.subjects().forEach(declared -> subjects.known(declared).ifPresent(it -> known.put(declared, it)));
            tidying.tidy(policy, known, listener);
        }
    }
}
