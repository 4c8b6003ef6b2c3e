package io.snapdsl.engine.interchange;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.history.ChainEnd;
import io.snapdsl.engine.json.CanonicalJson;
import io.snapdsl.engine.json.Json;
import io.snapdsl.engine.state.Checkpoint;
import io.snapdsl.engine.state.Restored;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * A checkpoint as a line of {@code snapshots.jsonl}. What the reference doesn't know may be missing.
 *
 * @param timestamp its logical time
 */
record SnapshotLine(
        Line line,
        long id,
        String label,
        long timestamp,
        CanonicalJson state,
        Optional<String> name,
        Optional<String> session,
        Instant time,
        Optional<Hash> previous,
        Optional<Hash> hash) {
    private static final Set<String> KNOWN = Set.of(
            "snapshot_id", "label", "timestamp", "state", "version", "name", "session", "time", "previous", "hash");

    /** @param now for checkpoints that don't say when they were made */
    static SnapshotLine of(Line line, Instant now) {
        line.requireKnownVersion();
        line.requireOnly(KNOWN);
        return new SnapshotLine(
                line,
                line.whole("snapshot_id"),
                line.text("label"),
                line.whole("timestamp"),
                line.json("state"),
                line.optionalText("name"),
                line.optionalText("session"),
                line.optionalTime("time").orElse(now),
                line.optionalHash("previous"),
                line.optionalHash("hash"));
    }

    static byte[] write(Restored restored) {
        Checkpoint entry = restored.checkpoint();
        ObjectNode object = Json.object()
                .put("snapshot_id", entry.number())
                .put("label", entry.label())
                .put("timestamp", entry.clock());
        Line.withVersion(object)
                .put("name", entry.state())
                .put("session", entry.session())
                .put("time", entry.time().toString());
        if (!restored.previous().equals(ChainEnd.NOTHING.hash())) {
            object.put("previous", restored.previous().hex());
        }
        return Lines.write(object.put("hash", entry.hash().hex()), "state", restored.state());
    }
}
