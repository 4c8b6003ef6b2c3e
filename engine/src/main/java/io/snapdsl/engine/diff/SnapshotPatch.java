package io.snapdsl.engine.diff;

import io.snapdsl.engine.capture.StateComparison;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.store.Catalog;
import io.snapdsl.engine.tree.TreePath;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import java.util.function.Predicate;

/** What one snapshot changed, as a patch in git's format. */
public final class SnapshotPatch {
    private final Catalog catalog;
    private final ContentReader content;

    public SnapshotPatch(Catalog catalog, ContentReader content) {
        this.catalog = catalog;
        this.content = content;
    }

    /** Its content must still be there. */
    public void write(Snapshot snapshot, OutputStream out) throws IOException {
        write(snapshot, path -> true, out);
    }

    /** Only of some files. */
    public void write(Snapshot snapshot, Predicate<TreePath> wanted, OutputStream out) throws IOException {
        StateComparison changes = StateComparison.between(before(snapshot), snapshot, content);
        GitPatch.write(FileDeltas.among(changes, wanted), content, out);
    }

    /** One that was merged is not shown any more, and so neither is the one before it, if that was merged as well. */
    private Optional<Snapshot> before(Snapshot snapshot) {
        Optional<Snapshot> recorded = snapshot.replacedBy().isPresent()
                ? snapshot.facts().previous().flatMap(catalog::find).filter(previous -> !previous.isRemoved())
                : Optional.empty();
        return recorded.or(() -> catalog.contentBefore(snapshot));
    }
}
