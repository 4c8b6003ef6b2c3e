package io.snapdsl.cli

import groovy.transform.Canonical
import io.snapdsl.engine.content.ContentReader
import io.snapdsl.engine.diff.TreeComparison
import io.snapdsl.engine.history.Snapshot
import io.snapdsl.engine.history.SubjectId
import io.snapdsl.engine.store.SnapshotStore
import io.snapdsl.engine.tree.TreeEntry
import io.snapdsl.engine.tree.TreeReader
import java.nio.charset.StandardCharsets

/** Looks for states of files in a chain, in their order: through all of it once, for a question per state would take hours. */
class KeptStates {
    /** What a file was in a snapshot; null where it was not there. */
    @Canonical
    static class State {
        String file
        String snapshot
        String text
    }

    /** By the files' names, oldest first; null where one was not there. */
    final Map<String, List<String>> expected
    final List<State> found = []
    private final Map<String, Integer> next = [:].withDefault { 0 }

    KeptStates(Map<String, List<String>> expected) {
        this.expected = expected
    }

    void look(SnapshotStore store, SubjectId subject) {
        def content = new ContentReader(store.content())
        def comparison = new TreeComparison(new TreeReader(content))
        Snapshot before = null
        store.catalog().page(subject, Long.MAX_VALUE, Integer.MAX_VALUE).reverse().each { snapshot ->
            if (before?.root() != snapshot.root()) {
                comparison.changes(Optional.ofNullable(before?.root()), snapshot.root()).each { change ->
                    if (expected.containsKey(change.path().toString())) {
                        see(change.path().toString(), snapshot, change.after().map { text(content, it) }.orElse(null))
                    }
                }
            }
            before = snapshot
        }
    }

    private void see(String file, Snapshot snapshot, String text) {
        def states = expected[file]
        if (next[file] < states.size() && states[next[file]] == text) {
            next[file]++
            found << new State(file, snapshot.id().hex(), text)
        }
    }

    private static String text(ContentReader content, TreeEntry entry) {
        def bytes = new ByteArrayOutputStream()
        content.copy((entry as TreeEntry.FileEntry).content(), bytes)
        bytes.toString(StandardCharsets.ISO_8859_1)
    }

    void assertWhole() {
        expected.each { file, states ->
            assert next[file] == states.size(): "$file: of ${states.size()} states, in their order, only the first ${next[file]} are there"
        }
    }

    List<State> sample(int count, Random random) {
        def all = new ArrayList<State>(found)
        Collections.shuffle(all, random)
        all.take(count)
    }
}
