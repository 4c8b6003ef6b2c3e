package io.snapdsl.engine.run;

import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.moment.Moment;
import io.snapdsl.engine.moment.MomentRecorder;
import io.snapdsl.engine.moment.MomentRecorder.Outcome;
import io.snapdsl.engine.moment.MomentRecorder.Together;
import io.snapdsl.engine.moment.Taking;
import io.snapdsl.engine.policy.Declared;
import io.snapdsl.engine.policy.Policy;
import io.snapdsl.engine.policy.When;
import io.snapdsl.engine.state.Checkpoint;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/** Takes all subjects of a policy at once: one moment, if there are several and none of them fails. */
final class JointTaking {
    /** @param results of each subject, in the policy's order */
    record Taken(List<Result> results, Optional<Moment> moment) {}

    /**
     * What came of one subject.
     *
     * @param subject empty if it could not even be registered
     * @param snapshot empty if nothing has changed, or if it failed
     * @param checkpoint the same, of a state
     */
    record Result(
            Declared declared,
            Optional<Subject> subject,
            Optional<Snapshot> snapshot,
            Optional<Checkpoint> checkpoint,
            Optional<Exception> failure) {
        static Result failed(Declared declared, Exception failure) {
            return new Result(declared, Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(failure));
        }

        private static Result of(Declared declared, Outcome outcome) {
            return new Result(
                    declared,
                    Optional.of(outcome.taking().subject()),
                    outcome.snapshot(),
                    outcome.checkpoint(),
                    outcome.failure().map(Exception.class::cast));
        }
    }

    private final Subjects subjects;
    private final MomentRecorder recorder;
    private final BiConsumer<Declared, Subject> recognised;

    /** @param recognised is told each subject before it is looked at */
    JointTaking(Subjects subjects, MomentRecorder recorder, BiConsumer<Declared, Subject> recognised) {
        this.subjects = subjects;
        this.recorder = recorder;
        this.recognised = recognised;
    }

    /** @param isWanted which of them the trigger is for: the others only complete the moment */
    Taken take(Policy policy, When trigger, String session, Predicate<Declared> isWanted) {
        Note note = Note.of(trigger.trigger(), "", trigger.words(), session).wantedBy(policy.name());
        Map<Declared, Result> results = new LinkedHashMap<>();
        Map<Taking, Declared> takings = new LinkedHashMap<>();
        for (Declared declared : policy.subjects()) {
            try {
                Taking taking = subjects.taking(declared, note, isWanted.test(declared));
                recognised.accept(declared, taking.subject());
                takings.put(taking, declared);
            } catch (RuntimeException e) {
                results.put(declared, Result.failed(declared, e));
            }
        }
        MomentRecorder.Taken taken = recorder.take(
                List.copyOf(takings.keySet()), note, results.isEmpty() ? Together.IF_CHANGED : Together.NO);
        for (Outcome outcome : taken.outcomes()) {
            Declared declared = takings.get(outcome.taking());
            results.put(declared, Result.of(declared, outcome));
        }
        List<Result> inOrder = new ArrayList<>();
        policy.subjects().forEach(declared -> inOrder.add(results.get(declared)));
        return new Taken(inOrder, taken.moment());
    }
}
