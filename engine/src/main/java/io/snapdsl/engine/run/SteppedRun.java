package io.snapdsl.engine.run;

import io.snapdsl.engine.Progress;
import io.snapdsl.engine.capture.WorkspaceCapture;
import io.snapdsl.engine.container.ContainerRuntime;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.history.Workspaces;
import io.snapdsl.engine.policy.Policy;
import io.snapdsl.engine.policy.PolicyFile;
import io.snapdsl.engine.policy.When;
import io.snapdsl.engine.policy.When.FileChange;
import io.snapdsl.engine.run.Agenda.Due;
import io.snapdsl.engine.run.PolicyWorker.Attended;
import io.snapdsl.engine.store.SnapshotStore;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Does what a {@link PolicyRunner} does, but without threads and when it is told to: each call returns when all that is
 * due by the clock has been done. The clock may be one that somebody sets. What fails is not tried again by itself.
 */
public final class SteppedRun {
    private final PolicyFile file;
    private final Subjects subjects;
    private final Clock clock;
    private final Lookout lookout;
    private final Map<Policy, PolicyWorker> workers = new LinkedHashMap<>();
    private final Map<Policy, Stir> stirs = new LinkedHashMap<>();

    private final StoredClock storedClock;
    private final RunListener listener;

    private boolean well = true;
    private boolean isInDoubt;

    /** @param containers reaches their engine, and is asked only if a policy protects one */
    public SteppedRun(
            SnapshotStore store,
            Workspaces workspaces,
            Clock clock,
            Progress progress,
            Supplier<ContainerRuntime> containers,
            RunListener listener,
            PolicyFile file) {
        this.file = file;
        this.clock = clock;
        this.storedClock = new StoredClock(store.auditLog());
        this.listener = listener;
        WorkspaceCapture capture = new WorkspaceCapture(store, progress);
        ContainerEngine engine = new ContainerEngine(containers);
        this.subjects = new Subjects(store, workspaces, workspace -> capture, engine, clock, progress);
        this.lookout = new Lookout(store, subjects);
        Tidying tidying = new Tidying(store, clock, file, subjects::known, engine);
        file.policies()
                .forEach(policy -> workers.put(
                        policy, new PolicyWorker(policy, subjects, tidying, () -> !isInDoubt, clock, listener)));
        lookout.use(file, clock.instant());
    }

    /** As {@link #start}, by a clock that nobody sets on purpose: if it may be wrong, nothing is merged or removed. */
    public boolean once() {
        storedClock.jump(clock.instant()).ifPresent(jump -> {
            isInDoubt = true;
            listener.clockJumped(jump);
        });
        return start();
    }

    /**
     * What a run does when it starts.
     *
     * @return whether all went well
     */
    public boolean start() {
        well &= subjects.setUp(file, listener::troubled);
        List<Due> due = lookout.due(clock.instant());
        workers.forEach((policy, worker) -> {
            for (When trigger : atStart(policy, due)) {
                well &= keep(policy, trigger, "") == Attended.DONE;
            }
            worker.warnIfStale(clock.instant(), false);
            worker.tidyNowAndThen();
        });
        return well;
    }

    /** What has changed is always worth a look: nobody has watched since the last time. */
    static List<When> atStart(Policy policy, List<Due> due) {
        List<When> triggers = new ArrayList<>();
        policy.triggers().stream()
                .filter(trigger -> trigger == When.Event.POLICY_START
                        || policy.fileChange().filter(trigger::equals).isPresent())
                .forEach(triggers::add);
        due.stream().filter(one -> one.policy().equals(policy)).forEach(one -> triggers.add(one.trigger()));
        return triggers;
    }

    /** Whatever has come since the last step. */
    public void step() {
        Instant now = clock.instant();
        lookout.look(now, this::attend);
        List.copyOf(stirs.keySet()).forEach(policy -> {
            FileChange trigger = policy.fileChange().orElseThrow();
            if (!settled(policy, trigger).isAfter(now)) {
                stirs.remove(policy);
                attend(policy, trigger, "");
            }
        });
        workers.values().forEach(worker -> worker.warnIfStale(now, false));
    }

    /** When there is something to do next, if nothing happens before; empty if then there never is. */
    public Optional<Instant> next() {
        Stream<Instant> byClock = lookout.next(clock.instant()).stream();
        Stream<Instant> byRest = stirs.keySet().stream()
                .map(policy -> settled(policy, policy.fileChange().orElseThrow()));
        Stream<Instant> byAge = workers.values().stream().flatMap(worker -> worker.staleAt().stream());
        return Stream.of(byClock, byRest, byAge).flatMap(times -> times).min(Instant::compareTo);
    }

    /** Something happened in a workspace. */
    public void changed(SubjectId workspace) {
        long now = ChronoUnit.NANOS.between(Instant.EPOCH, clock.instant());
        workers.forEach((policy, worker) -> {
            if (policy.fileChange().isPresent() && worker.protects(workspace)) {
                stirs.put(policy, Stir.at(now, Optional.ofNullable(stirs.get(policy))));
            }
        });
    }

    private Instant settled(Policy policy, FileChange trigger) {
        return Instant.EPOCH.plusNanos(stirs.get(policy).settled(trigger.quiet()));
    }

    private void attend(Policy policy, When trigger, String session) {
        keep(policy, trigger, session);
        workers.get(policy).tidyNowAndThen();
    }

    private Attended keep(Policy policy, When trigger, String session) {
        return lookout.appointments()
                .keep(policy, trigger, () -> workers.get(policy).attend(trigger, session));
    }
}
