package io.snapdsl.engine.retention;

import io.snapdsl.engine.history.Operation;
import io.snapdsl.engine.history.SnapshotId;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How the audit log says which snapshots were removed and why, and how that is read back. */
final class RemovalNote {
    static final String REMOVE = "remove";
    static final String PRUNE = "prune";
    /** No id begins like these. */
    private static final String RULES = "rules: ";

    private static final String POLICY = "policy: ";

    private RemovalNote() {}

    /** All of them for one reason, which somebody gave in words. */
    static String describe(List<SnapshotId> ids, String reason) {
        String named = ids.stream().map(SnapshotId::shortHex).collect(Collectors.joining(" "));
        return named + (reason.isEmpty() ? "" : ": " + reason);
    }

    /**
     * Each with its own reason, in a line of its own; before them the rules that were in force, and whose run it was.
     *
     * @param policy may be empty
     */
    static String describe(List<Decision> removed, List<KeepRules> rules, String policy) {
        String inForce = rules.isEmpty()
                ? ""
                : RULES + rules.stream().map(KeepRules::words).distinct().collect(Collectors.joining("; "));
        String by = policy.isEmpty() ? "" : POLICY + policy;
        Stream<String> reasons = removed.stream()
                .map(decision ->
                        decision.id().shortHex() + " " + decision.reasons().get(0));
        return Stream.concat(Stream.of(inForce, by).filter(line -> !line.isEmpty()), reasons)
                .collect(Collectors.joining("\n"));
    }

    /** The rules by which {@code operation} decided; empty if somebody chose, or if only limits did. */
    static String rules(Operation operation) {
        return line(operation, RULES);
    }

    /** The policy whose run {@code operation} was part of, or empty. */
    static String policy(Operation operation) {
        return line(operation, POLICY);
    }

    private static String line(Operation operation, String label) {
        return operation.kind().equals(PRUNE)
                ? operation
                        .detail()
                        .lines()
                        .filter(line -> line.startsWith(label))
                        .map(line -> line.substring(label.length()))
                        .findFirst()
                        .orElse("")
                : "";
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
