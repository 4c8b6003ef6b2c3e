package io.snapdsl.web.page;

import io.snapdsl.engine.capture.StateComparison;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.diff.FileDeltas;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.http.Query;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Differences of trees for pages. Two trees never differ otherwise than they did, and to compare a hundred thousand files
 * takes its time: so those that were looked at last are kept.
 */
final class DiffViews {
    private static final int KEPT = 60;

    /** @param here the page's address, which says which files and which layout */
    private record Key(Optional<Hash> before, Hash after, Hash coverage, String here, boolean sideBySide) {}

    private final StoreView view;
    private final Map<Key, DiffView> last = Collections.synchronizedMap(new LinkedHashMap<>(KEPT, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, DiffView> eldest) {
            return size() > KEPT;
        }
    });

    DiffViews(StoreView view) {
        this.view = view;
    }

    /**
     * @param before nothing for a first snapshot
     * @param wanted which files; the address {@code here} has to say the same
     */
    DiffView of(Optional<Snapshot> before, Snapshot after, Predicate<TreePath> wanted, Query query, String here)
            throws IOException {
        Key key = new Key(
                before.map(Snapshot::root), after.root(), after.facts().coverage(), here, DiffView.isSideBySide(query));
        DiffView known = last.get(key);
        if (known != null) {
            return known;
        }
        DiffView made = DiffView.of(
                FileDeltas.among(StateComparison.between(before, after, view.content()), wanted),
                view.content(),
                query,
                here);
        last.put(key, made);
        return made;
    }
}
