package io.snapdsl.engine.replay;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.content.DamagedContentException;
import io.snapdsl.engine.event.BrokenEventException;
import io.snapdsl.engine.event.Created;
import io.snapdsl.engine.event.Event;
import io.snapdsl.engine.event.EventChain;
import io.snapdsl.engine.history.ChainEnd;
import io.snapdsl.engine.history.LaterLink;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.json.CanonicalJson;
import io.snapdsl.engine.json.JsonDifference;
import io.snapdsl.engine.state.Checkpoint;
import io.snapdsl.engine.state.Restored;
import io.snapdsl.engine.state.Rollback;
import io.snapdsl.engine.state.States;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.verify.ContentCheck;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Goes through what happened in a session once more, without doing any of it: every event, and at each
 * {@code snapshot_created} what was kept then. Where there are reducers, states are computed anew from the events and
 * compared with each checkpoint; they start from their first checkpoint, and again from each rollback. Nothing here knows
 * the time or chance, so two replays are the same.
 */
public final class Replay {
    /**
     * @param until the last event to look at
     * @param from a checkpoint of the session to start after, instead of the beginning
     * @param reducers for each state by name, what events of each type make of it
     */
    public record Request(
            String session,
            OptionalLong until,
            Optional<Checkpoint> from,
            Map<String, Map<String, Reducer>> reducers) {}

    /**
     * @param checkpoints how many were found as they were recorded
     * @param snapshots and how many of those
     * @param removed how many of these have been removed since, so that only their entries could be looked at
     * @param elsewhere how many snapshots are in another store, so that nothing can be said of them here
     * @param compared how many checkpoints were compared with what the events lead to
     * @param finding why it ended early, if it did
     */
    public record Result(
            long events,
            long checkpoints,
            long snapshots,
            long removed,
            long elsewhere,
            long compared,
            Optional<Finding> finding) {}

    private final SnapshotStore store;
    private final Request request;
    private final ReplayListener listener;
    private final ContentCheck content;
    private final LaterLink later;
    private final Map<String, Optional<StateTrack>> tracks = new HashMap<>();
    private long events;
    private long checkpoints;
    private long snapshots;
    private long removed;
    private long elsewhere;
    private long compared;

    public Replay(SnapshotStore store, Request request, ReplayListener listener) {
        this.store = store;
        this.request = request;
        this.content = new ContentCheck(store);
        this.later = new LaterLink(store);
        this.listener = listener;
    }

    /** To be called once. */
    public Result run() {
        Optional<Finding> finding = attempt();
        return new Result(events, checkpoints, snapshots, removed, elsewhere, compared, finding);
    }

    private Optional<Finding> attempt() {
        request.until.ifPresent(this::requireEvent);
        try {
            requireLog();
            long start = request.from.map(this::startAfter).orElse(0L);
            new EventChain(store.events(), request.session)
                    .forEach(start, request.until.orElse(Long.MAX_VALUE), this::visit);
            if (request.until.isEmpty()) {
                tracks.values().forEach(track -> track.ifPresent(StateTrack::requireEnd));
                tracks.values().forEach(track -> track.ifPresent(state -> state.requireEvents(request.session)));
            }
            return Optional.empty();
        } catch (BrokenEventException e) {
            return Optional.of(Finding.damage(e.clock(), e.getMessage()));
        } catch (StoppedException e) {
            return Optional.of(e.finding());
        }
    }

    /** A session may be without events; but not because its log has another's name. */
    private void requireLog() {
        if (store.events().end(request.session).equals(ChainEnd.NOTHING)) {
            for (String other : store.events().sessions()) {
                store.events().page(other, 0, 1).stream()
                        .filter(first -> first.isFirstOf(request.session))
                        .forEach(first -> {
                            throw new BrokenEventException(
                                    first.clock(), "it is missing: it is among those of the session '" + other + "'");
                        });
            }
        }
    }

    private void requireEvent(long clock) {
        long last = store.events().end(request.session).number();
        if (clock < 1 || clock > last) {
            throw new SnapdslException(
                    ErrorCode.USAGE,
                    "The session '" + request.session + "' has no event " + clock + ".",
                    last == 0 ? "It has no events." : "Its events are 1 to " + last + ".");
        }
    }

    private long startAfter(Checkpoint checkpoint) {
        if (!checkpoint.session().equals(request.session)) {
            throw new SnapdslException(
                    ErrorCode.USAGE,
                    "Checkpoint " + checkpoint.number() + " of " + checkpoint.state() + " is not of the session '"
                            + request.session + "'.",
                    "'snapdsl state list " + checkpoint.state() + "' says which checkpoint belongs to which session.");
        }
        Restored start = restored(checkpoint.clock(), checkpoint.state(), checkpoint.number());
        track(checkpoint.state()).orElseThrow().startFrom(start.state());
        return checkpoint.clock();
    }

    private void visit(Event event) {
        Optional<Restored> kept = Optional.empty();
        if (event.what().isSnapshotCreated()) {
            kept = checkCreated(event);
        } else {
            request.reducers.keySet().forEach(state -> track(state).ifPresent(track -> track.apply(event)));
        }
        events++;
        listener.event(event, kept);
    }

    private Optional<Restored> checkCreated(Event event) {
        Created created = Created.by(event);
        if (created instanceof Created.OfCheckpoint named) {
            Restored kept = checkCheckpoint(event, named);
            checkpoints++;
            return Optional.of(kept);
        }
        // Held, so that what is found is not swept away before it is read.
        store.locks().usingContent().during(() -> {
            checkSnapshot(event, ((Created.OfSnapshot) created).id());
            return null;
        });
        return Optional.empty();
    }

    private Restored checkCheckpoint(Event event, Created.OfCheckpoint named) {
        Restored restored = restored(event.clock(), named.state(), named.number());
        Checkpoint entry = restored.checkpoint();
        if (!entry.mark().equals(named.mark())
                || entry.clock() != event.clock()
                || !entry.session().equals(event.session())) {
            throw new BrokenEventException(
                    event.clock(),
                    "checkpoint " + entry.number() + " of " + entry.state() + " is not the one that it names");
        }
        StateTrack track = track(named.state()).orElseThrow();
        if (track.isComputed()) {
            compare(event, track, restored);
        }
        return restored;
    }

    private Restored restored(long clock, String state, long number) {
        try {
            return track(state)
                    .orElseThrow(() -> new DamagedContentException("there is no such state"))
                    .checkpoint(number, clock);
        } catch (DamagedContentException e) {
            throw new BrokenEventException(
                    clock, "checkpoint " + number + " of " + state + " is not what was recorded: " + e.getMessage(), e);
        }
    }

    private void compare(Event event, StateTrack track, Restored recorded) {
        Optional<CanonicalJson> expected = Rollback.in(recorded.checkpoint())
                .map(rollback -> broughtBack(event, track, recorded, rollback))
                .orElseGet(() -> track.computed(event.clock()));
        if (expected.isPresent()) {
            requireEqual(event, expected.get(), recorded);
            compared++;
        }
        track.startFrom(recorded.state());
    }

    private Optional<CanonicalJson> broughtBack(Event event, StateTrack track, Restored recorded, Rollback rollback) {
        return track.isElsewhere(rollback.number())
                ? Optional.empty()
                : Optional.of(restored(event.clock(), recorded.checkpoint().state(), rollback.number())
                        .state());
    }

    private static void requireEqual(Event event, CanonicalJson expected, Restored recorded) {
        if (!expected.equals(recorded.state())) {
            throw new StoppedException(new Finding(
                    event.clock(),
                    ErrorCode.DIVERGED,
                    "checkpoint " + recorded.checkpoint().number() + " of "
                            + recorded.checkpoint().state() + " is not what the events lead to",
                    JsonDifference.between(expected.node(), recorded.state().node())));
        }
    }

    private void checkSnapshot(Event event, SnapshotId id) {
        Optional<Snapshot> found = find(event, id);
        if (found.isEmpty() && store.events().isBroughtIn(event.session())) {
            elsewhere++;
            return;
        }
        Snapshot snapshot = found.orElseThrow(() ->
                new BrokenEventException(event.clock(), "snapshot " + id.shortHex() + ", which it names, is missing"));
        if (!snapshot.isIntact() || !snapshot.note().session().equals(event.session())) {
            throw new BrokenEventException(event.clock(), "snapshot " + id.shortHex() + " was altered");
        }
        later.contradiction(snapshot).ifPresent(contradiction -> {
            throw new BrokenEventException(event.clock(), "snapshot " + id.shortHex() + ": " + contradiction);
        });
        if (snapshot.isRemoved()) {
            removed++;
        } else {
            content.damage(snapshot).ifPresent(damage -> {
                throw new BrokenEventException(
                        event.clock(), "snapshot " + id.shortHex() + " is not what was recorded: " + damage);
            });
        }
        snapshots++;
    }

    private Optional<Snapshot> find(Event event, SnapshotId id) {
        try {
            return store.catalog().find(id);
        } catch (DamagedContentException e) {
            throw new BrokenEventException(
                    event.clock(), "snapshot " + id.shortHex() + " can't be read: " + e.getMessage(), e);
        }
    }

    private Optional<StateTrack> track(String name) {
        return tracks.computeIfAbsent(
                name,
                any -> States.find(store.subjects(), name)
                        .map(state -> new StateTrack(store, state, request.reducers.getOrDefault(name, Map.of()))));
    }
}
