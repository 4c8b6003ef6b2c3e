package io.snapdsl.engine.moment;

import io.snapdsl.engine.Progress;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.diff.FileDelta;
import io.snapdsl.engine.diff.FileDeltas;
import io.snapdsl.engine.diff.TreeComparison;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.json.CanonicalJson;
import io.snapdsl.engine.json.JsonDifference;
import io.snapdsl.engine.moment.MomentContent.Files;
import io.snapdsl.engine.moment.MomentContent.Held;
import io.snapdsl.engine.moment.MomentContent.Value;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.tree.Tree;
import io.snapdsl.engine.tree.TreeReader;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How two moments differ, part by part; or how what is there now differs from one. */
public final class MomentComparison {
    /** What a subject held at the one time, and at the other; nothing if it was no part of it. */
    public record Sides(String subject, Optional<Held> before, Optional<Held> after) {
        public boolean isState() {
            return before.or(() -> after).orElseThrow() instanceof Value;
        }

        /** Whether it was part of only one of them, or both hold it and not the same. */
        private boolean differs(boolean other) {
            return other || before.isPresent() != after.isPresent();
        }

        /** For people. */
        public String labels() {
            return label(before) + " -> " + label(after);
        }

        private static String label(Optional<Held> held) {
            return held.map(Held::label).orElse("nothing");
        }

        private static Hash root(Optional<Held> side) {
            return side.map(held -> ((Files) held).root()).orElse(Tree.EMPTY.hash());
        }

        private static CanonicalJson json(Optional<Held> side) {
            return side.map(held -> ((Value) held).json()).orElse(CanonicalJson.EMPTY_OBJECT);
        }
    }

    private final MomentContent content;
    private final FileDeltas deltas;

    public MomentComparison(SnapshotStore store, Clock clock, Progress progress) {
        content = new MomentContent(store, clock, progress);
        deltas = new FileDeltas(new TreeComparison(new TreeReader(new ContentReader(store.content()))));
    }

    /** @param after nothing: what is there now; of containers, the newest snapshot */
    public List<Sides> sides(Moment before, Optional<Moment> after) {
        Map<SubjectId, Held> earlier = content.of(before);
        Map<SubjectId, Held> later = after.map(content::of).orElseGet(() -> content.now(before));
        Map<SubjectId, String> names = new LinkedHashMap<>();
        before.parts().forEach(part -> names.put(part.subjectId(), part.subject()));
        after.ifPresent(moment -> moment.parts().forEach(part -> names.put(part.subjectId(), part.subject())));
        return names.entrySet().stream()
                .map(subject -> new Sides(
                        subject.getValue(),
                        Optional.ofNullable(earlier.get(subject.getKey())),
                        Optional.ofNullable(later.get(subject.getKey()))))
                .toList();
    }

    /** Of what holds files; empty if nothing differs. */
    public Optional<List<FileDelta>> files(Sides sides) {
        List<FileDelta> found = deltas.between(Sides.root(sides.before), Sides.root(sides.after), path -> true);
        return Optional.of(found).filter(some -> sides.differs(!some.isEmpty()));
    }

    /** Of a state; empty if nothing differs. */
    public Optional<List<JsonDifference>> values(Sides sides) {
        List<JsonDifference> found = JsonDifference.between(
                Sides.json(sides.before).node(), Sides.json(sides.after).node());
        return Optional.of(found).filter(some -> sides.differs(!some.isEmpty()));
    }
}
