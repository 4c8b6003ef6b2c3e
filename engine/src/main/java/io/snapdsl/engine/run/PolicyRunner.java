package io.snapdsl.engine.run;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.Progress;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.capture.WatchedWorkspaces;
import io.snapdsl.engine.container.ContainerRuntime;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.history.Workspaces;
import io.snapdsl.engine.policy.Declared;
import io.snapdsl.engine.policy.Policy;
import io.snapdsl.engine.policy.PolicyFile;
import io.snapdsl.engine.policy.When;
import io.snapdsl.engine.policy.When.Event;
import io.snapdsl.engine.retention.Pruning;
import io.snapdsl.engine.store.SnapshotStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Does what policies want, for as long as it runs: attends to what is due by the clock, to agents' runs, to changed
 * files and to whoever asks. Each policy has a {@link PolicyLane} of its own, so a slow one holds up no other.
 */
public final class PolicyRunner implements AutoCloseable {
    /** How often to look, also when nothing is due: the clock may be changed, a run may start in another process. */
    private static final Duration LOOK = Duration.ofSeconds(1);

    /** What is under way when we are told to stop has this long to finish. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** What hooks have then to clean up. */
    private static final Duration GRACE = Duration.ofSeconds(15);

    private final SnapshotStore store;
    private final Clock clock;
    private final RunListener listener;
    private final WatchedWorkspaces captures;
    private final ContainerEngine engine;
    private final ContainerFollower follower;
    private final Subjects subjects;
    private final Lookout lookout;
    private final ClockWatch clockWatch;
    private final Whereabouts whereabouts = new Whereabouts();
    private final Duration patience;
    private final CountDownLatch stop = new CountDownLatch(1);

    /** Names of policies that take nothing until they are resumed. */
    private final Set<String> paused = ConcurrentHashMap.newKeySet();

    private volatile List<PolicyLane> lanes = List.of();
    private volatile Optional<PolicyFile> inForce = Optional.empty();
    private volatile Optional<Tidying> keeping = Optional.empty();
    private Optional<String> trouble = Optional.empty();

    /** @param containers reaches their engine, and is asked only if a policy protects one; each time it was away, again */
    public PolicyRunner(
            SnapshotStore store,
            Workspaces workspaces,
            Clock clock,
            Supplier<ContainerRuntime> containers,
            RunListener listener) {
        this(store, workspaces, clock, containers, listener, PATIENCE);
    }

    /** @param patience how long what is under way has to finish when we are told to stop */
    PolicyRunner(
            SnapshotStore store,
            Workspaces workspaces,
            Clock clock,
            Supplier<ContainerRuntime> containers,
            RunListener listener,
            Duration patience) {
        this.store = store;
        this.clock = clock;
        this.listener = listener;
        this.captures = new WatchedWorkspaces(store);
        captures.listen(this::changed);
        this.engine = new ContainerEngine(containers);
        this.follower = new ContainerFollower(engine);
        this.subjects = new Subjects(store, workspaces, captures::of, engine, clock, Progress.NONE);
        this.lookout = new Lookout(store, subjects);
        this.clockWatch = new ClockWatch(clock);
        this.patience = patience;
    }

    /**
     * Until {@link #stop} is called by another thread.
     *
     * @return whether all that was under way then has been done
     */
    public boolean run(PolicyFile file) throws InterruptedException {
        use(file);
        request(Event.POLICY_START, "");
        do {
            look();
        } while (!stop.await(LOOK.toMillis(), TimeUnit.MILLISECONDS));
        request(Event.POLICY_STOP, "");
        return end(endingLanes());
    }

    private synchronized List<PolicyLane> endingLanes() {
        if (lanes.stream().anyMatch(PolicyLane::isBusy)) {
            listener.finishing(patience);
        }
        lanes.forEach(PolicyLane::end);
        return lanes;
    }

    private boolean end(List<PolicyLane> ending) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        for (PolicyLane lane : ending) {
            lane.await(deadline);
        }
        boolean allDone = true;
        for (PolicyLane lane : ending) {
            allDone &= lane.hasDoneAll(deadline + GRACE.toNanos());
        }
        return allDone;
    }

    /** What watches the workspaces, for others in this process who take snapshots of them. */
    public WatchedWorkspaces watched() {
        return captures;
    }

    public void stop() {
        stop.countDown();
    }

    /** From now on these policies count. What is under way for those before is finished. */
    public synchronized void use(PolicyFile file) {
        if (stop.getCount() == 0) {
            return;
        }
        // First what can fail, say because the store is locked: then those before stay in force.
        lookout.use(file, clock.instant());
        boolean isEdited = !lanes.isEmpty();
        subjects.setUp(file, listener::troubled);
        Tidying tidying = new Tidying(store, clock, file, subjects::known, engine);
        List<PolicyLane> next =
                file.policies().stream().map(policy -> lane(policy, tidying)).toList();
        if (isEdited) {
            next.forEach(PolicyLane::tidyLater);
        }
        lanes.forEach(lane -> lane.retire(heir(lane.policy(), next)));
        lanes = next;
        inForce = Optional.of(file);
        keeping = Optional.of(tidying);
        follower.follow(
                lanes.stream().flatMap(lane -> containers(lane.policy())).collect(Collectors.toSet()));
        // What changed while nobody watched; and from then on its workspaces are watched.
        for (PolicyLane lane : lanes) {
            lane.policy().fileChange().ifPresent(trigger -> lane.request(trigger, ""));
        }
    }

    /** Who sees to what the policy has protected: the one of its name, or else it was renamed. */
    private static Optional<PolicyLane> heir(Policy retired, List<PolicyLane> next) {
        return next.stream()
                .filter(lane -> lane.policy().subjects().stream().anyMatch(retired::protects))
                .min(Comparator.comparing(lane -> !lane.policy().name().equals(retired.name())));
    }

    private PolicyLane lane(Policy policy, Tidying tidying) {
        BooleanSupplier mayTidy = () -> !clockWatch.isInDoubt() && !isPaused(policy.name());
        return new PolicyLane(
                policy,
                () -> isPaused(policy.name()),
                new PolicyWorker(policy, subjects, tidying, mayTidy, clock, listener),
                lookout.appointments());
    }

    /** What it goes by now; empty before it runs. */
    public Optional<PolicyFile> inForce() {
        return inForce;
    }

    /** What the policy keeps of those of its subjects that there are. */
    public List<Pruning.Request> retention(Policy policy) {
        Map<Declared, Subject> known = new LinkedHashMap<>();
        policy.subjects().forEach(declared -> subjects.known(declared).ifPresent(it -> known.put(declared, it)));
        return keeping.map(rules -> rules.requests(policy, known)).orElse(List.of());
    }

    /** Somebody wants a policy's snapshot now, whatever its triggers are, and even if it is paused. */
    public void runNow(String policy) {
        lane(policy).requestAnyway(Event.MANUAL);
    }

    /** Until it is resumed, or this process ends, the policy takes, merges and removes nothing. */
    public void pause(String policy) {
        paused.add(lane(policy).policy().name());
    }

    /** What changed meanwhile is looked for once, if the policy attends to that; what had failed before is tried again. */
    public void resume(String policy) {
        PolicyLane lane = lane(policy);
        if (paused.remove(policy)) {
            lane.catchUp();
        }
    }

    public boolean isPaused(String policy) {
        return paused.contains(policy);
    }

    private PolicyLane lane(String policy) {
        return lanes.stream()
                .filter(lane -> lane.policy().name().equals(policy))
                .findFirst()
                .orElseThrow(() -> new SnapdslException(
                        ErrorCode.USAGE,
                        "No policy '" + policy + "' is running here.",
                        "There are: "
                                + lanes.stream()
                                        .map(lane -> lane.policy().name())
                                        .collect(Collectors.joining(", ")) + "."));
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
            lanes.forEach(lane -> lane.look(now));
            whereabouts.look(lanes.stream().flatMap(PolicyLane::workspaces).toList(), this::gone, this::returned);
            follower.look(new ContainerNews());
            trouble = Optional.empty();
        } catch (RuntimeException e) {
            // The store may be locked or its disk full: the next look may find it better. To say it once is enough.
            if (!trouble.equals(Optional.of(e.toString()))) {
                trouble = Optional.of(e.toString());
                listener.troubled(e);
            }
        }
    }

    private void gone(Workspace workspace) {
        listener.troubled(
                new SnapdslException(
                        ErrorCode.NOT_A_DIRECTORY,
                        "The workspace " + workspace.name() + " is not at " + workspace.directory() + " any more.",
                        "Its snapshots are kept: if it was deleted, 'snapdsl restore " + workspace.name()
                                + "@latest' brings it back. The next is taken when it is back, or another directory is there."));
    }

    private void returned(Workspace workspace) {
        lanes.forEach(lane -> lane.returned(workspace.id()));
    }

    /** What happens to containers, and what follows from it. */
    private final class ContainerNews implements ContainerFollower.Listener {
        @Override
        public void happened(Event event, String container) {
            lanes.stream().filter(lane -> protects(lane, container)).forEach(lane -> {
                // First what was asked for before.
                lane.appeared();
                if (lane.policy().triggers().contains(event)) {
                    lane.request(event, "");
                }
            });
        }

        private boolean protects(PolicyLane lane, String container) {
            return containers(lane.policy()).anyMatch(container::equals);
        }

        @Override
        public void away(Exception why) {
            listener.troubled(why);
        }

        @Override
        public void reached(boolean again) {
            if (again) {
                listener.engineReturned();
            }
            lanes.stream()
                    .filter(lane -> containers(lane.policy()).findAny().isPresent())
                    .forEach(PolicyLane::appeared);
        }
    }

    private static Stream<String> containers(Policy policy) {
        return policy.subjects().stream()
                .filter(Declared.Container.class::isInstance)
                .map(Declared::name);
    }

    @Override
    public void close() {
        lanes.forEach(lane -> lane.retire(Optional.empty()));
        captures.close();
        follower.close();
        engine.close();
    }
}
