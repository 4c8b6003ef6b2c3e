package io.snapdsl.engine.container;

import com.fasterxml.jackson.databind.JsonNode;
import io.snapdsl.engine.container.ContainerRuntime.Status;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.json.Json;
import io.snapdsl.engine.store.ContainerWork;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How far a change in place has come: all that it takes to go back to where it began, or on to its end.
 *
 * @param old the container that is there
 * @param name what it is called
 * @param was how it was found
 * @param source the snapshot that is restored
 * @param reason why
 * @param restore what the new container is labelled with; empty if only volumes are restored
 * @param added the volumes that are made for it, because the old one doesn't have them
 * @param saved from the second phase on: what was there before, and what is to be there
 */
record Replacing(
        Phase phase,
        String old,
        String name,
        Status was,
        SnapshotId source,
        RestoreReason reason,
        Optional<String> restore,
        List<String> added,
        Optional<Saved> saved) {
    static final String STEP = "replace";

    /**
     * @param safety the snapshot of what was there before
     * @param target the tree of what is to be there
     * @param started when the old container was last started: it must not be again before this has ended
     */
    record Saved(SnapshotId safety, Hash target, String started) {}

    enum Phase {
        /** It is being stopped, and what it holds is saved. */
        SAVING,
        /** Its name is given to another, its volumes are written, the new one is tried out. */
        CHANGING,
        /** The new one has proved itself: from here on there is no way back, only to the end. */
        PROVEN
    }

    Replacing changing(Saved now) {
        return new Replacing(Phase.CHANGING, old, name, was, source, reason, restore, added, Optional.of(now));
    }

    Replacing proven() {
        return new Replacing(Phase.PROVEN, old, name, was, source, reason, restore, added, saved);
    }

    /** What the old one is called while the new one is tried out. */
    String parkedName() {
        return name + "-before-" + restore.orElseThrow();
    }

    void note(ContainerWork work, SubjectId subject) {
        var details = Json.object()
                .put("phase", phase.name())
                .put("old", old)
                .put("name", name)
                .put("was", was.name())
                .put("source", source.hex())
                .put("session", reason.session());
        reason.goal().ifPresent(goal -> details.put("goal", goal));
        details.set("added", Json.array(added));
        restore.ifPresent(label -> details.put("restore", label));
        saved.ifPresent(state -> details.put("safety", state.safety.hex())
                .put("target", state.target.hex())
                .put("started", state.started));
        work.put(new ContainerWork.Entry(subject, STEP, Json.compact(details)));
    }

    static Replacing of(ContainerWork.Entry entry) {
        JsonNode json = Json.parse(entry.details().getBytes(StandardCharsets.UTF_8));
        Optional<Saved> saved = Optional.ofNullable(json.get("safety"))
                .map(safety -> new Saved(
                        SnapshotId.fromHex(safety.asText()),
                        Hash.fromHex(json.path("target").asText()),
                        json.path("started").asText()));
        List<String> added = new ArrayList<>();
        json.path("added").forEach(volume -> added.add(volume.asText()));
        return new Replacing(
                Phase.valueOf(json.path("phase").asText()),
                json.path("old").asText(),
                json.path("name").asText(),
                Status.valueOf(json.path("was").asText()),
                SnapshotId.fromHex(json.path("source").asText()),
                new RestoreReason(
                        Optional.ofNullable(json.get("goal")).map(JsonNode::asText),
                        json.path("session").asText()),
                Optional.ofNullable(json.get("restore")).map(JsonNode::asText),
                added,
                saved);
    }
}
