package io.snapdsl.web;

import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotFilter;
import io.snapdsl.engine.history.SnapshotLog;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.tree.ByteText;
import io.snapdsl.engine.tree.TreeEntry;
import io.snapdsl.engine.tree.TreeEntry.DirectoryEntry;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import io.snapdsl.engine.tree.TreePath;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Looks for a text in a subject's goals, and in the paths and contents of its newest snapshot, in any case. It stops when
 * it has enough or has looked for long enough, and says so: a page must not wait for a whole store to be read.
 */
public final class SearchRun {
    private static final int MOST = 50;
    private static final long LARGEST_FILE = 1 << 20;
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    /** @param number of the line, counted from one */
    public record Line(TreePath path, int number, String text) {}

    /** @param complete whether everything was looked at */
    public record Found(
            Optional<Snapshot> newest, List<Snapshot> goals, List<TreePath> paths, List<Line> lines, boolean complete) {
        public boolean isEmpty() {
            return goals.isEmpty() && paths.isEmpty() && lines.isEmpty();
        }
    }

    private final StoreView view;
    private final Subject subject;
    private final String wanted;
    private final long deadline;
    private final List<TreePath> paths = new ArrayList<>();
    private final List<Line> lines = new ArrayList<>();
    private boolean complete = true;

    private SearchRun(StoreView view, Subject subject, String text, long deadline) {
        this.deadline = deadline;
        this.view = view;
        this.subject = subject;
        this.wanted = text.toLowerCase(Locale.ROOT);
    }

    public static Found search(StoreView view, Subject subject, String text) {
        return search(view, subject, text, System.nanoTime() + PATIENCE.toNanos());
    }

    /** In each of them, as far as there is time. Those that have nothing are left out. */
    public static Map<Subject, Found> search(StoreView view, List<Subject> subjects, String text) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        Map<Subject, Found> all = new LinkedHashMap<>();
        for (Subject subject : subjects) {
            Found found = search(view, subject, text, deadline);
            if (!found.isEmpty() || !found.complete()) {
                all.put(subject, found);
            }
        }
        return all;
    }

    private static Found search(StoreView view, Subject subject, String text, long deadline) {
        SearchRun run = new SearchRun(view, subject, text, deadline);
        List<Snapshot> goals = new SnapshotLog(view.catalog(), subject)
                .page(
                        Long.MAX_VALUE,
                        MOST,
                        20_000,
                        Optional.empty(),
                        SnapshotFilter.goal(text).test(view.catalog(), view.trees()))
                .snapshots();
        Optional<Snapshot> newest = view.catalog().head(subject.id());
        newest.ifPresent(snapshot -> run.visit(snapshot.root(), TreePath.ROOT));
        return new Found(newest, goals, run.paths, run.lines, run.complete);
    }

    private void visit(io.snapdsl.engine.content.Hash directory, TreePath at) {
        for (TreeEntry entry : view.trees().tree(directory).entries()) {
            if (System.nanoTime() > deadline || (paths.size() >= MOST && lines.size() >= MOST)) {
                complete = false;
                return;
            }
            TreePath path = at.resolve(entry.name());
            if (paths.size() < MOST && contains(path.toString())) {
                paths.add(path);
            }
            if (entry instanceof DirectoryEntry inner) {
                visit(inner.tree(), path);
            } else if (entry instanceof FileEntry file && file.size() <= LARGEST_FILE && lines.size() < MOST) {
                look(file, path);
            }
        }
    }

    private void look(FileEntry file, TreePath path) {
        if (file.content().split() || Secrets.isSettings(subject, path)) {
            return;
        }
        byte[] bytes = view.content().chunk(file.content().hash());
        String text = new String(bytes, StandardCharsets.UTF_8);
        if (text.indexOf('\0') >= 0 || !contains(text)) {
            return;
        }
        int number = 0;
        for (String line : text.split("\n", -1)) {
            number++;
            if (contains(line) && lines.size() < MOST) {
                String shown = line.length() <= 300 ? line : line.substring(0, 300) + "…";
                lines.add(new Line(path, number, ByteText.displayLine(ByteText.encode(shown.strip()))));
            }
        }
    }

    private boolean contains(String text) {
        return text.toLowerCase(Locale.ROOT).contains(wanted);
    }
}
