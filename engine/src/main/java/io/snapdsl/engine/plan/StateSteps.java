package io.snapdsl.engine.plan;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.history.Subject.State;
import io.snapdsl.engine.json.CanonicalJson;
import io.snapdsl.engine.json.JsonDifference;
import io.snapdsl.engine.plan.PlannedStep.BringState;
import io.snapdsl.engine.policy.Declared;
import io.snapdsl.engine.state.Checkpoint;
import io.snapdsl.engine.state.Restored;
import io.snapdsl.engine.state.StateFile;
import io.snapdsl.engine.state.States;
import io.snapdsl.engine.store.SnapshotStore;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Consumer;

/** The steps of a plan that are about agents' states. */
final class StateSteps {
    private final States states;
    private final String session;

    StateSteps(SnapshotStore store, Clock clock, String session) {
        this.states = new States(store, clock);
        this.session = session;
    }

    State subject(Declared.State declared) {
        return states.named(declared.name());
    }

    /** What {@link #carryOut} would do. */
    StateChange.Foreseen look(BringState step) {
        CanonicalJson target = target(step).state();
        return new StateChange.Foreseen(JsonDifference.between(
                present(step.subject()).orElse(CanonicalJson.EMPTY_OBJECT).node(), target.node()));
    }

    private Restored target(BringState step) {
        return states.restore(step.subject(), step.target().number());
    }

    private Optional<CanonicalJson> present(State state) {
        return file(state)
                .flatMap(StateFile::readIfValid)
                .or(() -> states.latest(state).map(Restored::state));
    }

    private static Optional<StateFile> file(State state) {
        return state.file().map(file -> new StateFile(state.name(), file));
    }

    /** @param leaving is told which checkpoint holds what is there, right before any of it is touched */
    StateChange.Made carryOut(BringState step, Consumer<Checkpoint> leaving) {
        keepFile(step);
        states.latest(step.subject()).map(Restored::checkpoint).ifPresent(leaving);
        return new StateChange.Made(bring(step.subject(), step.target()));
    }

    /** What the agent wrote and nobody has taken yet. */
    private void keepFile(BringState step) {
        State state = step.subject();
        Optional<CanonicalJson> newest = states.latest(state).map(Restored::state);
        file(state)
                .flatMap(StateFile::readIfValid)
                .filter(json -> !newest.equals(Optional.of(json)))
                .ifPresent(json -> states.checkpoint(
                        state, "before the restore of " + step.target().number(), session, json));
    }

    void rollBack(BringState step, Checkpoint before) {
        bring(step.subject(), before);
    }

    private Checkpoint bring(State state, Checkpoint target) {
        Restored wanted = states.restore(state, target.number());
        Checkpoint current = states.latest(state)
                .filter(latest -> latest.state().equals(wanted.state()))
                .map(Restored::checkpoint)
                .orElseGet(() -> states.rollback(state, target.number(), session));
        file(state).ifPresent(file -> write(file, wanted.state(), state));
        return current;
    }

    private static void write(StateFile file, CanonicalJson json, State state) {
        file.write(json);
        if (!file.readIfValid().equals(Optional.of(json))) {
            throw new SnapdslException(
                    ErrorCode.PLAN_STEP_FAILED,
                    "The state " + state.name() + " is not as it was just restored: something else writes "
                            + state.file().orElseThrow() + ".",
                    "Stop the agent first, and restore again.");
        }
    }
}
