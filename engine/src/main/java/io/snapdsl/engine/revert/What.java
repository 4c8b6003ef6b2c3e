package io.snapdsl.engine.revert;

import io.snapdsl.engine.history.Snapshot;
import java.util.List;

/** Whose changes are to be taken back. */
public sealed interface What {
    record Snapshots(List<Snapshot> all) implements What {
        public Snapshots {
            all = all.stream().distinct().toList();
        }
    }

    /** All that an agent run did to the workspace. */
    record Session(String name) implements What {}
}
