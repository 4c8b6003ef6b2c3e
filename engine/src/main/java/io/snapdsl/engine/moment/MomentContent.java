package io.snapdsl.engine.moment;

import io.snapdsl.engine.Progress;
import io.snapdsl.engine.capture.WorkspaceCapture;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Subject.State;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.json.CanonicalJson;
import io.snapdsl.engine.state.Restored;
import io.snapdsl.engine.state.StateFile;
import io.snapdsl.engine.state.States;
import io.snapdsl.engine.store.SnapshotStore;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What subjects hold, at a moment or now, so that the two can be compared. */
final class MomentContent {
    /** What one subject holds. */
    sealed interface Held {
        /** Which one of its subject's it is. */
        String label();
    }

    record Files(String label, Hash root) implements Held {}

    record Value(String label, CanonicalJson json) implements Held {}

    private static final String NOW = "now";

    private final SnapshotStore store;
    private final Progress progress;
    private final States states;

    MomentContent(SnapshotStore store, Clock clock, Progress progress) {
        this.store = store;
        this.progress = progress;
        this.states = new States(store, clock);
    }

    Map<SubjectId, Held> of(Moment moment) {
        Map<SubjectId, Held> all = new LinkedHashMap<>();
        moment.parts().stream()
                .filter(part -> !(part instanceof Part.Absent))
                .forEach(part -> all.put(part.subjectId(), held(part)));
        return all;
    }

    private static String label(Part part) {
        return part instanceof Part.OfCheckpoint of
                ? "#" + of.number()
                : ((Part.OfSnapshot) part).snapshot().shortHex();
    }

    private Held held(Part part) {
        String label = label(part);
        if (part instanceof Part.OfCheckpoint of) {
            return new Value(
                    label,
                    states.restore((State) subject(part.subjectId()), of.number())
                            .state());
        }
        Snapshot snapshot =
                store.catalog().find(((Part.OfSnapshot) part).snapshot()).orElseThrow();
        return new Files(label, snapshot.root());
    }

    /** As it is by now, of all that {@code moment} has. */
    Map<SubjectId, Held> now(Moment moment) {
        Map<SubjectId, Held> all = new LinkedHashMap<>();
        moment.parts().stream()
                .map(Part::subjectId)
                .forEach(id -> now(subject(id)).ifPresent(held -> all.put(id, held)));
        return all;
    }

    private Optional<Held> now(Subject subject) {
        if (subject instanceof Workspace workspace) {
            WorkspaceCapture capture = new WorkspaceCapture(store, progress);
            return Optional.of(new Files(NOW, capture.look(workspace).root()));
        } else if (subject instanceof State state) {
            return now(state);
        }
        // To look into a container it would have to be held: nobody expects that of a comparison.
        return store.catalog()
                .back(subject.id(), 0)
                .map(snapshot -> new Files(snapshot.id().shortHex() + " (its newest snapshot)", snapshot.root()));
    }

    private Optional<Held> now(State state) {
        return state.file().isPresent()
                ? new StateFile(state.name(), state.file().get()).read().map(json -> new Value(NOW, json))
                : states.latest(state).map(Restored::state).map(json -> new Value(NOW, json));
    }

    private Subject subject(SubjectId id) {
        return store.subjects().find(id).orElseThrow();
    }
}
