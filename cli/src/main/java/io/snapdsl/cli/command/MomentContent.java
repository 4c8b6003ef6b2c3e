package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.engine.capture.WorkspaceCapture;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Subject.State;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.json.CanonicalJson;
import io.snapdsl.engine.moment.Moment;
import io.snapdsl.engine.moment.Part;
import io.snapdsl.engine.state.Restored;
import io.snapdsl.engine.state.StateFile;
import io.snapdsl.engine.state.States;
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

    private final SnapdslCommand snapdsl;
    private final States states;

    MomentContent(SnapdslCommand snapdsl) {
        this.snapdsl = snapdsl;
        this.states = new States(snapdsl.store(), snapdsl.clock());
    }

    Map<SubjectId, Held> of(Moment moment) {
        Map<SubjectId, Held> all = new LinkedHashMap<>();
        moment.parts().stream()
                .filter(part -> !(part instanceof Part.Absent))
                .forEach(part -> all.put(part.subjectId(), held(part)));
        return all;
    }

    private Held held(Part part) {
        String label = MomentCommand.state(part);
        if (part instanceof Part.OfCheckpoint of) {
            return new Value(
                    label,
                    states.restore((State) subject(part.subjectId()), of.number())
                            .state());
        }
        Snapshot snapshot = snapdsl.store()
                .catalog()
                .find(((Part.OfSnapshot) part).snapshot())
                .orElseThrow();
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
            WorkspaceCapture capture = new WorkspaceCapture(snapdsl.store(), snapdsl.progress());
            return Optional.of(new Files(NOW, capture.look(workspace).root()));
        } else if (subject instanceof State state) {
            return now(state);
        }
        // To look into a container it would have to be held: nobody expects that of a comparison.
        return snapdsl.store()
                .catalog()
                .back(subject.id(), 0)
                .map(snapshot -> new Files(snapshot.id().shortHex() + " (its newest snapshot)", snapshot.root()));
    }

    private Optional<Held> now(State state) {
        return state.file().isPresent()
                ? new StateFile(state.name(), state.file().get()).read().map(json -> new Value(NOW, json))
                : states.latest(state).map(Restored::state).map(json -> new Value(NOW, json));
    }

    private Subject subject(SubjectId id) {
        return snapdsl.store().subjects().find(id).orElseThrow();
    }
}
