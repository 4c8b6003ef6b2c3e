package io.snapdsl.engine.diff

import io.snapdsl.engine.content.ContentReader
import io.snapdsl.engine.content.ContentWriter
import io.snapdsl.engine.content.FileContent
import io.snapdsl.engine.content.Hash
import io.snapdsl.engine.files.FileStat
import io.snapdsl.engine.files.NativePaths
import io.snapdsl.engine.store.ContentStore
import io.snapdsl.engine.store.SnapshotStore
import io.snapdsl.engine.tree.Name
import io.snapdsl.engine.tree.Tree
import io.snapdsl.engine.tree.TreeEntry
import io.snapdsl.engine.tree.TreeReader
import io.snapdsl.storage.sqlite.SqliteSnapshotStore
import java.lang.reflect.Proxy
import java.nio.file.Files
import java.nio.file.Path
import java.time.Duration

/** Directories as trees in a store, whole: no rules leave anything out, as they would in a snapshot. */
class StoredTrees implements AutoCloseable {
    private final SnapshotStore store
    final ContentReader reader
    final FileDeltas deltas

    StoredTrees(Path directory) {
        store = SqliteSnapshotStore.open(directory, Duration.ofSeconds(5))
        reader = new ContentReader(store.content())
        deltas = new FileDeltas(new TreeComparison(new TreeReader(reader)))
    }

    /** Stores a directory of the file system and names its tree. */
    Hash add(Path directory) {
        new ContentWriter(store.content()).withCloseable { writer ->
            Hash tree = addTree(directory, writer)
            writer.finish()
            tree
        }
    }

    /** How many chunks are looked up to compare two trees. */
    int reads(Hash before, Hash after) {
        int found = 0
        def counting = Proxy.newProxyInstance(getClass().classLoader, [ContentStore] as Class[]) { proxy, method, arguments ->
            if (method.name == 'locate') found++
            method.invoke(store.content(), arguments)
        }
        new TreeComparison(new TreeReader(new ContentReader(counting))).changes(before, after)
        found
    }

    List<Change> changes(Hash before, Hash after) {
        new TreeComparison(new TreeReader(reader)).changes(before, after)
    }

    Hash edit(Hash tree, List<Change> changes) {
        new ContentWriter(store.content()).withCloseable { writer ->
            Hash edited = new TreeEditor(new TreeReader(reader), writer).apply(tree, changes)
            writer.finish()
            edited
        }
    }

    List<String> paths(Hash tree) {
        List<String> paths = []
        new TreeComparison(new TreeReader(reader))
            .compare(Optional.empty(), Optional.of(tree)) { change -> paths << change.path().toString() }
        paths
    }

    byte[] patch(Hash before, Hash after) {
        ByteArrayOutputStream out = new ByteArrayOutputStream()
        GitPatch.write(deltas.between(before, after), reader, out)
        out.toByteArray()
    }

    @Override
    void close() {
        store.close()
    }

    private static Hash addTree(Path directory, ContentWriter writer) {
        List<TreeEntry> entries = Files.newDirectoryStream(directory).withCloseable { paths ->
            paths.collect { entry(it, writer) }
        }
        writer.addObject(Tree.sorted(entries).encode())
    }

    private static TreeEntry entry(Path path, ContentWriter writer) {
        Name name = NativePaths.name(path)
        FileStat stat = FileStat.of(path)
        if (stat.isSymbolicLink()) {
            return new TreeEntry.SymlinkEntry(name, NativePaths.linkTarget(Files.readSymbolicLink(path)))
        }
        if (stat.isDirectory()) {
            return new TreeEntry.DirectoryEntry(name, stat.mode(), stat.modified(), addTree(path, writer))
        }
        FileContent file = FileContent.read(path, writer)
        new TreeEntry.FileEntry(name, stat.mode(), stat.modified(), file.size(), file.content(), OptionalLong.empty())
    }
}
