package io.snapdsl.engine.shape;

import io.snapdsl.engine.container.ContainerList;
import io.snapdsl.engine.container.ContainerManifest;
import io.snapdsl.engine.container.ContainerPreview;
import io.snapdsl.engine.container.ContainerRecorder.Recorded;
import io.snapdsl.engine.container.ContainerRestore.Restored;
import io.snapdsl.engine.container.Mount;
import io.snapdsl.engine.container.Restorations;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Container;
import io.snapdsl.engine.json.Json;
import io.snapdsl.engine.json.JsonDifference;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Containers, and what becomes of them. */
public final class ContainerShape {
    private ContainerShape() {}

    public static Map<String, Object> listed(ContainerList.Line line) {
        return Shapes.object(
                "name", line.name(),
                "status", line.status(),
                "image", line.image(),
                "subject", line.subject().map(Container::name).orElse(null),
                "snapshots", line.snapshots(),
                "newest", line.newest().map(snapshot -> snapshot.id().hex()).orElse(null));
    }

    public static Map<String, Object> recorded(Recorded recorded) {
        Map<String, Object> shape = Shapes.snapshot(recorded.snapshot());
        shape.put("container", manifest(recorded.manifest()));
        shape.put("coverage", Shapes.coverage(recorded.coverage()));
        return shape;
    }

    public static Map<String, Object> manifest(ContainerManifest manifest) {
        return Shapes.object(
                "name", manifest.name(),
                "id", manifest.containerId(),
                "image", manifest.image(),
                "sourceImage", manifest.sourceImage(),
                "portable", manifest.isPortable(),
                "volumes", manifest.captured().stream().map(Mount::title).toList());
    }

    /** What a restore would do. */
    public static Map<String, Object> preview(Snapshot snapshot, ContainerPreview preview) {
        Map<String, Object> shape = Shapes.object("snapshot", snapshot.id().hex());
        shape.putAll(preview(preview));
        shape.put("dryRun", true);
        return shape;
    }

    public static Map<String, Object> preview(ContainerPreview preview) {
        return Shapes.object(
                "name", preview.name(), "differences", differences(preview.differences()), "notes", preview.notes());
    }

    /** What a restore did. */
    public static Map<String, Object> restored(Snapshot snapshot, Restored restored) {
        return Shapes.object(
                "snapshot", snapshot.id().hex(), "container", container(restored), "notes", restored.notes());
    }

    public static Map<String, Object> restorations(Restorations restored) {
        return Shapes.object("times", restored.times(), "last", restored.last().orElse(null));
    }

    public static Map<String, Object> container(Restored restored) {
        return Shapes.object(
                "id", restored.container().id(),
                "name", restored.container().name(),
                "status", restored.container().status().name().toLowerCase(Locale.ROOT));
    }

    public static List<Map<String, Object>> differences(List<JsonDifference> differences) {
        return differences.stream().map(ContainerShape::difference).toList();
    }

    private static Map<String, Object> difference(JsonDifference difference) {
        return Shapes.object(
                "pointer", difference.pointer(),
                "before", difference.before().map(Json::compact).orElse(null),
                "after", difference.after().map(Json::compact).orElse(null));
    }
}
