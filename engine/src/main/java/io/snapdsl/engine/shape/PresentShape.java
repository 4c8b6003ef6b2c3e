package io.snapdsl.engine.shape;

import io.snapdsl.engine.capture.Capturing.Captured;
import io.snapdsl.engine.capture.IgnoreRules;
import io.snapdsl.engine.capture.IgnoreRules.Rule;
import io.snapdsl.engine.capture.Uncovered;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.tree.TreePath;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A workspace as it is now, beside what its newest snapshot says, and what snapshots leave out of it. */
public final class PresentShape {
    private PresentShape() {}

    /** @param clean whether there are no changes, which are looked up only as they are written */
    public static Map<String, Object> status(
            Workspace workspace,
            Path store,
            Optional<Snapshot> head,
            Captured present,
            boolean clean,
            Elements changes,
            List<Uncovered> uncovered) {
        return Shapes.object(
                "subject", workspace.name(),
                "directory", workspace.directory(),
                "store", store,
                "head", head.map(Shapes::snapshot).orElse(null),
                "clean", clean,
                "changes", changes,
                "noLongerCovered", Shapes.uncovered(uncovered),
                "coverage", Shapes.coverage(present.coverage()));
    }

    public static Map<String, Object> sync(
            Workspace workspace, Snapshot head, boolean matches, Elements changes, List<Uncovered> uncovered) {
        return Shapes.object(
                "subject", workspace.name(),
                "head", Shapes.snapshot(head),
                "matches", matches,
                "changes", changes,
                "noLongerCovered", Shapes.uncovered(uncovered));
    }

    public static Map<String, Object> ignored(Path directory, IgnoreRules inForce) {
        List<Rule> rules = inForce.rules();
        return Shapes.object(
                "ignoreFileExists", Files.exists(directory.resolve(IgnoreRules.FILE_NAME)),
                "isLoaded", true,
                "patternCount", rules.size(),
                "patterns", rules.stream().map(Rule::text).toList(),
                "rules",
                        rules.stream()
                                .map(rule -> Shapes.object("pattern", rule.text(), "source", rule.source()))
                                .toList());
    }

    public static Map<String, Object> tested(TreePath path, Optional<Rule> rule) {
        Map<String, Object> shape = Shapes.path("path", path);
        shape.put("ignored", rule.isPresent());
        shape.put("rule", rule.map(Rule::text).orElse(null));
        shape.put("source", rule.map(Rule::source).orElse(null));
        return shape;
    }
}
