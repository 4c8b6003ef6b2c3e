package io.snapdsl.engine.moment;

import io.snapdsl.engine.Failpoint;
import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.history.Operation;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.moment.Taking.Draft;
import io.snapdsl.engine.state.Checkpoint;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.store.StoreLocks.Held;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Takes several subjects as one moment. Where one of them can't be taken there is no moment; but the others are taken all
 * the same, each for itself: that one engine is away must not cost anybody the snapshot of the files.
 */
public final class MomentRecorder {
    /** Whether what is taken becomes a moment. */
    public enum Together {
        /** Each is taken for itself: not all are there that belong together. */
        NO,
        /** Unless there are fewer than two, or all are as in the newest moment. */
        IF_CHANGED,
        ALWAYS
    }

    /**
     * What came of it.
     *
     * @param outcomes one for each subject, in the order they were given
     * @param moment empty if a subject could not be taken, or if none was called for
     */
    public record Taken(List<Outcome> outcomes, Optional<Moment> moment) {}

    /**
     * What came of one subject.
     *
     * @param snapshot what was taken of it; empty if nothing has changed, or if that failed
     * @param checkpoint the same, of a state
     */
    public record Outcome(
            Taking taking,
            Optional<Snapshot> snapshot,
            Optional<Checkpoint> checkpoint,
            Optional<RuntimeException> failure) {}

    private final SnapshotStore store;
    private final Clock clock;

    public MomentRecorder(SnapshotStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    /** @param note why, for the moment itself */
    public Taken take(List<? extends Taking> takings, Note note, Together together) {
        List<Attempt> attempts = takings.stream().map(Attempt::new).toList();
        List<Held> locks = new ArrayList<>();
        try {
            // Always in the same order, so that two of us never wait for each other.
            attempts.stream()
                    .sorted(Comparator.comparing(
                            attempt -> attempt.subject().id().value()))
                    .forEach(attempt -> attempt.step(taking ->
                            locks.add(store.locks().subject(taking.subject().id(), "taking a snapshot"))));
            Optional<Moment> moment = store.locks().usingContent().during(() -> taken(attempts, note, together));
            return new Taken(attempts.stream().map(Attempt::outcome).toList(), moment);
        } finally {
            locks.forEach(Held::release);
        }
    }

    private Optional<Moment> taken(List<Attempt> attempts, Note note, Together together) {
        attempts.forEach(attempt -> attempt.step(Taking::begin));
        if (attempts.stream().anyMatch(Attempt::holds)) {
            attempts.forEach(attempt -> attempt.step(Taking::readAhead));
        }
        Instant[] times = new Instant[2];
        holding(attempts, () -> {
            times[0] = clock.instant();
            attempts.forEach(attempt -> attempt.step(Taking::capture));
            times[1] = clock.instant();
        });
        attempts.forEach(Attempt::draft);
        attempts.forEach(Attempt::cleanUp);
        Failpoint.reach("moment.drafted");
        Drafts drafts = new Drafts(attempts);
        boolean isWanted = together == Together.ALWAYS && drafts.parts() > 0
                || together == Together.IF_CHANGED && drafts.parts() > 1;
        if (!isWanted || attempts.stream().anyMatch(Attempt::hasFailed)) {
            attempts.forEach(this::publish);
            return Optional.empty();
        }
        Duration spread = Duration.between(times[0], times[1]);
        Moment.Facts facts = new Moment.Facts(
                times[1],
                spread.isNegative() ? Duration.ZERO : spread,
                note.trigger(),
                note.goal(),
                note.session(),
                note.policy(),
                List.of());
        return together == Together.IF_CHANGED && isKnown(drafts, facts)
                ? Optional.empty()
                : publish(attempts, drafts, facts);
    }

    /** One inside the other; one that can't be held is left out. */
    private static void holding(List<Attempt> attempts, Runnable work) {
        if (attempts.isEmpty()) {
            work.run();
        } else {
            List<Attempt> others = attempts.subList(1, attempts.size());
            attempts.get(0).holding(() -> holding(others, work));
        }
    }

    private boolean isKnown(Drafts drafts, Moment.Facts facts) {
        if (!drafts.publications().isEmpty() || !drafts.checkpoints().isEmpty()) {
            return false;
        }
        Moment moment = drafts.moment(facts, List.of());
        return store.moments()
                .newestOf(moment.parts().get(0).subjectId())
                .filter(moment::isSameAs)
                .isPresent();
    }

    private Optional<Moment> publish(List<Attempt> attempts, Drafts drafts, Moment.Facts facts) {
        try {
            return Optional.of(store.moments()
                    .publish(drafts.publications(), drafts.checkpoints(), made -> drafts.moment(facts, made)));
        } catch (RuntimeException e) {
            attempts.forEach(attempt -> attempt.fail(e));
            return Optional.empty();
        }
    }

    private void publish(Attempt attempt) {
        attempt.step(taking -> attempt.drafted().ifPresent(draft -> {
            if (draft instanceof Draft.Taken taken) {
                store.catalog()
                        .publish(
                                taken.publication().snapshot(),
                                taken.publication().operation());
            } else if (draft instanceof Draft.Checkpointed made) {
                attempt.checkpointed(
                        store.checkpoints().append(List.of(made.checkpoint())).get(0));
            }
        }));
    }

    /** Gives up a moment: what it is made of stays, and may be removed from then on. */
    public void remove(Moment moment) {
        Operation operation = new Operation(
                clock.instant(),
                "moment-removed",
                Optional.empty(),
                Optional.empty(),
                moment.id().shortHex());
        store.moments().remove(List.of(moment.id()), operation);
    }
}
