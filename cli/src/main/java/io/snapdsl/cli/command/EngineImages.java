package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.container.ContainerSweep;
import io.snapdsl.engine.container.ContainerSweep.Swept;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.SubjectId;
import java.util.Collection;
import java.util.List;

/** After snapshots were removed: those of containers had images, which lie in the engine. */
final class EngineImages {
    private EngineImages() {}

    /** An engine that is away is no failure: what is left there goes with the next command that reaches it. */
    static void sweep(SnapdslCommand snapdsl, Collection<SubjectId> subjects) {
        List<SubjectId> containers = subjects.stream()
                .distinct()
                .filter(id -> snapdsl.store().catalog().subject(id).orElseThrow() instanceof Subject.Container)
                .toList();
        if (containers.isEmpty()) {
            return;
        }
        try {
            Swept swept = new ContainerSweep(snapdsl.store(), snapdsl.containers(), snapdsl.clock()).sweep(containers);
            snapdsl.out().line("Removed " + Output.count(swept.images(), "image") + " from the engine.");
            swept.inUse().forEach(image -> snapdsl.out().note("kept: " + Output.plain(image)));
        } catch (SnapdslException e) {
            if (e.code() != ErrorCode.NO_CONTAINER_ENGINE) {
                throw e;
            }
            snapdsl.out()
                    .note("Their images stay for now: " + e.getMessage()
                            + " The next 'snapdsl container' command that reaches it removes them.");
        }
    }
}
