package io.snapdsl.engine.event;

import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.json.CanonicalJson;
import io.snapdsl.engine.json.Json;
import io.snapdsl.engine.json.WholeText;
import io.snapdsl.engine.state.Checkpoint;
import java.time.Instant;

/**
 * What happened in a session, before it has its place in the order of events. What there is nothing to say about is empty.
 *
 * @param type what kind of thing happened, by which a replay knows what to do with it
 * @param capability what the agent was allowed to use, and did
 * @param cause the token or action that led to it
 * @param result what came of it
 * @param time by the wall clock, which decides nothing
 */
public record EventDraft(
        String type, CanonicalJson details, String capability, String cause, String result, Instant time) {
    /** What every snapshot and every checkpoint of a session leaves among its events. */
    public static final String SNAPSHOT_CREATED = "snapshot_created";

    public EventDraft {
        WholeText.require("An event's type", type);
        WholeText.require("An event's capability", capability);
        WholeText.require("An event's cause", cause);
        WholeText.require("An event's result", result);
    }

    public static EventDraft of(String type, CanonicalJson details, Instant time) {
        return new EventDraft(type, details, "", "", "", time);
    }

    public static EventDraft created(Snapshot snapshot) {
        return of(
                SNAPSHOT_CREATED,
                CanonicalJson.of(Json.object()
                        .put("subject", snapshot.facts().subject())
                        .put("snapshot", snapshot.id().hex())),
                snapshot.facts().time());
    }

    public static EventDraft created(Checkpoint checkpoint) {
        return of(
                SNAPSHOT_CREATED,
                CanonicalJson.of(Json.object()
                        .put("state", checkpoint.state())
                        .put("checkpoint", checkpoint.number())
                        .put("mark", checkpoint.mark())),
                checkpoint.time());
    }

    public boolean isSnapshotCreated() {
        return type.equals(SNAPSHOT_CREATED);
    }
}
