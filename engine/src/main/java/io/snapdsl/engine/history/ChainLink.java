package io.snapdsl.engine.history;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.store.Catalog;
import java.util.Optional;

/** Whether an entry of a chain fits to the one before it; what doesn't has a name, the same wherever it is found. */
public final class ChainLink {
    /**
     * Where a chain is broken.
     *
     * @param finding what was expected and what was found
     */
    public record Break(ErrorCode code, String finding) {}

    private ChainLink() {}

    /**
     * Looks at the newest entry and the one before it, no further: {@code verify} looks at all.
     *
     * @throws SnapdslException if nothing can be appended to the chain of {@code subject} with a good conscience
     */
    public static void requireSound(Catalog catalog, SubjectId subject) {
        Optional<Snapshot> head = catalog.head(subject);
        head.flatMap(newest -> between(catalog.recordedBefore(newest), newest).or(() -> alteration(newest)))
                .ifPresent(broken -> {
                    throw new SnapdslException(
                            broken.code,
                            "The history of " + head.get().facts().subject() + " is broken at its end: "
                                    + broken.finding + ".",
                            "'snapdsl verify' lists all damage. To go on from what is there now:"
                                    + " snapdsl reset-continuity -m WHY. Every snapshot stays as it is.");
                });
    }

    /** What is wrong with {@code entry}, apart from whom it follows. */
    public static Optional<Break> alteration(Snapshot entry) {
        if (entry.isIntact()) {
            return Optional.empty();
        }
        String found = Snapshot.of(entry.facts()).id().shortHex();
        return Optional.of(new Break(
                ErrorCode.BROKEN_PARENT,
                describe(entry) + " was altered: its entry has to match its id, but matches " + found));
    }

    /** What is wrong with {@code entry} following {@code before}, the nearest one that was found in the chain. */
    public static Optional<Break> between(Optional<Snapshot> before, Snapshot entry) {
        long expected = entry.sequence() - 1;
        long found = before.map(Snapshot::sequence).orElse(0L);
        if (found != expected) {
            return Optional.of(new Break(
                    ErrorCode.SEQUENCE_DISCONTINUITY,
                    "snapshots " + (found + 1) + " to " + expected + " are missing: number " + expected
                            + " was expected before " + describe(entry) + ", "
                            + (found == 0 ? "nothing" : "number " + found) + " was found"));
        }
        Optional<SnapshotId> previous = entry.facts().previous();
        return previous.equals(before.map(Snapshot::id))
                ? Optional.empty()
                : Optional.of(new Break(
                        ErrorCode.BROKEN_PARENT,
                        describe(entry) + " does not follow the one before it: it was recorded after " + name(previous)
                                + ", and " + name(before.map(Snapshot::id)) + " was found in that place"));
    }

    private static String describe(Snapshot entry) {
        return "snapshot " + entry.sequence() + " (" + entry.id().shortHex() + ")";
    }

    private static String name(Optional<SnapshotId> id) {
        return id.map(SnapshotId::shortHex).orElse("nothing");
    }
}
