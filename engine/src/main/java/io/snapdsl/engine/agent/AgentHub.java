package io.snapdsl.engine.agent;

import io.snapdsl.engine.Progress;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.agent.AgentReply.Blocked;
import io.snapdsl.engine.agent.AgentReply.Done;
import io.snapdsl.engine.agent.AgentReply.Failed;
import io.snapdsl.engine.agent.AgentReply.InBackground;
import io.snapdsl.engine.agent.AgentReply.Rehearsed;
import io.snapdsl.engine.agent.AgentStep.AfterTool;
import io.snapdsl.engine.agent.AgentStep.BeforeTool;
import io.snapdsl.engine.agent.AgentStep.Ended;
import io.snapdsl.engine.capture.Capturing;
import io.snapdsl.engine.capture.WorkspaceCapture;
import io.snapdsl.engine.history.HookFailure;
import io.snapdsl.engine.history.Operation;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.history.Workspaces;
import io.snapdsl.engine.session.AgentSessions;
import io.snapdsl.engine.store.SnapshotStore;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * Takes in what agents tell while they work, and keeps what they do: each run is a session, each use of a tool that changed
 * something a snapshot. In one workspace one thing is done after the other, in the order it was told.
 *
 * <p>An agent never waits longer than the budget, and never hears a failure as anything but a word about it, unless the policy says {@code onFailure block}.
 */
public final class AgentHub implements AutoCloseable {
    public static final Duration USUAL_BUDGET = Duration.ofSeconds(5);

    private final SnapshotStore store;
    private final Workspaces workspaces;
    private final Function<Workspace, Capturing> capturing;
    private final Clock clock;
    private final Duration budget;
    private final Map<SubjectId, WorkspaceQueue> queues = new ConcurrentHashMap<>();
    private final Map<String, HubSession> sessions = new ConcurrentHashMap<>();
    /** Where each run began: agents also go to directories that are nobody's workspace. */
    private final Map<String, Workspace> places = new ConcurrentHashMap<>();
    /** What was last read of each workspace, by its directory: when the store can't be read, that is what is known. */
    private final Map<Path, HookFailure> effects = new ConcurrentHashMap<>();

    /** @param capturing the way to capture a workspace; one that watches it costs next to nothing when nothing has changed */
    public AgentHub(
            SnapshotStore store,
            Workspaces workspaces,
            Function<Workspace, Capturing> capturing,
            Clock clock,
            Duration budget) {
        this.store = store;
        this.workspaces = workspaces;
        this.capturing = capturing;
        this.clock = clock;
        this.budget = budget;
    }

    public AgentReply take(AgentStep step) {
        HubSession session = session(step.run());
        Optional<String> trouble = session.takeTrouble();
        if (changesNothing(step)) {
            return trouble.<AgentReply>map(why -> new Failed(session.name(), why))
                    .orElse(new Done(session.name(), List.of()));
        }
        AgentReply reply = await(session, begin(step, session));
        if (step instanceof Ended) {
            sessions.remove(key(step.run()));
            places.remove(step.run().id());
        }
        return trouble.isPresent() && reply instanceof Done ? new Failed(session.name(), trouble.get()) : reply;
    }

    /** As {@link #take}, but nothing is left of it: for who tries the way here. */
    public AgentReply rehearse(AgentStep step) {
        return store.withScratch(scratch -> {
            try (AgentHub hub = new AgentHub(
                    scratch,
                    workspaces.in(scratch),
                    workspace -> new WorkspaceCapture(scratch, Progress.NONE),
                    clock,
                    budget)) {
                AgentReply reply = hub.take(step);
                return reply instanceof Done done ? new Rehearsed(done.session(), done.snapshots()) : reply;
            }
        });
    }

    private static boolean changesNothing(AgentStep step) {
        return step instanceof BeforeTool before && before.call().changesNothing()
                || step instanceof AfterTool after && after.call().changesNothing();
    }

    private CompletableFuture<AgentReply> begin(AgentStep step, HubSession session) {
        try {
            Workspace workspace = workspace(step.run());
            return queues.computeIfAbsent(workspace.id(), WorkspaceQueue::new)
                    .add(underWay -> take(step, session, workspace, underWay));
        } catch (RuntimeException e) {
            return CompletableFuture.completedFuture(failure(step, session, knownEffect(step.run()), e));
        }
    }

    private static AgentReply failure(
            AgentStep step, HubSession session, HookFailure effect, RuntimeException failure) {
        return step instanceof BeforeTool && effect == HookFailure.BLOCK
                ? new Blocked(session.name(), reason(failure))
                : new Failed(session.name(), reason(failure));
    }

    private HookFailure knownEffect(AgentRun run) {
        for (Path at = run.directory(); at != null; at = at.getParent()) {
            if (effects.containsKey(at)) {
                return effects.get(at);
            }
        }
        return Optional.ofNullable(places.get(run.id()))
                .map(place -> effects.get(place.directory()))
                .orElse(HookFailure.PROCEED);
    }

    private AgentReply take(AgentStep step, HubSession session, Workspace workspace, UnderWay underWay) {
        try {
            return new Done(
                    session.name(),
                    new StepTaking(store, clock, workspace, capturing.apply(workspace), underWay, session).take(step),
                    elsewhere(step, workspace));
        } catch (RuntimeException e) {
            recordFailure(workspace, session, e);
            return failure(step, session, workspace.hookFailure(), e);
        }
    }

    private static List<Path> elsewhere(AgentStep step, Workspace workspace) {
        return step instanceof AfterTool after
                ? after.call()
                        .files()
                        .map(files -> WorkspacePaths.outside(
                                workspace.directory(), step.run().directory(), files))
                        .orElse(List.of())
                : List.of();
    }

    private AgentReply await(HubSession session, CompletableFuture<AgentReply> reply) {
        try {
            return reply.get(budget.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            reply.thenAccept(late -> {
                if (late instanceof Failed failed) {
                    session.troubled(failed.why());
                } else if (late instanceof Blocked blocked) { // By now the tool has run.
                    session.troubled(blocked.why());
                }
            });
            return new InBackground(session.name());
        } catch (ExecutionException e) {
            return new Failed(session.name(), String.valueOf(e.getCause()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new InBackground(session.name());
        }
    }

    private HubSession session(AgentRun run) {
        return sessions.computeIfAbsent(key(run), key -> {
            boolean taken =
                    sessions.values().stream().anyMatch(other -> other.name().equals(run.sessionName()));
            String name = taken ? run.longerSessionName() : run.sessionName();
            return new HubSession(
                    name,
                    run.agent(),
                    store.sessions(),
                    new AgentSessions(store.sessions(), clock, new SplittableRandom()));
        });
    }

    private static String key(AgentRun run) {
        return run.agent() + " " + run.id();
    }

    private Workspace workspace(AgentRun run) {
        Workspace found = workspaces
                .around(run.directory())
                .or(() -> Optional.ofNullable(places.get(run.id())))
                .orElseGet(() -> workspaces.locate(run.directory()).workspace());
        places.putIfAbsent(run.id(), found);
        effects.put(found.directory(), found.hookFailure());
        return found;
    }

    private static String reason(RuntimeException failure) {
        return failure instanceof SnapdslException known ? known.getMessage() + " " + known.hint() : failure.toString();
    }

    /** For the audit log. Where even that fails, say because the disk is full, the agent has been told all the same. */
    private void recordFailure(Workspace workspace, HubSession session, RuntimeException failure) {
        try {
            store.auditLog()
                    .record(new Operation(
                            clock.instant(),
                            "snapshot-failed",
                            Optional.of(workspace.id()),
                            Optional.empty(),
                            session.name() + ": " + failure.getMessage()));
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    /** What is under way is finished. Runs that have not ended stay open: their agents may go on, and tell the next hub. */
    @Override
    public void close() {
        queues.values().forEach(WorkspaceQueue::close);
    }
}
