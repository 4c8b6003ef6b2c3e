package io.snapdsl.engine.shape;

import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.verify.VerifyReport;
import io.snapdsl.engine.verify.VerifyReport.DamagedPath;
import java.util.List;
import java.util.Map;

/** What a look at the whole store found. */
public final class VerifyShape {
    private VerifyShape() {}

    /** @param repair whether damaged content was to be forgotten */
    public static Map<String, Object> of(VerifyReport report, boolean repair) {
        return Shapes.object(
                "clean", report.isClean(),
                "snapshots", report.snapshotsChecked(),
                "checkpoints", report.checkpointsChecked(),
                "events", report.eventsChecked(),
                "bytesRead", report.bytesRead(),
                "findings", report.findings(),
                "damaged",
                        report.damagedPaths().entrySet().stream()
                                .map(entry -> damaged(entry.getKey(), entry.getValue()))
                                .toList(),
                "repaired", repair && report.isRepairable());
    }

    private static Map<String, Object> damaged(DamagedPath damaged, List<Snapshot> snapshots) {
        Map<String, Object> shape = Shapes.path("path", damaged.path());
        shape.put("subject", damaged.subject());
        shape.put("problem", damaged.problem());
        shape.put(
                "snapshots",
                snapshots.stream().map(snapshot -> snapshot.id().hex()).toList());
        return shape;
    }
}
