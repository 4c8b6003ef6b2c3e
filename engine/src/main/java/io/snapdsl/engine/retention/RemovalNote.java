package io.snapdsl.engine.retention;

import io.snapdsl.engine.history.Operation;
import io.snapdsl.engine.history.SnapshotId;
import java.util.List;
import java.util.stream.Collectors;

/** How the audit log says which snapshots were removed and why, and how that is read back. */
final class RemovalNote {
    static final String REMOVE = "remove";
    static final String PRUNE = "prune";

    private RemovalNote() {}

    /** All of them for one reason, which somebody gave in words. */
    static String describe(List<SnapshotId> ids, String reason) {
        String named = ids.stream().map(SnapshotId::shortHex).collect(Collectors.joining(" "));
        return named + (reason.isEmpty() ? "" : ": " + reason);
    }

    /** Each with its own reason, in a line of its own. */
    static String describe(List<Decision> removed) {
        return removed.stream()
                .map(decision ->
                        decision.id().shortHex() + " " + decision.reasons().get(0))
                .collect(Collectors.joining("\n"));
    }

    /** Why {@code operation} removed this one; empty when nobody said. */
    static String reason(Operation operation, SnapshotId removed) {
        String detail = operation.detail();
        return switch (operation.kind()) {
            case REMOVE -> detail.contains(": ") ? detail.substring(detail.indexOf(": ") + 2) : "";
            case PRUNE ->
                detail.lines()
                        .filter(line -> line.startsWith(removed.shortHex() + " "))
                        .map(line -> line.substring(line.indexOf(' ') + 1))
                        .findFirst()
                        .orElse(detail);
            default -> detail;
        };
    }
}
