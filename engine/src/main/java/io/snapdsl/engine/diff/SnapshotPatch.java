package io.snapdsl.engine.diff;

import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.store.Catalog;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.engine.tree.TreeReader;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import java.util.function.Predicate;

/** What one snapshot changed, as a patch in git's format. */
public final class SnapshotPatch {
    private final Catalog catalog;
    private final ContentReader content;
    private final FileDeltas deltas;

    public SnapshotPatch(Catalog catalog, ContentReader content) {
        this.catalog = catalog;
        this.content = content;
        this.deltas = new FileDeltas(new TreeComparison(new TreeReader(content)));
    }

    /** Its content must still be there. */
    public void write(Snapshot snapshot, OutputStream out) throws IOException {
        write(snapshot, path -> true, out);
    }

    /** Only of some files. */
    public void write(Snapshot snapshot, Predicate<TreePath> wanted, OutputStream out) throws IOException {
        Optional<Hash> before = before(snapshot).map(Snapshot::root);
        GitPatch.write(deltas.between(before, Optional.of(snapshot.root()), wanted), content, out);
    }

    /** One that was merged is not shown any more, and so neither is the one before it, if that was merged as well. */
    private Optional<Snapshot> before(Snapshot snapshot) {
        Optional<Snapshot> recorded = snapshot.replacedBy().isPresent()
                ? snapshot.facts().previous().flatMap(catalog::find).filter(previous -> !previous.isRemoved())
                : Optional.empty();
        return recorded.or(() -> catalog.contentBefore(snapshot));
    }
}
