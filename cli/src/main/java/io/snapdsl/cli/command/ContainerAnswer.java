package io.snapdsl.cli.command;

import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.container.ContainerPreview;
import io.snapdsl.engine.container.ContainerRestore.Restored;
import io.snapdsl.engine.json.JsonDifference;
import java.util.List;
import java.util.Locale;

/** Says what became of a container, or would. */
final class ContainerAnswer {
    private final Output out;

    ContainerAnswer(Output out) {
        this.out = out;
    }

    void say(ContainerPreview preview) {
        say(preview.differences());
        preview.notes().forEach(note -> out.line("  " + Output.plain(note)));
        if (preview.differences().isEmpty()) {
            out.line("  no setting would differ");
        }
    }

    void say(List<JsonDifference> differences) {
        differences.forEach(difference -> out.line("  " + Output.plain(difference.text())));
    }

    void say(Restored restored) {
        restored.notes().forEach(note -> out.line("  " + Output.plain(note)));
    }

    static String status(Restored restored) {
        return restored.container().status().name().toLowerCase(Locale.ROOT);
    }
}
