package io.snapdsl.engine.interchange;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.content.Content;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.event.Event;
import io.snapdsl.engine.event.EventDraft;
import io.snapdsl.engine.files.IoErrors;
import io.snapdsl.engine.history.ChainEnd;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.Subject.State;
import io.snapdsl.engine.json.CanonicalJson;
import io.snapdsl.engine.session.AgentSessions;
import io.snapdsl.engine.state.Checkpoint;
import io.snapdsl.engine.state.CheckpointDraft;
import io.snapdsl.engine.state.LargeStates;
import io.snapdsl.engine.state.States;
import io.snapdsl.engine.store.Checkpoints.Incoming;
import io.snapdsl.engine.store.SnapshotStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Brings in a session that {@link SessionExport} or another tool wrote: all of it or nothing. What lines say of themselves
 * (hashes, names) is held against what is computed; what they don't say is computed.
 */
public final class SessionImport {
    /** What lines that don't say it belong to. */
    public record Names(Optional<String> session, Optional<String> state) {}

    /** What was brought in. */
    public record Imported(String session, long events, long checkpoints) {}

    private final SnapshotStore store;
    private final Names names;
    private final Instant now;
    private final Set<Hash> written = new HashSet<>();

    /** @param now the time of what doesn't say when it was */
    public SessionImport(SnapshotStore store, Names names, Instant now) {
        this.store = store;
        this.names = names;
        this.now = now;
    }

    public Imported bringIn(Path directory) {
        SessionFiles files = new SessionFiles(directory);
        return store.locks().usingContent().during(() -> {
            try {
                writeLargeStates(files);
                return bringInBoth(files);
            } catch (IOException e) {
                throw new SnapdslException(
                        ErrorCode.IO_FAILED,
                        "A session could not be read from " + directory + ": " + IoErrors.describe(e) + ".",
                        "It has to have the files " + SessionExport.SNAPSHOTS + " and " + SessionExport.EVENTS + ".",
                        e);
            }
        });
    }

    /** Before the one transaction: nobody refers to them yet, so until then they are only content waiting to be used. */
    private void writeLargeStates(SessionFiles files) throws IOException {
        try (JsonLines lines = files.open(SessionExport.SNAPSHOTS)) {
            for (Optional<Line> line = lines.next(); line.isPresent(); line = lines.next()) {
                CanonicalJson state = line.get().json("state");
                if (LargeStates.isLarge(state)) {
                    written.add(LargeStates.write(state, store.content()).hash());
                }
            }
        }
    }

    private Imported bringInBoth(SessionFiles files) throws IOException {
        try (JsonLines snapshots = files.open(SessionExport.SNAPSHOTS);
                JsonLines events = files.open(SessionExport.EVENTS)) {
            Pass pass = new Pass(snapshots, events);
            store.checkpoints().bringIn(pass::run);
            return new Imported(pass.session.orElse(""), pass.eventCount, pass.checkpointCount);
        }
    }

    /** Goes through both files side by side: an event that says a checkpoint was made takes its line along. */
    private final class Pass {
        private final JsonLines snapshots;
        private final JsonLines events;
        private Optional<String> session = Optional.empty();
        private long eventCount;
        private long checkpointCount;

        Pass(JsonLines snapshots, JsonLines events) {
            this.snapshots = snapshots;
            this.events = events;
        }

        void run(Incoming store) {
            for (Optional<Line> line = events.next(); line.isPresent(); line = events.next()) {
                add(store, EventLine.of(line.get(), now));
            }
            for (Optional<Line> line = snapshots.next(); line.isPresent(); line = snapshots.next()) {
                addWithoutEvent(store, SnapshotLine.of(line.get(), now));
            }
        }

        private void add(Incoming store, EventLine event) {
            String name = sessionOf(event);
            ChainEnd end = store.end(name);
            if (session.isEmpty() && !end.equals(ChainEnd.NOTHING)) {
                throw new SnapdslException(
                        ErrorCode.IN_USE,
                        "The session '" + name + "' has events here already. Nothing was brought in.",
                        "Bring it into another store with --store DIR.");
            }
            session = Optional.of(name);
            if (event.timestamp() != end.number() + 1) {
                throw event.line()
                        .problem("timestamp " + (end.number() + 1) + " was expected, not " + event.timestamp()
                                + (event.timestamp() > 0 && event.timestamp() <= end.number()
                                        ? ", which was there before"
                                        : ""));
            }
            EventDraft what = event.what().isSnapshotCreated() ? created(store, event, name) : event.what();
            Event added = store.add(name, what);
            requireEqual(event.line(), event.hash(), added.hash(), "the events before it");
            eventCount++;
        }

        private String sessionOf(EventLine event) {
            String name = event.session()
                    .or(() -> names.session)
                    .orElseThrow(() -> event.line().problem("'session' is missing; say which with --session"));
            if (session.filter(first -> !first.equals(name)).isPresent()) {
                throw event.line()
                        .problem(
                                "it is of the session '" + name + "', and the lines before of '" + session.get() + "'");
            }
            return event.line().named(name, AgentSessions::usable);
        }

        /** The event with what it is about: the reference names no more than an id. */
        private EventDraft created(Incoming store, EventLine event, String name) {
            JsonNode details = event.what().details().node();
            if (details.has("snapshot")) {
                Hash snapshot = event.line().requireHash("'snapshot' in its details", details.get("snapshot"));
                requireNotOfAnother(event, new SnapshotId(snapshot), name);
                return event.what();
            }
            JsonNode id = details.path(details.has("checkpoint") ? "checkpoint" : "snapshot_id");
            long number = event.line().whole("'snapshot_id' in the details of what was created", id);
            Checkpoint made = addUpTo(store, event, name, number);
            if (details.has("mark")) {
                requireNamed(event, details, made);
                return event.what();
            }
            ObjectNode completed = (ObjectNode) details;
            completed.setAll((ObjectNode) EventDraft.created(made).details().node());
            EventDraft what = event.what();
            return new EventDraft(
                    what.type(),
                    CanonicalJson.of(completed),
                    what.capability(),
                    what.cause(),
                    what.result(),
                    what.time());
        }

        /** It may be in another store: but if it is in this one, it is no other session's. */
        private void requireNotOfAnother(EventLine event, SnapshotId id, String name) {
            if (SessionImport.this.store.catalog().find(id).stream()
                    .anyMatch(snapshot -> !snapshot.note().session().equals(name))) {
                throw event.line().problem("'snapshot' in its details is here, and of another session");
            }
        }

        /** Ours say more than a number. */
        private void requireNamed(EventLine event, JsonNode details, Checkpoint made) {
            JsonNode named = EventDraft.created(made).details().node();
            for (String field : List.of("state", "mark")) {
                if (!named.get(field).equals(details.get(field))) {
                    throw event.line()
                            .problem("'" + field + "' in its details is not that of checkpoint " + made.number()
                                    + " of " + made.state());
                }
            }
        }

        private Checkpoint addUpTo(Incoming store, EventLine event, String name, long id) {
            for (Optional<Line> line = snapshots.next(); line.isPresent(); line = snapshots.next()) {
                SnapshotLine snapshot = SnapshotLine.of(line.get(), now);
                if (snapshot.id() == id) {
                    if (snapshot.timestamp() != event.timestamp()) {
                        throw snapshot.line()
                                .problem("timestamp " + event.timestamp() + ", that of its event, was expected, not "
                                        + snapshot.timestamp());
                    }
                    requireOfSession(snapshot, name);
                    return add(store, snapshot, name);
                }
                addWithoutEvent(store, snapshot);
            }
            throw event.line()
                    .problem("it names checkpoint " + id + ", which " + SessionExport.SNAPSHOTS
                            + " doesn't have after those of the events before");
        }

        private static void requireOfSession(SnapshotLine snapshot, String name) {
            snapshot.session().filter(said -> !said.equals(name)).ifPresent(said -> {
                throw snapshot.line()
                        .problem("it is of " + (said.isEmpty() ? "no session" : "the session '" + said + "'")
                                + ", and its event of '" + name + "'");
            });
        }

        private void addWithoutEvent(Incoming store, SnapshotLine snapshot) {
            if (snapshot.session().filter(name -> !name.isEmpty()).isPresent()) {
                throw snapshot.line()
                        .problem("it is of the session '" + snapshot.session().get() + "', but " + SessionExport.EVENTS
                                + " has no event at that place that names it");
            }
            add(store, snapshot, "");
        }

        private Checkpoint add(Incoming store, SnapshotLine snapshot, String inSession) {
            String name = snapshot.name()
                    .or(() -> names.state)
                    .orElseThrow(() -> snapshot.line().problem("'name' is missing; say which state with --state"));
            State state = store.state(snapshot.line().named(name, States::usable));
            Optional<Content> content = LargeStates.isLarge(snapshot.state())
                    ? Optional.of(LargeStates.name(snapshot.state()))
                    : Optional.empty();
            if (content.filter(large -> !written.contains(large.hash())).isPresent()) {
                throw snapshot.line().problem("it was changed while it was read");
            }
            CheckpointPlace place = new CheckpointPlace(SessionImport.this.store.checkpoints(), state, snapshot);
            Checkpoint added = store.add(
                    new CheckpointDraft(state, snapshot.label(), inSession, snapshot.time(), snapshot.state(), content),
                    place.before(),
                    snapshot.timestamp());
            requireEqual(snapshot.line(), snapshot.hash(), added.hash(), "the checkpoint before it");
            place.requireFits(added);
            checkpointCount++;
            return added;
        }

        private void requireEqual(Line line, Optional<Hash> said, Hash found, String before) {
            if (said.filter(hash -> !hash.equals(found)).isPresent()) {
                throw line.problem("its hash is not that of what it says: it was altered, or " + before);
            }
        }
    }
}
