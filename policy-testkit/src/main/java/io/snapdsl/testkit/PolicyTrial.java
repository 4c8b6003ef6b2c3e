package io.snapdsl.testkit;

import io.snapdsl.dsl.Loaded;
import io.snapdsl.dsl.Mistake;
import io.snapdsl.dsl.PolicyLoader;
import io.snapdsl.engine.Progress;
import io.snapdsl.engine.capture.WorkspaceCapture;
import io.snapdsl.engine.continuity.OperationRecorder;
import io.snapdsl.engine.history.Workspaces;
import io.snapdsl.engine.policy.Declared;
import io.snapdsl.engine.policy.PolicyFile;
import io.snapdsl.engine.run.SteppedRun;
import io.snapdsl.engine.session.AgentSessions;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.storage.sqlite.SqliteSnapshotStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * A policy on trial: its author lets time pass, edits files, and asks which snapshots are kept and why.
 *
 * <pre>{@code
 * def trial = PolicyTrial.of(Path.of('policy.groovy'), ZonedDateTime.parse('2026-01-01T00:00Z'))
 * def project = trial.workspace('project')
 * project.write('notes.txt', 'one')
 * trial.advance(1.day)
 * assert project.kept().size() == 1
 * }</pre>
 *
 * The script is read where it is; but an empty directory stands in for each directory that it protects, the store is one
 * of the trial's own, and hooks are not run: a trial touches nothing of its author's. What fails in it fails the test.
 */
public final class PolicyTrial implements AutoCloseable {
    /** That {@code expectEvery} was not met. */
    public record Warning(ZonedDateTime time, String subject, Duration age) {}

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Scratch scratch;
    private final TrialClock clock;
    private final SnapshotStore store;
    private final TrialListener listener;
    private final SteppedRun run;
    private final AgentSessions sessions;
    private final Map<String, TrialWorkspace> workspaces;

    private PolicyTrial(Scratch scratch, Path script, ZonedDateTime start) {
        this.scratch = scratch;
        this.clock = new TrialClock(start);
        PolicyFile policies = scratch.standIns(load(script));
        this.store = SqliteSnapshotStore.open(scratch.directory("store"), PATIENCE);
        this.listener = new TrialListener(clock);
        Workspaces known = new Workspaces(store, scratch.directory("home"));
        this.run = new SteppedRun(store, known, clock, Progress.NONE, Scratch::noContainers, listener, policies);
        this.sessions = new AgentSessions(store.sessions(), clock, new Random(0));
        TrialHistory history = new TrialHistory(store, known, clock, policies);
        OperationRecorder recorder = new OperationRecorder(store, new WorkspaceCapture(store, Progress.NONE), clock);
        this.workspaces = Scratch.workspaces(policies)
                .collect(Collectors.toMap(
                        Declared::name, declared -> new TrialWorkspace(declared, known, run, recorder, history)));
    }

    /**
     * The script's policies start, at {@code start}, whose zone is the machine's.
     *
     * @throws AssertionError naming all mistakes, if the script has some
     */
    public static PolicyTrial of(Path script, ZonedDateTime start) {
        Scratch scratch = new Scratch();
        try {
            PolicyTrial trial = new PolicyTrial(scratch, script, start);
            trial.run.start();
            return trial;
        } catch (RuntimeException | Error e) {
            scratch.close();
            throw e;
        }
    }

    private PolicyFile load(Path script) {
        Loaded loaded = new PolicyLoader(scratch.directory("compiled"), "testkit", clock).load(script);
        if (loaded instanceof Loaded.Mistaken mistaken) {
            throw new AssertionError(
                    mistaken.mistakes().stream().map(Mistake::text).collect(Collectors.joining("\n\n")));
        }
        return ((Loaded.Valid) loaded).policies();
    }

    public ZonedDateTime now() {
        return clock.instant().atZone(clock.getZone());
    }

    /** Lets time pass. Whatever is due on the way is done, each at its time. */
    public void advance(Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException("Time goes forward: " + time + " is negative.");
        }
        Instant end = clock.instant().plus(time);
        // First what happened since the last step: it is older than what is due.
        run.step();
        Optional<Instant> next = run.next();
        while (next.filter(due -> !due.isAfter(end)).isPresent()) {
            clock.set(next.get());
            run.step();
            next = run.next();
        }
        clock.set(end);
    }

    /** By the name it has in the script. */
    public TrialWorkspace workspace(String name) {
        return Optional.ofNullable(workspaces.get(name))
                .orElseThrow(() -> new AssertionError(
                        "The policy protects no workspace '" + name + "', but " + workspaces.keySet() + "."));
    }

    /** An agent's run starts, now. */
    public void startRun(String session) {
        sessions.start(session, "", "");
        run.step();
    }

    /** An agent's run ends, now. */
    public void endRun(String session) {
        sessions.end(session, "");
        run.step();
    }

    /** Every time that {@code expectEvery} was not met. */
    public List<Warning> warnings() {
        return listener.warnings();
    }

    @Override
    public void close() {
        store.close();
        scratch.close();
    }
}
