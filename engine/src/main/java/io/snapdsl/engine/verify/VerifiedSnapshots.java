package io.snapdsl.engine.verify;

import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.history.Operation;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.store.SnapshotStore;
import java.time.Clock;
import java.util.Optional;
import java.util.Set;

/** Remembers what a verification has found, for restore plans that go back to a state known to be whole. */
public final class VerifiedSnapshots {
    private final SnapshotStore store;
    private final Clock clock;

    public VerifiedSnapshots(SnapshotStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    /**
     * @param readData whether every byte was read: only then a snapshot counts as whole
     * @return why it could not be remembered: the store may be one that can only be read
     */
    public Optional<String> remember(VerifyReport report, boolean readData) {
        Set<SnapshotId> whole = readData ? report.soundSnapshots() : Set.of();
        Set<SnapshotId> damaged = report.damagedSnapshots();
        // A store whose own structure is damaged is not written to.
        if (!report.structuralFindings().isEmpty() || (whole.isEmpty() && damaged.isEmpty())) {
            return Optional.empty();
        }
        try {
            store.verifications()
                    .record(
                            whole,
                            damaged,
                            new Operation(
                                    clock.instant(),
                                    "verify",
                                    Optional.empty(),
                                    Optional.empty(),
                                    whole.size() + " whole, " + damaged.size() + " damaged"));
            return Optional.empty();
        } catch (SnapdslException e) {
            return Optional.of(e.getMessage());
        }
    }
}
