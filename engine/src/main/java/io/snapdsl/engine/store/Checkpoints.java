package io.snapdsl.engine.store;

import io.snapdsl.engine.content.Content;
import io.snapdsl.engine.event.Event;
import io.snapdsl.engine.event.EventDraft;
import io.snapdsl.engine.history.ChainEnd;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.state.Checkpoint;
import io.snapdsl.engine.state.CheckpointDraft;
import io.snapdsl.engine.state.StoredCheckpoint;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The chains of states. Nothing here is ever changed or deleted. */
public interface Checkpoints {
    /**
     * Appends {@code drafts} in their order, each of a session with its event: all or none, on the disk when this returns.
     * Any number of processes may do so at once. Content that a draft names must have been written before.
     */
    List<Checkpoint> append(List<CheckpointDraft> drafts);

    /** Takes over what was recorded elsewhere, in one go. */
    interface Incoming {
        /** As {@link Catalog#registerState}. */
        Subject.State state(String name);

        /**
         * Adds a checkpoint, without an event: at the end of its chain, or in a gap of it.
         *
         * @param after what it was recorded after. If that is not here, the chain is broken off before it
         */
        Checkpoint add(CheckpointDraft draft, ChainEnd after, long clock);

        ChainEnd end(String session);

        Event add(String session, EventDraft draft);
    }

    /** All that {@code work} adds or, if it fails, nothing. Content that a draft names must have been written before. */
    void bringIn(Consumer<Incoming> work);

    Optional<StoredCheckpoint> latest(SubjectId state);

    Optional<StoredCheckpoint> find(SubjectId state, long number);

    /** At most {@code limit} checkpoints from number {@code first} on, oldest first. */
    List<StoredCheckpoint> page(SubjectId state, long first, int limit);

    /** At most {@code limit} entries with a number below {@code before}, newest first. */
    List<Checkpoint> entries(SubjectId state, long before, int limit);

    /** The newest entry that is wanted. */
    default Optional<Checkpoint> newest(SubjectId state, Predicate<Checkpoint> wanted) {
        int limit = 200;
        long before = Long.MAX_VALUE;
        List<Checkpoint> page;
        do {
            page = entries(state, before, limit);
            Optional<Checkpoint> found = page.stream().filter(wanted).findFirst();
            if (found.isPresent()) {
                return found;
            }
            before = page.isEmpty() ? 0 : page.get(page.size() - 1).number();
        } while (page.size() == limit);
        return Optional.empty();
    }

    /** The last checkpoint, as it was noted when it was appended: what has gone missing since shows. */
    ChainEnd end(SubjectId state);

    /** What large states are stored as: no sweep may take it away. */
    void forEachContent(Consumer<Content> action);
}
