package io.snapdsl.engine.interchange;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.event.Event;
import io.snapdsl.engine.event.EventDraft;
import io.snapdsl.engine.json.CanonicalJson;
import io.snapdsl.engine.json.Json;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * An event as a line of {@code events.jsonl}. What the reference doesn't know may be missing.
 *
 * @param timestamp its logical time
 */
record EventLine(Line line, long timestamp, EventDraft what, Optional<String> session, Optional<Hash> hash) {
    private static final Set<String> KNOWN = Set.of(
            "timestamp", "type", "details", "capability", "cause", "result", "version", "session", "time", "hash");

    /** @param now for events that don't say when they were */
    static EventLine of(Line line, Instant now) {
        line.requireKnownVersion();
        return new EventLine(
                line,
                line.whole("timestamp"),
                draft(line, now),
                line.optionalText("session"),
                line.optionalHash("hash"));
    }

    /** As {@link #of}, of an event that has no place in the order of events yet. */
    static EventDraft draft(Line line, Instant now) {
        Optional<CanonicalJson> details = line.optionalJson("details");
        if (details.isPresent()) {
            line.requireOnly(KNOWN);
        }
        return new EventDraft(
                line.word("type"),
                details.orElseGet(() -> CanonicalJson.of(line.others(KNOWN))),
                line.optionalText("capability").orElse(""),
                line.optionalText("cause").orElse(""),
                line.optionalText("result").orElse(""),
                line.optionalTime("time").orElse(now));
    }

    static byte[] write(Event event) {
        EventDraft what = event.what();
        ObjectNode object = Json.object().put("timestamp", event.clock()).put("type", what.type());
        return Lines.write(
                Line.withVersion(object)
                        .put("capability", what.capability())
                        .put("cause", what.cause())
                        .put("result", what.result())
                        .put("session", event.session())
                        .put("time", what.time().toString())
                        .put("hash", event.hash().hex()),
                "details",
                what.details());
    }
}
