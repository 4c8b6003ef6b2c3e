package io.snapdsl.engine.run;

import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.history.Workspaces;
import io.snapdsl.engine.policy.Policy;
import io.snapdsl.engine.policy.PolicyFile;
import io.snapdsl.engine.policy.When;
import io.snapdsl.engine.policy.When.Event;
import io.snapdsl.engine.store.SnapshotStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Does what policies want, for as long as it runs: attends to what is due by the clock, to agents' runs, to changed
 * files and to whoever asks. Each policy has a {@link PolicyLane} of its own, so a slow one holds up no other.
 */
public final class PolicyRunner implements AutoCloseable {
    /** How often to look, also when nothing is due: the clock may be changed, a run may start in another process. */
    private static final Duration LOOK = Duration.ofSeconds(1);

    /** What is under way when we are told to stop has this long to finish. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final SnapshotStore store;
    private final Clock clock;
    private final RunListener listener;
    private final Captures captures;
    private final Subjects subjects;
    private final Lookout lookout;
    private final ClockWatch clockWatch;
    private final CountDownLatch stop = new CountDownLatch(1);

    private volatile List<PolicyLane> lanes = List.of();
    private Optional<String> trouble = Optional.empty();

    public PolicyRunner(SnapshotStore store, Workspaces workspaces, Clock clock, RunListener listener) {
        this.store = store;
        this.clock = clock;
        this.listener = listener;
        this.captures = new Captures(store, this::changed);
        this.subjects = new Subjects(store, workspaces, captures::of, clock);
        this.lookout = new Lookout(store, subjects);
        this.clockWatch = new ClockWatch(clock);
    }

    /** Until {@link #stop} is called by another thread. */
    public void run(PolicyFile file) throws InterruptedException {
        use(file);
        request(Event.POLICY_START, "");
        do {
            look();
        } while (!stop.await(LOOK.toMillis(), TimeUnit.MILLISECONDS));
        request(Event.POLICY_STOP, "");
        for (PolicyLane lane : lanes) {
            lane.finish(PATIENCE);
        }
    }

    public void stop() {
        stop.countDown();
    }

    /** From now on these policies count. What is under way for those before is finished. */
    public synchronized void use(PolicyFile file) {
        // First what can fail, say because the store is locked: then those before stay in force.
        lookout.use(file.policies(), clock.instant());
        lanes.forEach(PolicyLane::retire);
        lanes = file.policies().stream().map(this::lane).toList();
        // What changed while nobody watched; and from then on its workspaces are watched.
        for (PolicyLane lane : lanes) {
            lane.policy().triggers().stream()
                    .filter(When.FileChange.class::isInstance)
                    .forEach(trigger -> lane.request(trigger, ""));
        }
    }

    private PolicyLane lane(Policy policy) {
        return new PolicyLane(
                policy,
                new PolicyWorker(
                        policy, subjects, new Tidying(store, clock), () -> !clockWatch.isInDoubt(), clock, listener));
    }

    /** Something happened, or somebody asks: the policies that have such a trigger attend to it. */
    public synchronized void request(Event event, String session) {
        lookout.happened(event, session, this::request);
    }

    private void request(Policy policy, When trigger, String session) {
        lanes.stream().filter(lane -> lane.policy().equals(policy)).forEach(lane -> lane.request(trigger, session));
    }

    private void changed(SubjectId workspace) {
        lanes.forEach(lane -> lane.changed(workspace));
    }

    private synchronized void look() {
        try {
            clockWatch.jump().ifPresent(listener::clockJumped);
            Instant now = clock.instant();
            lookout.look(now, this::request);
            lanes.forEach(lane -> lane.warnIfStale(now));
            trouble = Optional.empty();
        } catch (RuntimeException e) {
            // The store may be locked or its disk full: the next look may find it better. To say it once is enough.
            if (!trouble.equals(Optional.of(e.toString()))) {
                trouble = Optional.of(e.toString());
                listener.troubled(e);
            }
        }
    }

    @Override
    public void close() {
        lanes.forEach(PolicyLane::retire);
        captures.close();
    }
}
