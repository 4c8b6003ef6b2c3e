package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.container.ContainerSweep;
import io.snapdsl.engine.container.ContainerSweep.Swept;
import io.snapdsl.engine.history.SubjectId;
import java.util.Collection;

/** After snapshots were removed: those of containers had images, which lie in the engine. */
final class EngineImages {
    private EngineImages() {}

    static void sweep(SnapdslCommand snapdsl, Collection<SubjectId> subjects) {
        ContainerSweep.after(subjects, snapdsl.store(), snapdsl::containers, snapdsl.clock())
                .ifPresent(swept -> say(swept, snapdsl.out()));
    }

    private static void say(Swept swept, Output out) {
        if (swept.away().isEmpty()) {
            out.line("Removed " + Output.count(swept.images(), "image") + " from the engine.");
        }
        swept.inUse().forEach(image -> out.note("kept: " + Output.plain(image)));
        swept.away()
                .ifPresent(e -> out.note("Their images stay for now: " + e.getMessage()
                        + " The next 'snapdsl container' command that reaches it removes them."));
    }
}
