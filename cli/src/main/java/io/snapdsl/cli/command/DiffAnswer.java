package io.snapdsl.cli.command;

import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.diff.FileDelta;
import io.snapdsl.engine.diff.GitPatch;
import io.snapdsl.engine.diff.LineCounter;
import io.snapdsl.engine.diff.LineCounts;
import io.snapdsl.engine.shape.Shapes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Says how files differ. */
final class DiffAnswer {
    private final Output out;
    private final ContentReader content;
    private final LineCounter counter;

    DiffAnswer(Output out, ContentReader content) {
        this.out = out;
        this.content = content;
        this.counter = new LineCounter(content);
    }

    /** @param onlyCounts lines per file; else a patch */
    void say(List<FileDelta> deltas, boolean onlyCounts) throws IOException {
        if (onlyCounts) {
            sayCounts(deltas);
        } else {
            GitPatch.write(deltas, content, out.bytes());
        }
    }

    List<Map<String, Object>> shapes(List<FileDelta> deltas) throws IOException {
        List<Map<String, Object>> files = new ArrayList<>();
        for (FileDelta delta : deltas) {
            files.add(Shapes.delta(delta, counter.count(delta)));
        }
        return files;
    }

    private void sayCounts(List<FileDelta> deltas) throws IOException {
        long added = 0;
        long removed = 0;
        for (FileDelta delta : deltas) {
            LineCounts lines = counter.count(delta);
            added += lines.added();
            removed += lines.removed();
            String amount = lines.binary() ? "binary" : "+" + lines.added() + " -" + lines.removed();
            String kind = delta.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
            String from = delta.kind() == FileDelta.Kind.RENAMED
                    ? " (was " + delta.oldPath().orElseThrow() + ")"
                    : "";
            out.line(String.format("  %-12s %14s  %s%s", kind, amount, delta.path(), from));
        }
        if (!deltas.isEmpty()) {
            out.line(Output.count(deltas.size(), "file") + " changed, +" + added + " -" + removed);
        }
    }
}
