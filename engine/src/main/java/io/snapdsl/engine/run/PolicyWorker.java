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
import io.snapdsl.engine.run.JointTaking.Result;
import io.snapdsl.engine.run.JointTaking.Taken;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
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
    private final JointTaking taking;
    private final Tidying tidying;
    private final BooleanSupplier mayTidy;
    private final Clock clock;
    private final RunListener listener;
    private final HookRunner hookRunner = new HookRunner();
    private final Freshness freshness;

    /** From before they are first captured: what happens to them while that goes on must not be taken for a stranger's. */
    private final Map<Declared, Subject> found = new ConcurrentHashMap<>();

    private final Failures failures = new Failures();
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
        this.taking = subjects.jointly(found::put);
        this.tidying = tidying;
        this.mayTidy = mayTidy;
        this.clock = clock;
        this.listener = listener;
        this.freshness = new Freshness(policy, subjects::newest, clock.instant());
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
        return attend(trigger, session, declared -> true);
    }

    /** As {@link #attend}, but for those that were not there the last time. The others only complete the moment. */
    Attended attendAbsent(When trigger, String session) {
        Set<Declared> absent = failures.absent();
        return absent.isEmpty() ? Attended.DONE : attend(trigger, session, absent::contains);
    }

    private Attended attend(When trigger, String session, Predicate<Declared> isWanted) {
        if (hookRunner.hasGivenUp()) {
            policy.subjects().forEach(declared -> tellFailure(declared, trigger, stoppedFirst()));
            return Attended.FAILED;
        }
        Taken taken = before(trigger).map(this::none).orElseGet(() -> taking.take(policy, trigger, session, isWanted));
        Attended attended = Attended.DONE;
        Optional<Exception> failed = Optional.empty();
        for (Result result : taken.results()) {
            if (result.failure().isPresent()) {
                failed = result.failure();
                attended = worse(attended, tell(result.declared(), trigger, failed.get()));
            } else {
                tell(result, trigger, isWanted.test(result.declared()));
            }
        }
        taken.moment().ifPresent(moment -> listener.moment(policy, trigger, moment));
        runAll(Hook.Point.ALWAYS, context(trigger, Optional.empty(), failed));
        return attended;
    }

    private Taken none(Exception reason) {
        return new Taken(
                policy.subjects().stream()
                        .map(declared -> Result.failed(declared, reason))
                        .toList(),
                Optional.empty());
    }

    private static Attended worse(Attended one, Attended other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    private Attended tell(Declared declared, When trigger, Exception failure) {
        Optional<ErrorCode> absence = Failures.absence(failure);
        if (failures.isNews(declared, absence)) {
            tellFailure(declared, trigger, failure);
            runAll(Hook.Point.ON_FAILURE, context(trigger, Optional.empty(), Optional.of(failure)));
        }
        return absence.isPresent() ? Attended.AWAY : Attended.FAILED;
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
        if (failures.isFirst(declared)) {
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

    /** @param isWanted else it is worth telling only if it was taken */
    private void tell(Result result, When trigger, boolean isWanted) {
        Declared declared = result.declared();
        Subject subject = result.subject().orElseThrow();
        subjects.newOtherName(declared).ifPresent(name -> listener.knownOtherwise(policy, name));
        freshness.seen(declared, clock.instant());
        failures.end(declared);
        if (result.snapshot().isPresent()) {
            Snapshot snapshot = result.snapshot().get();
            listener.taken(policy, trigger, snapshot);
            Optional<String> id = Optional.of(snapshot.id().hex());
            runAll(Hook.Point.AFTER_SNAPSHOT, context(trigger, id, Optional.empty()));
        } else if (result.checkpoint().isPresent()) {
            listener.checkpointed(policy, trigger, result.checkpoint().get());
        } else if (isWanted) {
            listener.unchanged(policy, trigger, subject);
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

    Instant now() {
        return clock.instant();
    }

    void troubled(RuntimeException failure) {
        listener.troubled(failure);
    }

    void announceRetry(When trigger, Duration delay) {
        listener.retrying(policy, trigger, delay);
    }

    /** @param isAttended whether a snapshot is under way, or about to be */
    void warnIfStale(Instant now, boolean isAttended) {
        freshness.look(now, isAttended, (declared, age) -> listener.stale(policy, declared, age));
    }

    /** When there is something to warn of, if nothing is done about it. */
    Optional<Instant> staleAt() {
        return freshness.staleAt();
    }

    boolean isTimeToTidy() {
        Instant now = clock.instant();
        // Also when the clock was put back by that much.
        boolean isTime = tidied.filter(last -> Duration.between(last, now).abs().compareTo(BETWEEN_TIDYING) <= 0)
                .isEmpty();
        return isTime && mayTidy.getAsBoolean();
    }

    /**
     * The policy was edited while it runs, and its author may not be done: half of a number is a number, too. So nothing is
     * removed or merged by the new rules for a while, in which a slip can be taken back.
     */
    void tidyLater() {
        tidied = Optional.of(clock.instant());
    }

    /** What {@link #tidyLater} is going to cost. */
    void foretellTidying() {
        try {
            long doomed = tidying.retention(policy, known()).stream()
                    .filter(decision -> !decision.keep())
                    .count();
            if (doomed > 0) {
                listener.willPrune(policy, doomed, BETWEEN_TIDYING);
            }
        } catch (RuntimeException e) {
            listener.tidyingFailed(policy, e);
        }
    }

    /** All subjects that there are: somebody else may have taken snapshots of them. */
    void tidyNowAndThen() {
        if (isTimeToTidy()) {
            tidied = Optional.of(clock.instant());
            tidying.tidy(policy, known(), listener);
        }
    }

    private Map<Declared, Subject> known() {
        Map<Declared, Subject> known = new LinkedHashMap<>();
        policy.subjects().forEach(declared -> subjects.known(declared).ifPresent(it -> known.put(declared, it)));
        return known;
    }
}
