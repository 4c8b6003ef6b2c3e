package io.snapdsl.engine.moment;

import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.moment.MomentRecorder.Outcome;
import io.snapdsl.engine.moment.Taking.Draft;
import io.snapdsl.engine.state.Checkpoint;
import java.util.Optional;
import java.util.function.Consumer;

/** One subject on its way into a moment. What fails fails for itself: the steps that follow leave it out. */
final class Attempt {
    private final Taking taking;
    private Optional<RuntimeException> failure = Optional.empty();
    private Optional<Draft> draft = Optional.empty();
    private Optional<Checkpoint> checkpoint = Optional.empty();

    Attempt(Taking taking) {
        this.taking = taking;
    }

    Subject subject() {
        return taking.subject();
    }

    boolean hasFailed() {
        return failure.isPresent();
    }

    boolean holds() {
        return !hasFailed() && taking.holds();
    }

    void fail(RuntimeException e) {
        failure = failure.or(() -> Optional.of(e));
    }

    void step(Consumer<Taking> step) {
        if (failure.isEmpty()) {
            try {
                step.accept(taking);
            } catch (RuntimeException e) {
                fail(e);
            }
        }
    }

    /** Does {@code work} in any case, and just once: held, or else without. */
    void holding(Runnable work) {
        boolean[] isBegun = new boolean[1];
        step(it -> it.holding(() -> {
            isBegun[0] = true;
            work.run();
        }));
        if (!isBegun[0]) {
            work.run();
        }
    }

    void draft() {
        step(it -> draft = Optional.of(it.draft()));
    }

    /** What it has left behind, if it failed. */
    void cleanUp() {
        failure.ifPresent(taking::giveUp);
    }

    /** Empty if it failed. */
    Optional<Draft> drafted() {
        return draft.filter(any -> failure.isEmpty());
    }

    /** What was published of it. */
    void checkpointed(Checkpoint made) {
        checkpoint = Optional.of(made);
    }

    Outcome outcome() {
        Optional<Snapshot> snapshot = drafted()
                .filter(Draft.Taken.class::isInstance)
                .map(taken -> ((Draft.Taken) taken).publication().snapshot());
        return new Outcome(taking, snapshot, checkpoint.filter(any -> failure.isEmpty()), failure);
    }
}
