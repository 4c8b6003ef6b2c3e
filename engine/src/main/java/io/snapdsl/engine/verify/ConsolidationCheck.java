package io.snapdsl.engine.verify;

import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.Subject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Checks what is shown in the place of what: that consolidated snapshots and the entries they stand for name each other,
 * and that a consolidated one holds what the newest of them held. The latter can be said only where all that was taken
 * until then stands behind it or one before it; otherwise its content is a mixture that was never recorded.
 */
final class ConsolidationCheck {
    private final Subject subject;
    private final VerifyReport report;
    /** Entries still to come, and who is said to be shown in their place. */
    private final Map<SnapshotId, SnapshotId> expected = new HashMap<>();
    /** Entries with the same sequence number. */
    private final List<Snapshot> level = new ArrayList<>();

    ConsolidationCheck(Subject subject, VerifyReport report) {
        this.subject = subject;
        this.report = report;
    }

    /** To be called for every entry of the subject, from the highest sequence number down. */
    void visit(Snapshot snapshot) {
        if (!level.isEmpty() && level.get(0).sequence() != snapshot.sequence()) {
            checkLevel();
        }
        level.add(snapshot);
    }

    void finish() {
        checkLevel();
        expected.forEach((member, place) -> report.chain(
                subject,
                "snapshot " + member.shortHex() + ", in whose place " + place.shortHex() + " is shown, is missing"));
    }

    private void checkLevel() {
        boolean isMixed = !expected.isEmpty();
        level.stream().filter(ConsolidationCheck::isConsolidated).forEach(this::expectMembers);
        for (Snapshot entry : level) {
            if (!isConsolidated(entry)) {
                checkMember(entry, isMixed);
            }
        }
        level.clear();
    }

    private void expectMembers(Snapshot consolidated) {
        SnapshotId place = consolidated.replacedBy().orElse(consolidated.id());
        for (SnapshotId member : consolidated.facts().replaces()) {
            SnapshotId other = expected.put(member, place);
            if (other != null && !other.equals(place)) {
                report.chain(
                        subject,
                        "both " + place.shortHex() + " and " + other.shortHex() + " stand for snapshot "
                                + member.shortHex());
            }
        }
    }

    private void checkMember(Snapshot entry, boolean isMixed) {
        SnapshotId place = expected.remove(entry.id());
        boolean agree = entry.replacedBy().map(named -> named.equals(place)).orElse(place == null);
        if (!agree) {
            report.chain(
                    subject,
                    "snapshot " + entry.sequence() + " (" + entry.id().shortHex()
                            + ") and the consolidated one in its place do not name each other");
        }
        for (Snapshot other : level) {
            if (!isMixed && other.id().equals(place) && !other.root().equals(entry.root())) {
                report.chain(
                        subject,
                        "consolidated snapshot " + other.id().shortHex() + " does not hold what its newest member "
                                + entry.id().shortHex() + " held");
            }
        }
    }

    private static boolean isConsolidated(Snapshot snapshot) {
        return !snapshot.facts().replaces().isEmpty();
    }
}
