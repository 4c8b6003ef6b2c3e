package io.snapdsl.engine.plan;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.history.Subject.State;
import io.snapdsl.engine.json.CanonicalJson;
import io.snapdsl.engine.json.JsonDifference;
import io.snapdsl.engine.plan.PlannedStep.BringState;
import io.snapdsl.engine.plan.PlannedStep.RemoveState;
import io.snapdsl.engine.policy.Declared;
import io.snapdsl.engine.state.Checkpoint;
import io.snapdsl.engine.state.Restored;
import io.snapdsl.engine.state.StateFile;
import io.snapdsl.engine.state.States;
import io.snapdsl.engine.store.SnapshotStore;
import java.nio.file.Path;
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

    /** @param leaving is told what is there, as it is kept, right before any of it is touched */
    StateChange.Made carryOut(BringState step, Consumer<RestorePoint> leaving) {
        keepFile(step.subject(), "before the restore of " + step.target().number());
        before(step.subject()).ifPresent(leaving);
        return bring(step.subject(), step.target());
    }

    /** As {@link #carryOut(BringState, Consumer)}. */
    StateChange.Gone carryOut(RemoveState step, Consumer<RestorePoint> leaving) {
        keepFile(step.subject(), "before its file was removed");
        before(step.subject()).ifPresent(leaving);
        remove(step.subject());
        return look(step);
    }

    /** What {@link #carryOut(RemoveState, Consumer)} would do. */
    StateChange.Gone look(RemoveState step) {
        return new StateChange.Gone(step.subject().file().orElseThrow());
    }

    private void remove(State state) {
        file(state).orElseThrow().remove();
    }

    private Optional<RestorePoint> before(State state) {
        boolean isAbsent =
                file(state).filter(file -> file.readIfValid().isEmpty()).isPresent();
        return isAbsent
                ? Optional.of(RestorePoint.Absent.FILE)
                : states.latest(state).map(Restored::checkpoint).map(RestorePoint.OfCheckpoint::new);
    }

    /** What the agent wrote and nobody has taken yet. */
    private void keepFile(State state, String label) {
        Optional<CanonicalJson> newest = states.latest(state).map(Restored::state);
        file(state)
                .flatMap(StateFile::readIfValid)
                .filter(json -> !newest.equals(Optional.of(json)))
                .ifPresent(json -> states.checkpoint(state, label, session, json));
    }

    /** @param change what the step did, as far as it got */
    void rollBack(State state, RestorePoint before, Optional<StateChange> change) {
        if (before instanceof RestorePoint.OfCheckpoint point) {
            bring(state, point.checkpoint());
        } else if (change.isPresent()
                && change.get() instanceof StateChange.Made made
                && made.aside().isPresent()) {
            file(state).orElseThrow().bringBack(made.aside().get());
        } else {
            remove(state);
        }
    }

    private StateChange.Made bring(State state, Checkpoint target) {
        Restored wanted = states.restore(state, target.number());
        Checkpoint current = states.latest(state)
                .filter(latest -> latest.state().equals(wanted.state()))
                .map(Restored::checkpoint)
                .orElseGet(() -> states.rollback(state, target.number(), session));
        return new StateChange.Made(current, file(state).flatMap(file -> write(file, wanted.state(), state)));
    }

    private static Optional<Path> write(StateFile file, CanonicalJson json, State state) {
        Optional<Path> aside = file.write(json);
        if (!file.readIfValid().equals(Optional.of(json))) {
            throw new SnapdslException(
                    ErrorCode.PLAN_STEP_FAILED,
                    "The state " + state.name() + " is not as it was just restored: something else writes "
                            + state.file().orElseThrow() + ".",
                    "Stop the agent first, and restore again.");
        }
        return aside;
    }
}
