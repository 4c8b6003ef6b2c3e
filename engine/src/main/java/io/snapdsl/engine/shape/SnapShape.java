package io.snapdsl.engine.shape;

import io.snapdsl.engine.capture.IgnoreRules.Rule;
import io.snapdsl.engine.consolidation.SnapConsolidation;
import io.snapdsl.engine.continuity.Claim;
import io.snapdsl.engine.continuity.OperationRecorder.Recorded;
import io.snapdsl.engine.continuity.UnknownChange;
import io.snapdsl.engine.tree.TreePath;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A snapshot that was just taken, and what came with it. */
public final class SnapShape {
    private SnapShape() {}

    /** @param announcedLeftOut what was announced and is in no snapshot, with the rules that say so */
    public static Map<String, Object> of(
            Recorded recorded, SnapConsolidation consolidation, Map<TreePath, Rule> announcedLeftOut) {
        Map<String, Object> shape = Shapes.snapshot(recorded.snapshot());
        shape.put("unknown", recorded.unknown().size());
        shape.put("unknownFiles", unknown(recorded.unknown()));
        shape.put(
                "integratedId",
                recorded.integrated().map(snapshot -> snapshot.id().hex()).orElse(null));
        shape.put("claimed", claimed(recorded.claims()));
        shape.put("announcedLeftOut", leftOut(announcedLeftOut));
        shape.put("coverage", Shapes.coverage(recorded.coverage()));
        shape.put("consolidated", consolidated(consolidation));
        return shape;
    }

    public static List<Map<String, Object>> unknown(List<UnknownChange> changes) {
        return changes.stream().map(SnapShape::unknown).toList();
    }

    private static Map<String, Object> unknown(UnknownChange change) {
        Map<String, Object> shape = Shapes.path("path", change.path());
        shape.put("change", change.word());
        change.oldPath().ifPresent(old -> shape.putAll(Shapes.path("oldPath", old)));
        return shape;
    }

    private static List<Map<String, Object>> claimed(List<Claim> claims) {
        List<Map<String, Object>> shapes = new ArrayList<>();
        claims.forEach(claim -> shapes.addAll(takenOver(claim.from().id().hex(), claim.paths())));
        return shapes;
    }

    /**
     * One for each path; and one without if the paths can't be told any more.
     *
     * @param id the snapshot on the other side
     */
    public static List<Map<String, Object>> takenOver(String id, List<TreePath> paths) {
        if (paths.isEmpty()) {
            return List.of(Shapes.object("id", id, "path", null));
        }
        return paths.stream()
                .map(path -> {
                    Map<String, Object> shape = Shapes.object("id", id);
                    shape.putAll(Shapes.path("path", path));
                    return shape;
                })
                .toList();
    }

    private static List<Map<String, Object>> leftOut(Map<TreePath, Rule> leftOut) {
        return leftOut.entrySet().stream()
                .map(entry -> {
                    Map<String, Object> shape = Shapes.path("path", entry.getKey());
                    shape.put("rule", entry.getValue().text());
                    shape.put("source", entry.getValue().source());
                    return shape;
                })
                .toList();
    }

    /** Null when nothing was done. */
    private static Object consolidated(SnapConsolidation consolidation) {
        return consolidation
                .done()
                .map(merged -> Shapes.object(
                        "originalCount", merged.originals().size(),
                        "newCount", merged.results().size(),
                        "bytesFreed", merged.bytesFreed()))
                .or(() -> consolidation.failure().map(message -> Shapes.object("failure", message)))
                .orElse(null);
    }
}
