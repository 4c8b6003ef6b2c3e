package io.snapdsl.engine.state;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.content.Content;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.event.EventChain;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Subject.State;
import io.snapdsl.engine.json.CanonicalJson;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.store.SubjectRegistry;
import io.snapdsl.engine.tree.ByteText;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Keeps what agents know, and gives it back:
 *
 * <pre>{@code
 * State planner = states.named("planner");
 * Checkpoint made = states.checkpoint(planner, "before-search", "run-7", CanonicalJson.parse("{\"step\": 3}"));
 * states.restore(planner, made.number()).state();
 * }</pre>
 */
public final class States {
    private static final int PAGE = 500;

    private final SnapshotStore store;
    private final Clock clock;

    public States(SnapshotStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    /** The state called {@code name}, made on first use. */
    public State register(String name) {
        return find(name).orElseGet(() -> store.subjects().registerState(usable(name)));
    }

    public Optional<State> find(String name) {
        return find(store.subjects(), name);
    }

    public static Optional<State> find(SubjectRegistry subjects, String name) {
        return all(subjects).filter(state -> state.name().equals(name)).findFirst();
    }

    private static Stream<State> all(SubjectRegistry subjects) {
        return subjects.all().stream().filter(State.class::isInstance).map(State.class::cast);
    }

    /** @throws SnapdslException if there is no such state */
    public State named(String name) {
        return find(name)
                .orElseThrow(() -> new SnapdslException(
                        ErrorCode.UNKNOWN_STATE,
                        "There is no state '" + name + "'.",
                        all().isEmpty()
                                ? "There are none yet: 'snapdsl state checkpoint' makes one."
                                : "There are: "
                                        + all().stream().map(Subject::name).collect(Collectors.joining(", ")) + "."));
    }

    /** By name. */
    public List<State> all() {
        return all(store.subjects()).toList();
    }

    /** @param session the agent run it belongs to, or empty */
    public Checkpoint checkpoint(State state, String label, String session, CanonicalJson json) {
        return LargeStates.isLarge(json)
                ? store.locks().usingContent().during(() -> publish(draft(state, label, session, json)))
                : publish(draft(state, label, session, json));
    }

    /**
     * To be appended, with the bytes stored if they are many: then the caller holds the lock for using content.
     *
     * @throws SnapdslException if the session's events are broken at their end: the checkpoint's own would follow them
     */
    public CheckpointDraft draft(State state, String label, String session, CanonicalJson json) {
        new EventChain(store.events(), session).requireSoundEnd();
        Optional<Content> content =
                LargeStates.isLarge(json) ? Optional.of(LargeStates.write(json, store.content())) : Optional.empty();
        return new CheckpointDraft(state, label, session, clock.instant(), json, content);
    }

    private Checkpoint publish(CheckpointDraft draft) {
        return store.checkpoints().append(List.of(draft)).get(0);
    }

    /** @throws SnapdslException if it is not what was recorded, or not the last that was */
    public Optional<Restored> latest(State state) {
        StateEnd end = StateEnd.of(store.checkpoints(), state);
        Optional<Restored> newest = end.newest().map(this::open);
        end.requireSound(state);
        return newest;
    }

    /**
     * Goes through the newest checkpoints, at most {@code limit} of them, a page at a time.
     *
     * @return how many there were
     */
    public long forEachNewest(State state, long limit, Consumer<Checkpoint> action) {
        long before = Long.MAX_VALUE;
        long count = 0;
        List<Checkpoint> page;
        do {
            int size = (int) Math.min(PAGE, limit - count);
            page = store.checkpoints().entries(state.id(), before, size);
            page.forEach(action);
            count += page.size();
            before = page.isEmpty() ? before : page.get(page.size() - 1).number();
        } while (!page.isEmpty() && count < limit);
        return count;
    }

    /** What the state was then. Nothing is changed by this. */
    public Restored restore(State state, long number) {
        return open(store.checkpoints().find(state.id(), number).orElseThrow(() -> missing(state, number)));
    }

    private SnapdslException missing(State state, long number) {
        long last = store.checkpoints().end(state.id()).number();
        if (number >= 1 && number <= last && !isInGap(state, number)) {
            return new SnapdslException(
                    ErrorCode.DAMAGED,
                    "Checkpoint " + number + " of " + state.name() + " was recorded, and is gone.",
                    "'snapdsl verify' lists all damage; 'snapdsl state list " + state.name()
                            + "' lists what is there.");
        }
        return new SnapdslException(
                ErrorCode.UNKNOWN_CHECKPOINT,
                "The state '" + state.name() + "' has no checkpoint " + number + ".",
                last == 0
                        ? "It has none yet."
                        : "Its newest is " + last + "; 'snapdsl state list " + state.name() + "' lists them.");
    }

    /** Where sessions share a state and only some of them were imported: what comes next says that it was broken off. */
    private boolean isInGap(State state, long number) {
        return store.checkpoints().page(state.id(), number, 1).stream()
                .anyMatch(next -> next.brokenOff().isPresent());
    }

    /** Makes what the state was then the current one again: as a new checkpoint, which says where it comes from. */
    public Checkpoint rollback(State state, long number, String session) {
        Restored target = restore(state, number);
        String label = new Rollback(target.checkpoint().label(), number).text();
        // There is a way back on a full disk too: what has to be stored for it is next to nothing.
        return store.withRoomToRecord(1, () -> checkpoint(state, label, session, target.state()));
    }

    /** Whole, or not at all: nobody is to go on from what was not recorded so. */
    private Restored open(StoredCheckpoint stored) {
        return new CheckpointCheck(store.checkpoints(), new ContentReader(store.content())).require(stored);
    }

    /**
     * As a session's, but without the sign that stands between a state and the number of its checkpoint.
     *
     * @throws SnapdslException if no state can be called so
     */
    public static String usable(String name) {
        if (name.isBlank()
                || !name.strip().equals(name)
                || !ByteText.display(name).equals(name)
                || name.contains("@")) {
            throw new SnapdslException(
                    ErrorCode.USAGE,
                    "'" + ByteText.display(name) + "' can't be a state's name.",
                    "Use letters, digits and signs other than @, without spaces around them.");
        }
        return name;
    }
}
