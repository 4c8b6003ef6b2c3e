package io.snapdsl.engine.plan;

import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.state.Checkpoint;
import java.time.Instant;

/** What a subject was at some time, as a step goes there or has come from there. */
public sealed interface RestorePoint {
    /** What people call it. */
    String label();

    /** One that is in the store. */
    sealed interface Kept extends RestorePoint {
        Instant time();

        /** What it was taken for, or empty. */
        String goal();
    }

    /**
     * The file of a state, or a container, was not there.
     *
     * @param label what there was none of
     */
    record Absent(String label) implements RestorePoint {
        static final Absent FILE = new Absent("no file");
        static final Absent CONTAINER = new Absent("no container");
    }

    record OfSnapshot(Snapshot snapshot) implements Kept {
        @Override
        public String label() {
            return snapshot.id().shortHex();
        }

        @Override
        public Instant time() {
            return snapshot.facts().time();
        }

        @Override
        public String goal() {
            return snapshot.note().goal();
        }
    }

    record OfCheckpoint(Checkpoint checkpoint) implements Kept {
        @Override
        public String label() {
            return "checkpoint " + checkpoint.number();
        }

        @Override
        public Instant time() {
            return checkpoint.time();
        }

        @Override
        public String goal() {
            return checkpoint.label();
        }
    }
}
