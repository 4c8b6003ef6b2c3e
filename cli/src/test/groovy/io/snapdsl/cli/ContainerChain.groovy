package io.snapdsl.cli

import io.snapdsl.engine.capture.Coverage
import io.snapdsl.engine.content.ContentReader
import io.snapdsl.engine.content.ContentWriter
import io.snapdsl.engine.content.FileContent
import io.snapdsl.engine.content.Hash
import io.snapdsl.engine.diff.TreeComparison
import io.snapdsl.engine.history.ChangeCounts
import io.snapdsl.engine.history.Note
import io.snapdsl.engine.history.Operation
import io.snapdsl.engine.history.Snapshot
import io.snapdsl.engine.history.Subject
import io.snapdsl.engine.tree.Name
import io.snapdsl.engine.tree.Owner
import io.snapdsl.engine.tree.Tree
import io.snapdsl.engine.tree.TreeEntry
import io.snapdsl.engine.tree.TreeReader
import io.snapdsl.storage.sqlite.SqliteSnapshotStore
import java.nio.file.Path
import java.time.Duration
import java.time.Instant

/** Snapshots of a container, published as a capture does it, without any container. */
class ContainerChain {
    private final Path directory
    private final String name

    ContainerChain(Path directory, String name) {
        this.directory = directory
        this.name = name
    }

    /** @param content of each name: text, a map for a directory, or null for a named pipe */
    String snap(String goal, Map content, Instant time = Instant.now()) {
        SqliteSnapshotStore.open(directory, Duration.ofSeconds(10)).withCloseable { store ->
            publish(store, goal, content, time).id().hex()
        }
    }

    private Snapshot publish(SqliteSnapshotStore store, String goal, Map content, Instant time) {
        Subject.Container box = store.subjects().registerContainer(name, 'an engine', "agent-$name", "id-of-$name")
        Hash root = null
        Hash coverage = null
        new ContentWriter(store.content()).withCloseable { writer ->
            root = tree(content, writer, time)
            coverage = writer.addObject(new Coverage(new Coverage.Totals(2, 2, 0, 100), [], []).encode())
            writer.finish()
        }
        def head = store.catalog().head(box.id())
        def comparison = new TreeComparison(new TreeReader(new ContentReader(store.content())))
        def changes = head.map { comparison.count(it.root(), root) }.orElse(new ChangeCounts(3, 0, 0))
        def snapshot = Snapshot.of(new Snapshot.Facts(box.id(), box.name(), head.map { it.sequence() }.orElse(0L) + 1,
            head.map { it.id() }, time, Note.manual('docker', goal, ''), root, coverage, changes, Optional.empty(), []))
        store.catalog().publish(snapshot,
            new Operation(time, 'snap', Optional.of(box.id()), Optional.of(snapshot.id()), goal))
        snapshot
    }

    private Hash tree(Map content, ContentWriter writer, Instant time) {
        def owner = Optional.of(new Owner(1000, 1000, []))
        writer.addObject(Tree.sorted(content.collect { String key, value ->
            def entry = Name.of(key)
            if (value == null) {
                return new TreeEntry.SpecialEntry(entry, TreeEntry.SpecialEntry.Kind.PIPE, 0644, time, 0, 0, owner)
            }
            if (value instanceof Map) {
                return new TreeEntry.DirectoryEntry(entry, 0755, time, tree(value, writer, time), owner)
            }
            def file = FileContent.of(value.toString().bytes, writer)
            new TreeEntry.FileEntry(entry, 0644, time, file.size(), file.content(), OptionalLong.empty(), owner)
        }).encode())
    }
}
