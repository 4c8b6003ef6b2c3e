package io.snapdsl.engine.plan;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.history.Subject.State;
import io.snapdsl.engine.policy.RestorePlan.Selector;
import io.snapdsl.engine.policy.When;
import io.snapdsl.engine.session.AgentSession;
import io.snapdsl.engine.state.Checkpoint;
import io.snapdsl.engine.store.SnapshotStore;
import java.util.Optional;
import java.util.function.Predicate;

/** Finds the checkpoint that a plan means by its selector, as {@link StateFinder} finds snapshots. */
final class CheckpointFinder {
    private final SnapshotStore store;
    private final LastRun lastRun;

    CheckpointFinder(SnapshotStore store, LastRun lastRun) {
        this.store = store;
        this.lastRun = lastRun;
    }

    Checkpoint find(Selector selector, State state) {
        if (selector instanceof Selector.Latest) {
            return newest(state, any -> true).orElseThrow(() -> none(state, "yet"));
        } else if (selector instanceof Selector.At at) {
            return newest(state, entry -> !entry.time().isAfter(at.time()))
                    .orElseThrow(() -> none(state, "as old as " + at.time()));
        } else if (selector instanceof Selector.BeforeLastRun) {
            return beforeLastRun(state);
        }
        throw new SnapdslException(
                ErrorCode.UNKNOWN_CHECKPOINT,
                "The state " + state.name() + " has checkpoints, which have no tags and milestones and are verified all"
                        + " together.",
                "Say which one with latest, before(lastRun) or at('…') in its own step: restore(mind, from: latest)");
    }

    /** What was checkpointed because the run began shows best what was there then. */
    private Checkpoint beforeLastRun(State state) {
        AgentSession run = lastRun.find();
        return newest(
                        state,
                        entry -> entry.time().isBefore(run.started())
                                || entry.session().equals(run.id())
                                        && entry.label().equals(When.Event.RUN_START.words()))
                .orElseThrow(() -> none(state, "from before the run '" + run.id() + "'"));
    }

    private Optional<Checkpoint> newest(State state, Predicate<Checkpoint> wanted) {
        return store.checkpoints().newest(state.id(), wanted);
    }

    private static SnapdslException none(State state, String which) {
        return new SnapdslException(
                ErrorCode.UNKNOWN_CHECKPOINT,
                "There is no checkpoint of " + state.name() + " " + which + ".",
                "'snapdsl state list " + state.name() + "' lists all there are.");
    }
}
