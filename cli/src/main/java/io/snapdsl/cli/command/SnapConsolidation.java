package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.consolidation.AutomaticConsolidation;
import io.snapdsl.engine.consolidation.Consolidation.Consolidated;
import io.snapdsl.engine.continuity.OperationRecorder.Recorded;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.shape.Shapes;
import java.util.Optional;

/** The consolidation that a snap may set off. Whatever comes of it, the snapshot is taken. */
record SnapConsolidation(Optional<Consolidated> done, Optional<String> failure) {
    private static final SnapConsolidation NONE = new SnapConsolidation(Optional.empty(), Optional.empty());

    static SnapConsolidation after(Recorded recorded, Workspace workspace, SnapdslCommand snapdsl) {
        if (workspace.consolidateAbove().isEmpty()) {
            return NONE;
        }
        try {
            AutomaticConsolidation consolidation =
                    new AutomaticConsolidation(snapdsl.store(), snapdsl.clock(), snapdsl.progress());
            return new SnapConsolidation(consolidation.after(recorded, workspace), Optional.empty());
        } catch (RuntimeException e) {
            return new SnapConsolidation(Optional.empty(), Optional.of(String.valueOf(e.getMessage())));
        }
    }

    /** What the answer says under {@code consolidated}: null when nothing was done. */
    Object shape() {
        return done.map(merged -> Shapes.object(
                        "originalCount", merged.originals().size(),
                        "newCount", merged.results().size(),
                        "bytesFreed", merged.bytesFreed()))
                .or(() -> failure.map(message -> Shapes.object("failure", message)))
                .orElse(null);
    }

    void print(Output out) {
        done.ifPresent(merged -> out.note("consolidated: "
                + Output.count(merged.originals().size(), "old snapshot") + " became "
                + merged.results().size()));
        failure.ifPresent(message -> out.note("not consolidated, though the snapshot is taken: " + message));
    }
}
