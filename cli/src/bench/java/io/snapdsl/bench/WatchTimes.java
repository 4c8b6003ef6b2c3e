package io.snapdsl.bench;

import io.snapdsl.engine.Progress;
import io.snapdsl.engine.capture.WatchedCapture;
import io.snapdsl.engine.continuity.OperationRecorder;
import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.history.Trigger;
import io.snapdsl.engine.history.Workspaces;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.storage.sqlite.SqliteSnapshotStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * For bench/watch: takes a snapshot after each of many edits, in a process that watches the tree, and prints how many
 * nanoseconds each took, a line each. The tree is changed: one line more in a file by each edit.
 */
public final class WatchTimes {
    private static final int SEED = 1;

    private WatchTimes() {}

    /** Store, tree, number of edits. */
    public static void main(String[] args) throws IOException {
        Path tree = Path.of(args[1]).toRealPath();
        List<Path> files;
        try (Stream<Path> all = Files.walk(tree)) {
            files = all.filter(file -> file.toString().endsWith(".c")).collect(Collectors.toList());
        }
        Random random = new Random(SEED);
        try (SnapshotStore store = SqliteSnapshotStore.open(Path.of(args[0]), Duration.ofSeconds(10))) {
            Workspace workspace = new Workspaces(store, Path.of("/nonexistent"))
                    .register(tree, false)
                    .workspace();
            try (WatchedCapture capture = new WatchedCapture(store, workspace, Progress.NONE, () -> {})) {
                OperationRecorder recorder = new OperationRecorder(store, capture, Clock.systemUTC());
                recorder.record(workspace, note(), false);
                for (int left = Integer.parseInt(args[2]); left > 0; left--) {
                    Path file = files.get(random.nextInt(files.size()));
                    Files.writeString(file, "/* edit " + left + " */\n", StandardOpenOption.APPEND);
                    long start = System.nanoTime();
                    boolean taken = recorder.recordIfChanged(workspace, note()).isPresent();
                    System.out.println(System.nanoTime() - start);
                    if (!taken) {
                        throw new IllegalStateException("the edit of " + file + " was not seen");
                    }
                }
            }
        }
    }

    private static Note note() {
        return Note.of(Trigger.ACTION, "bench", "", "");
    }
}
