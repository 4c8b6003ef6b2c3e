package io.snapdsl.engine.shape;

import com.fasterxml.jackson.databind.JsonNode;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.event.Event;
import io.snapdsl.engine.event.EventDraft;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.json.CanonicalJson;
import io.snapdsl.engine.json.JsonDifference;
import io.snapdsl.engine.state.Checkpoint;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What agents knew, and what happened in their sessions. */
public final class StateShape {
    private StateShape() {}

    public static Map<String, Object> checkpoint(Checkpoint checkpoint) {
        return Shapes.object(
                "state", checkpoint.state(),
                "number", checkpoint.number(),
                "label", checkpoint.label(),
                "session", checkpoint.session(),
                "clock", checkpoint.clock(),
                "time", checkpoint.time(),
                "hash", checkpoint.hash().hex());
    }

    public static Map<String, Object> event(Event event) {
        return Shapes.object(
                "clock", event.clock(),
                "time", event.what().time(),
                "type", event.what().type(),
                "capability", event.what().capability(),
                "cause", event.what().cause(),
                "result", event.what().result(),
                "details", event.what().details(),
                "hash", event.hash().hex());
    }

    /** The snapshot that an event is about, for people. */
    public static Optional<String> snapshot(EventDraft what) {
        JsonNode id = what.details().node().path("snapshot");
        return what.isSnapshotCreated() && id.isTextual()
                ? Optional.of(what.details().node().path("subject").asText() + "  "
                        + new SnapshotId(Hash.fromHex(id.textValue())).shortHex())
                : Optional.empty();
    }

    /** How two states differ, place by place and as a patch. */
    public static Map<String, Object> comparison(List<JsonDifference> differences) {
        return Shapes.object(
                "differences",
                differences.stream().map(StateShape::difference).toList(),
                "patch",
                CanonicalJson.of(JsonDifference.patch(differences)));
    }

    public static Map<String, Object> difference(JsonDifference difference) {
        return Shapes.object(
                "pointer", difference.pointer(),
                "path", difference.place().path(),
                "before", difference.before().map(CanonicalJson::of).orElse(null),
                "after", difference.after().map(CanonicalJson::of).orElse(null));
    }
}
