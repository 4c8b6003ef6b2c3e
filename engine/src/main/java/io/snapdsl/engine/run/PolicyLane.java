package io.snapdsl.engine.run;

import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.policy.Policy;
import io.snapdsl.engine.policy.When;
import io.snapdsl.engine.policy.When.FileChange;
import io.snapdsl.engine.run.PolicyWorker.Attended;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * One policy's requests, worked off one after the other by a thread of its own. What is asked for while a snapshot is
 * under way is done once after it, however often it was asked for. What failed is tried again, each time later.
 */
final class PolicyLane {
    private static final Duration FIRST_RETRY = Duration.ofSeconds(5);
    private static final Duration LAST_RETRY = Duration.ofMinutes(5);

    private final BooleanSupplier isPaused;
    private final PolicyWorker worker;
    private final Appointments appointments;
    private final Optional<FileChange> fileChange;
    private final ScheduledThreadPoolExecutor thread;

    private final Set<Request> waiting = new LinkedHashSet<>();
    private final Set<Request> underWay = new LinkedHashSet<>();
    private final Map<Request, Duration> retries = new HashMap<>();
    /** The last one that found a container away: those before it would take the same. */
    private Optional<Request> postponed = Optional.empty();

    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean isEnding;
    /** Whether something failed when there was no time left to try again. */
    private volatile boolean hasLost;
    /** Whoever sees to the same subjects since this one retired. */
    private Optional<PolicyLane> heir = Optional.empty();
    /** By {@link System#nanoTime}. */
    private Optional<Stir> stir = Optional.empty();

    /**
     * @param session the agent's run it belongs to, or empty
     * @param forAbsent whether only those are to be taken that were not there before
     */
    private record Request(When trigger, String session, boolean forAbsent) {}

    /** @param isPaused whether it only does what somebody asks for expressly */
    PolicyLane(Policy policy, BooleanSupplier isPaused, PolicyWorker worker, Appointments appointments) {
        this.isPaused = isPaused;
        this.worker = worker;
        this.appointments = appointments;
        this.fileChange = policy.fileChange();
        this.thread = new ScheduledThreadPoolExecutor(1, work -> {
            Thread made = Executors.defaultThreadFactory().newThread(work);
            made.setName("snapdsl-policy-" + policy.name());
            made.setDaemon(true);
            return made;
        });
        // What is still to come when we finish is dropped.
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    Policy policy() {
        return worker.policy();
    }

    /** @param session the agent's run it belongs to, or empty */
    void request(When trigger, String session) {
        request(new Request(trigger, session, false));
    }

    /** As {@link #request}, also while it is paused. */
    void requestAnyway(When trigger) {
        add(new Request(trigger, "", false));
    }

    private void request(Request request) {
        if (isPaused.getAsBoolean()) {
            appointments.waive(policy(), request.trigger);
        } else {
            add(request);
        }
    }

    private synchronized void add(Request request) {
        if (takesNoMore()) {
            return;
        }
        boolean isFirst = waiting.isEmpty();
        waiting.add(request);
        if (isFirst) {
            thread.execute(this::work);
        }
    }

    private boolean takesNoMore() {
        return isEnding || thread.isShutdown();
    }

    private void work() {
        List<Request> requests;
        synchronized (this) {
            requests = List.copyOf(waiting);
            waiting.clear();
            underWay.addAll(requests);
        }
        for (Request request : requests) {
            Attended attended = attend(request);
            synchronized (this) {
                underWay.remove(request);
                if (attended == Attended.FAILED) {
                    retry(request);
                } else {
                    retries.remove(request);
                    postponed = attended == Attended.AWAY ? Optional.of(request) : Optional.empty();
                }
            }
        }
        if (!isEnding) {
            worker.tidyNowAndThen();
        }
    }

    private Attended attend(Request request) {
        try {
            return appointments.keep(
                    policy(),
                    request.trigger,
                    () -> request.forAbsent
                            ? worker.attendAbsent(request.trigger, request.session)
                            : worker.attend(request.trigger, request.session));
        } catch (RuntimeException e) {
            // That it was done could not be recorded, say because the store is locked.
            worker.troubled(e);
            return Attended.FAILED;
        }
    }

    private void retry(Request request) {
        if (takesNoMore()) {
            passOn(request);
            return;
        }
        Duration delay = retries.merge(request, FIRST_RETRY, PolicyLane::longer);
        worker.announceRetry(request.trigger, delay);
        thread.schedule(() -> tryAgain(request), delay.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void passOn(Request request) {
        heir.ifPresentOrElse(lane -> lane.inherit(request), () -> hasLost = true);
    }

    /** Another lane has failed at it. For this one it is due, whether it has such a trigger or not. */
    private synchronized void inherit(Request request) {
        if (takesNoMore()) {
            passOn(request);
            return;
        }
        // What was away is not known to be so here.
        Request own = new Request(request.trigger, request.session, false);
        if (policy().triggers().contains(own.trigger)) {
            appointments.ask(policy(), own.trigger, worker.now());
        }
        retries.put(own, FIRST_RETRY);
        tryAgain(own);
    }

    /** Unless it has succeeded meanwhile. While the policy is paused, that waits for {@link #catchUp}. */
    private synchronized void tryAgain(Request request) {
        if (retries.containsKey(request) && !isPaused.getAsBoolean()) {
            add(request);
        }
    }

    private static Duration longer(Duration last, Duration first) {
        Duration twice = last.multipliedBy(2);
        return twice.compareTo(LAST_RETRY) < 0 ? twice : LAST_RETRY;
    }

    /** Something happened in a workspace: if it is the policy's, and changes matter to it, it waits for them to rest. */
    synchronized void changed(SubjectId workspace) {
        if (fileChange.isEmpty() || takesNoMore() || !worker.protects(workspace)) {
            return;
        }
        long now = System.nanoTime();
        if (stir.isEmpty()) {
            thread.schedule(this::settle, fileChange.get().quiet().toNanos(), TimeUnit.NANOSECONDS);
        }
        stir = Optional.of(Stir.at(now, stir));
    }

    private synchronized void settle() {
        if (takesNoMore()) {
            return;
        }
        long left = stir.orElseThrow().settled(fileChange.orElseThrow().quiet()) - System.nanoTime();
        if (left > 0) {
            thread.schedule(this::settle, left, TimeUnit.NANOSECONDS);
        } else {
            stir = Optional.empty();
            request(fileChange.get(), "");
        }
    }

    /** A workspace is back, or another in its place. */
    synchronized void returned(SubjectId workspace) {
        if (worker.protects(workspace)) {
            catchUp();
        }
    }

    /** Of what has changed nobody was notified, and what failed may work. */
    synchronized void catchUp() {
        fileChange.ifPresent(trigger -> request(trigger, ""));
        List.copyOf(retries.keySet()).forEach(this::tryAgain);
    }

    /** Something happens to a container of the policy, or its engine is back: what was not there may be. */
    synchronized void appeared() {
        postponed.ifPresent(request -> request(new Request(request.trigger, request.session, true)));
        postponed = Optional.empty();
        List.copyOf(retries.keySet()).forEach(this::tryAgain);
    }

    /** For a policy that was edited while it runs. */
    void tidyLater() {
        worker.tidyLater();
        thread.execute(worker::foretellTidying);
    }

    Stream<Workspace> workspaces() {
        return worker.workspaces();
    }

    /** What is to be done from time to time, also when no trigger comes. */
    synchronized void look(Instant now) {
        worker.warnIfStale(now, isBusy());
        if (worker.isTimeToTidy() && !takesNoMore()) {
            thread.execute(worker::tidyNowAndThen);
        }
    }

    synchronized boolean isBusy() {
        return !waiting.isEmpty() || thread.getActiveCount() > 0;
    }

    /** What was asked for is still done, and then no more. */
    synchronized void end() {
        isEnding = true;
        thread.execute(ended::countDown);
    }

    /** Waits until it has ended; what is not done by {@code deadline}, of {@link System#nanoTime}, is given up. */
    void await(long deadline) throws InterruptedException {
        if (!ended.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
            worker.giveUp();
        }
    }

    /**
     * After {@link #await}: hooks that clean up after one that was given up are waited for.
     *
     * @return whether all that was asked for has been done
     */
    boolean hasDoneAll(long deadline) throws InterruptedException {
        if (ended.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
            return !hasLost;
        }
        List<Request> left;
        synchronized (this) {
            left = Stream.concat(underWay.stream(), waiting.stream()).toList();
        }
        left.forEach(request -> worker.missed(request.trigger));
        // Tidying up that is cut short is no loss: the next run goes on with it.
        return left.isEmpty() && !hasLost;
    }

    /**
     * No more requests; what is under way is finished, by and by.
     *
     * @param successor tries again what has failed here, or still will
     */
    synchronized void retire(Optional<PolicyLane> successor) {
        heir = successor;
        thread.shutdown();
        Stream.concat(retries.keySet().stream(), postponed.stream())
                .filter(request -> !waiting.contains(request) && !underWay.contains(request))
                .forEach(this::passOn);
    }
}
