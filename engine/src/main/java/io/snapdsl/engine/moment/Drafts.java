package io.snapdsl.engine.moment;

import io.snapdsl.engine.history.Publication;
import io.snapdsl.engine.moment.Taking.Draft;
import io.snapdsl.engine.state.Checkpoint;
import io.snapdsl.engine.state.CheckpointDraft;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/** What the subjects of a moment have contributed, in their order. */
final class Drafts {
    private final List<Attempt> attempts;

    Drafts(List<Attempt> attempts) {
        this.attempts = attempts;
    }

    private <D extends Draft> Stream<D> of(Class<D> kind) {
        return attempts.stream()
                .flatMap(attempt -> attempt.drafted().stream())
                .filter(kind::isInstance)
                .map(kind::cast);
    }

    long parts() {
        return of(Draft.class)
                .filter(draft -> !(draft instanceof Draft.Nothing))
                .count();
    }

    List<Publication> publications() {
        return of(Draft.Taken.class).map(Draft.Taken::publication).toList();
    }

    List<CheckpointDraft> checkpoints() {
        return of(Draft.Checkpointed.class).map(Draft.Checkpointed::checkpoint).toList();
    }

    /**
     * @param facts all but the parts
     * @param made what became of {@link #checkpoints}: only then they have their numbers
     */
    Moment moment(Moment.Facts facts, List<Checkpoint> made) {
        Iterator<Checkpoint> checkpoints = made.iterator();
        List<Part> parts = new ArrayList<>();
        for (Attempt attempt : attempts) {
            Draft draft = attempt.drafted().orElseThrow();
            if (draft instanceof Draft.Unchanged unchanged) {
                parts.add(unchanged.part());
            } else if (draft instanceof Draft.Taken taken) {
                parts.add(Part.OfSnapshot.of(taken.publication().snapshot(), true));
            } else if (draft instanceof Draft.Checkpointed) {
                Checkpoint checkpoint = checkpoints.next();
                attempt.checkpointed(checkpoint);
                parts.add(Part.OfCheckpoint.of(checkpoint, true));
            }
        }
        return Moment.of(facts.with(parts));
    }
}
