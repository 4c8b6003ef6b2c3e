package io.snapdsl.bench;

import io.snapdsl.engine.capture.Coverage;
import io.snapdsl.engine.content.Content;
import io.snapdsl.engine.content.ContentWriter;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.history.ChangeCounts;
import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.history.Operation;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.history.Workspaces;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.tree.Name;
import io.snapdsl.engine.tree.Tree;
import io.snapdsl.engine.tree.TreeEntry;
import io.snapdsl.engine.tree.TreeEntry.DirectoryEntry;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import io.snapdsl.storage.sqlite.SqliteSnapshotStore;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Builds a long chain for bench/scale: a workspace of 400 small files of which each snapshot changes one, five minutes
 * apart, the last one now. Each is stored and published as a capture does it, only without looking at a disk.
 */
public final class ChainBuilder {
    private static final int DIRECTORIES = 20;
    private static final int FILES = 20;
    private static final Duration APART = Duration.ofMinutes(5);

    private final SnapshotStore store;
    private final Workspace workspace;
    private final TreeEntry[][] files = new TreeEntry[DIRECTORIES][FILES];
    private final TreeEntry[] directories = new TreeEntry[DIRECTORIES];

    private ChainBuilder(SnapshotStore store, Workspace workspace) {
        this.store = store;
        this.workspace = workspace;
    }

    /** Store, workspace, number of snapshots. */
    public static void main(String[] args) {
        try (SnapshotStore store = SqliteSnapshotStore.open(Path.of(args[0]), Duration.ofSeconds(10))) {
            Workspace workspace = new Workspaces(store, Path.of("/nonexistent"))
                    .register(Path.of(args[1]), false)
                    .workspace();
            new ChainBuilder(store, workspace).build(Integer.parseInt(args[2]));
        }
    }

    private void build(int count) {
        Instant first = Instant.now().minus(APART.multipliedBy(count - 1L));
        Optional<Snapshot> previous = Optional.empty();
        for (int i = 0; i < count; i++) {
            Instant time = first.plus(APART.multipliedBy(i));
            previous = Optional.of(publish(previous, time, i));
        }
    }

    private Snapshot publish(Optional<Snapshot> previous, Instant time, int number) {
        Hash root;
        Hash coverage;
        try (ContentWriter content = new ContentWriter(store.content())) {
            if (number == 0) {
                for (int file = 0; file < DIRECTORIES * FILES; file++) {
                    change(file, time, number, content);
                }
            } else {
                change(number % (DIRECTORIES * FILES), time, number, content);
            }
            root = content.addObject(Tree.sorted(List.of(directories)).encode());
            Coverage.Totals totals = new Coverage.Totals(DIRECTORIES * FILES, DIRECTORIES, 0, 100_000L + number);
            coverage = content.addObject(new Coverage(totals, List.of(), List.of()).encode());
            content.finish();
        }
        Snapshot snapshot = Snapshot.of(new Snapshot.Facts(
                workspace.id(),
                workspace.name(),
                number + 1L,
                previous.map(Snapshot::id),
                time,
                Note.manual("bench", "change " + number, "session-" + number / 50),
                root,
                coverage,
                number == 0 ? new ChangeCounts(DIRECTORIES * FILES, 0, 0) : new ChangeCounts(0, 1, 0),
                Optional.empty(),
                List.of()));
        store.catalog()
                .publish(
                        snapshot,
                        new Operation(
                                time,
                                "snap",
                                Optional.of(workspace.id()),
                                Optional.of(snapshot.id()),
                                "change " + number));
        return snapshot;
    }

    private void change(int file, Instant time, int number, ContentWriter content) {
        byte[] bytes = ("file " + file + ", change " + number + "\n").repeat(10).getBytes(StandardCharsets.UTF_8);
        Hash hash = Hash.of(bytes);
        content.chunk(hash, bytes, 0, bytes.length);
        int directory = file / FILES;
        files[directory][file % FILES] = new FileEntry(
                Name.of("file-" + file % FILES), 0644, time, bytes.length, Content.whole(hash), OptionalLong.empty());
        if (Arrays.stream(files[directory]).allMatch(entry -> entry != null)) {
            List<TreeEntry> entries = new ArrayList<>(List.of(files[directory]));
            Hash tree = content.addObject(Tree.sorted(entries).encode());
            directories[directory] = new DirectoryEntry(Name.of("directory-" + directory), 0755, time, tree);
        }
    }
}
