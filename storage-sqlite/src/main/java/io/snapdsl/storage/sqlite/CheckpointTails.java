package io.snapdsl.storage.sqlite;

import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.history.ChainEnd;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.state.StatePacking.Base;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Remembers the newest state of some chains, because the next one is written as what differs from it. What is remembered
 * counts only while the store says that the chain still ends there.
 */
final class CheckpointTails {
    private static final int KEPT = 16;

    /**
     * What the next checkpoint follows.
     *
     * @param clock the logical time of the last checkpoint
     * @param isElsewhere whether the last one was not brought along: only its number and hash are known
     */
    record Tail(ChainEnd end, long clock, Optional<Base> base, boolean isElsewhere) {
        /** Before the first checkpoint. */
        static final Tail START = new Tail(ChainEnd.NOTHING, 0, Optional.empty(), false);

        static Tail brokenOff(ChainEnd end) {
            return new Tail(end, 0, Optional.empty(), true);
        }

        Optional<Hash> brokenOff() {
            return isElsewhere ? Optional.of(end.hash()) : Optional.empty();
        }
    }

    private final Map<SubjectId, Tail> tails = new LinkedHashMap<>(KEPT, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<SubjectId, Tail> eldest) {
            return size() > KEPT;
        }
    };

    Optional<Tail> find(SubjectId state, Hash end) {
        return Optional.ofNullable(tails.get(state))
                .filter(tail -> tail.end().hash().equals(end));
    }

    void put(SubjectId state, Tail tail) {
        tails.put(state, tail);
    }

    void clear() {
        tails.clear();
    }
}
