package io.snapdsl.web;

import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotFilter;
import io.snapdsl.engine.history.SnapshotLog;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.tree.ByteText;
import io.snapdsl.engine.tree.Name;
import io.snapdsl.engine.tree.TreeEntry;
import io.snapdsl.engine.tree.TreeEntry.DirectoryEntry;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import io.snapdsl.engine.tree.TreePath;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Looks for a text in a subject's goals, and in the paths and contents of its newest snapshot, in any case. It stops when
 * it has enough or has looked for long enough, and says how far it came, so that it can be asked to go on from there: a
 * page must not wait for a whole store to be read.
 */
public final class SearchRun {
    private static final int MOST = 50;
    private static final int GOALS_LOOKED_AT = 5000;
    private static final long LARGEST_FILE = 1 << 20;

    /** @param number of the line, counted from one */
    public record Line(TreePath path, int number, String text) {}

    /** @param reached the last path that was looked at, if there is more behind it */
    public record Files(List<TreePath> paths, List<Line> lines, Optional<TreePath> reached) {
        public static final Files NONE = new Files(List.of(), List.of(), Optional.empty());

        public boolean isEmpty() {
            return paths.isEmpty() && lines.isEmpty();
        }
    }

    private final StoreView view;
    private final Subject subject;
    private final String wanted;
    private final long deadline;
    private final List<TreePath> paths = new ArrayList<>();
    private final List<Line> lines = new ArrayList<>();
    private Optional<TreePath> reached = Optional.empty();
    private boolean complete = true;

    private SearchRun(StoreView view, Subject subject, String text, Duration patience) {
        this.deadline = System.nanoTime() + patience.toNanos();
        this.view = view;
        this.subject = subject;
        this.wanted = text.toLowerCase(Locale.ROOT);
    }

    /** Among the newest snapshots; where it may go on if there can be more. */
    public static SnapshotLog.Page goals(StoreView view, Subject subject, String text) {
        return new SnapshotLog(view.catalog(), subject)
                .page(
                        Long.MAX_VALUE,
                        MOST,
                        GOALS_LOOKED_AT,
                        Optional.empty(),
                        SnapshotFilter.goal(text).test(view.catalog(), view.trees()));
    }

    /** @param after goes on behind this path; the root to begin */
    public static Files files(StoreView view, Snapshot snapshot, String text, TreePath after, Duration patience) {
        SearchRun run = new SearchRun(view, view.subjectOf(snapshot), text, patience);
        run.visit(snapshot.root(), TreePath.ROOT, after.names());
        return new Files(run.paths, run.lines, run.complete ? Optional.empty() : run.reached);
    }

    /** @param skip the names of the path behind which to begin; none in what lies behind it as a whole */
    private void visit(Hash directory, TreePath at, List<Name> skip) {
        boolean isBehind = skip.isEmpty();
        for (TreeEntry entry : view.trees().tree(directory).entries()) {
            if (!complete) {
                return;
            }
            TreePath path = at.resolve(entry.name());
            if (isBehind) {
                look(entry, path);
            } else if (entry.name().equals(skip.get(0))) {
                isBehind = true;
                if (entry instanceof DirectoryEntry inner) {
                    visit(inner.tree(), path, skip.subList(1, skip.size()));
                }
            }
        }
    }

    private void look(TreeEntry entry, TreePath path) {
        if (reached.isPresent() && (System.nanoTime() > deadline || paths.size() >= MOST || lines.size() >= MOST)) {
            complete = false;
            return;
        }
        reached = Optional.of(path);
        // A name that fits brings not all that is below it; who wants that writes the slash.
        if (contains(wanted.contains("/") ? path.toString() : path.name().toString())) {
            paths.add(path);
        }
        if (entry instanceof DirectoryEntry inner) {
            visit(inner.tree(), path, Collections.emptyList());
        } else if (entry instanceof FileEntry file && file.size() <= LARGEST_FILE) {
            read(file, path);
        }
    }

    private void read(FileEntry file, TreePath path) {
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
