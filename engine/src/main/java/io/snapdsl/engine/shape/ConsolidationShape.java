package io.snapdsl.engine.shape;

import io.snapdsl.engine.consolidation.Consolidation.Candidate;
import io.snapdsl.engine.consolidation.Consolidation.Consolidated;
import io.snapdsl.engine.consolidation.Strategy;
import io.snapdsl.engine.history.Snapshot;
import java.util.List;
import java.util.Map;

/** What became one, or would. */
public final class ConsolidationShape {
    private ConsolidationShape() {}

    public static Map<String, Object> candidates(Strategy strategy, List<Candidate> found) {
        long originals =
                found.stream().mapToLong(group -> group.members().size()).sum();
        return Shapes.object(
                "strategy", strategy.word(),
                "dryRun", true,
                "originalCount", originals,
                "newCount", found.size(),
                "ratio", ratio(originals, found.size()),
                "bytesEstimated",
                        found.stream().mapToLong(Candidate::bytesEstimated).sum(),
                "candidates", found.stream().map(ConsolidationShape::candidate).toList());
    }

    public static Map<String, Object> candidate(Candidate group) {
        List<Snapshot> members = group.members();
        return Shapes.object(
                "count", members.size(),
                "from", members.get(0).facts().time(),
                "to", members.get(members.size() - 1).facts().time(),
                "bytesEstimated", group.bytesEstimated(),
                "snapshots", ids(members));
    }

    public static Map<String, Object> done(Strategy strategy, Consolidated done) {
        int originals = done.originals().size();
        int results = done.results().size();
        return Shapes.object(
                "strategy", strategy.word(),
                "dryRun", false,
                "originalCount", originals,
                "newCount", results,
                "ratio", ratio(originals, results),
                "bytesFreed", done.bytesFreed(),
                "bytesAdded", done.bytesAdded(),
                "originals", ids(done.originals()),
                "results", ids(done.results()));
    }

    /** How many became one, on average. */
    public static double ratio(long originals, long results) {
        return results == 0 ? 1 : (double) originals / results;
    }

    private static List<String> ids(List<Snapshot> snapshots) {
        return snapshots.stream().map(snapshot -> snapshot.id().hex()).toList();
    }
}
