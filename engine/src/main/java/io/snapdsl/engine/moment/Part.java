package io.snapdsl.engine.moment;

import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.state.Checkpoint;

/** How one subject was at a moment. */
public sealed interface Part {
    SubjectId subjectId();

    /** The subject's name at that moment. */
    String subject();

    /** Whether it was taken for the moment: else nothing had changed, and it is what was there already. */
    boolean isNew();

    /** What tells it from every other state of the same subject. */
    Hash state();

    /** Of a workspace or a container. */
    record OfSnapshot(SubjectId subjectId, String subject, SnapshotId snapshot, boolean isNew) implements Part {
        @Override
        public Hash state() {
            return snapshot.hash();
        }

        static OfSnapshot of(Snapshot snapshot, boolean isNew) {
            return new OfSnapshot(snapshot.subjectId(), snapshot.facts().subject(), snapshot.id(), isNew);
        }
    }

    /** A state whose file was not there, or no JSON; or a container that was gone. */
    record Absent(SubjectId subjectId, String subject) implements Part {
        private static final Hash NOTHING = Hash.of(new byte[0]);

        @Override
        public boolean isNew() {
            return false;
        }

        @Override
        public Hash state() {
            return NOTHING;
        }
    }

    /**
     * Of an agent's state.
     *
     * @param number the checkpoint's
     * @param state the hash of its entry
     */
    record OfCheckpoint(SubjectId subjectId, String subject, long number, Hash state, boolean isNew) implements Part {
        public static OfCheckpoint of(Checkpoint checkpoint, boolean isNew) {
            return new OfCheckpoint(
                    checkpoint.subject(), checkpoint.state(), checkpoint.number(), checkpoint.hash(), isNew);
        }
    }
}
