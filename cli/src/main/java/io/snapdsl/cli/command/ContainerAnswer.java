package io.snapdsl.cli.command;

import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.container.ContainerPreview;
import io.snapdsl.engine.container.ContainerRestore.Restored;
import io.snapdsl.engine.json.Json;
import io.snapdsl.engine.json.JsonDifference;
import io.snapdsl.engine.shape.Shapes;
import java.util.List;
import java.util.Locale;
import java.util.Map;

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

    static List<Map<String, Object>> differences(List<JsonDifference> differences) {
        return differences.stream().map(ContainerAnswer::shape).toList();
    }

    static Map<String, Object> shape(Restored restored) {
        return Shapes.object(
                "id", restored.container().id(),
                "name", restored.container().name(),
                "status", status(restored));
    }

    private static Map<String, Object> shape(JsonDifference difference) {
        return Shapes.object(
                "pointer", difference.pointer(),
                "before", difference.before().map(Json::compact).orElse(null),
                "after", difference.after().map(Json::compact).orElse(null));
    }
}
