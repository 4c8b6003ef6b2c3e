package io.snapdsl.engine.shape;

import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.retention.Decision;
import io.snapdsl.engine.retention.Pruning.Pruned;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is kept and what is removed, and why. */
public final class RetentionShape {
    private RetentionShape() {}

    /** What would be done. */
    public static Map<String, Object> planned(List<Decision> decisions) {
        return shape(decisions, Optional.empty(), Optional.empty());
    }

    /** What was done. */
    public static Map<String, Object> pruned(List<Pruned> parts) {
        return shape(
                parts.stream().flatMap(part -> part.decisions().stream()).toList(),
                Optional.of(parts.stream().mapToLong(Pruned::bytesFreed).sum()),
                Optional.of(parts.stream().anyMatch(Pruned::tooLarge)));
    }

    private static Map<String, Object> shape(
            List<Decision> decisions, Optional<Long> freed, Optional<Boolean> tooLarge) {
        long kept = decisions.stream().filter(Decision::keep).count();
        Elements snapshots = consumer -> decisions.forEach(decision -> consumer.accept(decision(decision)));
        return Shapes.object(
                "dryRun",
                freed.isEmpty(),
                "kept",
                kept,
                "removed",
                decisions.size() - kept,
                "bytesFreed",
                freed.orElse(null),
                "tooLarge",
                tooLarge.orElse(null),
                "snapshots",
                snapshots);
    }

    public static Map<String, Object> decision(Decision decision) {
        return Shapes.object(
                "id", decision.id().hex(),
                "sequence", decision.snapshot().sequence(),
                "subject", decision.subject().name(),
                "time", decision.snapshot().time(),
                "action", action(decision),
                "reasons", decision.reasons());
    }

    public static String action(Decision decision) {
        return decision.keep() ? "keep" : "remove";
    }

    public static Map<String, Object> removed(List<Snapshot> snapshots, long bytesFreed) {
        return Shapes.object(
                "removed",
                snapshots.stream().map(snapshot -> snapshot.id().hex()).toList(),
                "bytesFreed",
                bytesFreed);
    }
}
