package io.snapdsl.engine.capture;

import io.snapdsl.engine.capture.Coverage.Totals;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.diff.TreeComparison;
import io.snapdsl.engine.tree.TreeEntry;
import io.snapdsl.engine.tree.TreeEntry.DirectoryEntry;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import java.util.Optional;

/**
 * The coverage of a tree that was made from a captured one: the same rules and problems, with totals of its own. They
 * are counted by what differs, which is far less than all there is.
 */
public final class EditedCoverage {
    private long files;
    private long directories;
    private long links;
    private long bytes;

    private EditedCoverage() {}

    public static Coverage of(Hash edited, Hash captured, Coverage coverage, TreeComparison comparison) {
        EditedCoverage difference = new EditedCoverage();
        comparison.compare(captured, edited, change -> {
            difference.add(change.before(), -1);
            difference.add(change.after(), 1);
        });
        return new Coverage(difference.addedTo(coverage.captured()), coverage.leftOut(), coverage.problems());
    }

    private void add(Optional<TreeEntry> entry, int sign) {
        if (entry.isEmpty()) {
            return;
        }
        if (entry.get() instanceof FileEntry file) {
            files += sign;
            bytes += sign * file.size();
        } else if (entry.get() instanceof DirectoryEntry) {
            directories += sign;
        } else {
            links += sign;
        }
    }

    private Totals addedTo(Totals totals) {
        return new Totals(
                totals.files() + files,
                totals.directories() + directories,
                totals.links() + links,
                totals.bytes() + bytes);
    }
}
