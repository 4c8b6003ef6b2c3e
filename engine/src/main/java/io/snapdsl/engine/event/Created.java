package io.snapdsl.engine.event;

import com.fasterxml.jackson.databind.JsonNode;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.history.SnapshotId;

/** What a {@code snapshot_created} event says was kept. */
public sealed interface Created {
    record OfCheckpoint(String state, long number, String mark) implements Created {}

    record OfSnapshot(SnapshotId id) implements Created {}

    /** @throws BrokenEventException if it says nothing that can be understood */
    static Created by(Event event) {
        JsonNode details = event.what().details().node();
        JsonNode snapshot = details.path("snapshot");
        if (snapshot.isTextual() && snapshot.textValue().matches("[0-9a-f]{64}")) {
            return new OfSnapshot(new SnapshotId(Hash.fromHex(snapshot.textValue())));
        }
        JsonNode number = details.path("checkpoint");
        JsonNode state = details.path("state");
        JsonNode mark = details.path("mark");
        if (state.isTextual() && number.canConvertToLong() && mark.isTextual()) {
            return new OfCheckpoint(state.textValue(), number.longValue(), mark.textValue());
        }
        throw new BrokenEventException(event.clock(), "it names neither a checkpoint nor a snapshot");
    }
}
