package io.snapdsl.engine.restore;

import io.snapdsl.engine.Failpoint;
import io.snapdsl.engine.Progress;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.content.DamagedContentException;
import io.snapdsl.engine.files.FileStat;
import io.snapdsl.engine.files.IoErrors;
import io.snapdsl.engine.files.NativePaths;
import io.snapdsl.engine.restore.WorkspaceTransition.Problem;
import io.snapdsl.engine.tree.TreeEntry.DirectoryEntry;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import io.snapdsl.engine.tree.TreePath;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.LongAdder;

/**
 * Carries out the steps of a plan below one directory.
 *
 * <p>The order is: delete from the bottom up, make directories from the top down, write files side by side, and last
 * set the directories' own modes and times, which all of that would disturb. A step that fails is reported and does not
 * stop the others; what it concerned was saved in a snapshot before.
 */
final class RestoreApplier {
    static final String NOT_EMPTY = "is kept, because it holds files that no snapshot holds";

    /** Enough to keep every thread busy, and small beside the files themselves. */
    private static final int BATCH = 4_000;

    private final Places places;
    private final FilePlacing placing;
    private final Progress progress;
    private final Queue<Problem> failures = new ConcurrentLinkedQueue<>();
    private final Map<TreePath, DirectoryEntry> finishLast = new LinkedHashMap<>();
    private final LongAdder written = new LongAdder();
    private final LongAdder deleted = new LongAdder();

    /** @param readBack whether every file is read again after it was written, and compared with what it should be */
    RestoreApplier(Path target, ContentReader content, HardLinks links, Progress progress, boolean readBack) {
        this.places = new Places(target);
        this.placing = new FilePlacing(content, links, progress, readBack);
        this.progress = progress;
    }

    /** What was really done, in files and links. */
    record Applied(long written, long deleted, List<Problem> problems) {}

    Applied apply(RestorePlan plan) {
        progress.begin("writing", "file", plan.written() + plan.deleted());
        deleteFiles(plan);
        Failpoint.reach("restore.deleted");
        makeDirectories(plan);
        Failpoint.reach("restore.directories-made");
        writeFiles(plan);
        Failpoint.reach("restore.written");
        setMetadata(plan);
        finishDirectories();
        return new Applied(written.sum(), deleted.sum(), List.copyOf(failures));
    }

    /** Directories come after all that is in them, hence in reverse. */
    private void deleteFiles(RestorePlan plan) {
        Deque<Step.Delete> directories = new ArrayDeque<>();
        plan.forEach(step -> {
            if (step instanceof Step.Delete delete && delete.entry() instanceof DirectoryEntry) {
                directories.push(delete);
            } else if (step instanceof Step.Delete delete) {
                attempt(delete, () -> delete(delete));
            }
        });
        directories.forEach(delete -> attempt(delete, () -> delete(delete)));
    }

    private void delete(Step.Delete step) throws IOException {
        Path file = places.of(step.path());
        FileStat stat = FileStat.of(file);
        if (stat.isDirectory() != step.entry() instanceof DirectoryEntry) {
            throw new IOException("is a " + stat.kind() + " by now");
        }
        Files.delete(file);
        if (!stat.isDirectory()) {
            deleted.increment();
        }
        Failpoint.reach("restore.delete");
    }

    private void makeDirectories(RestorePlan plan) {
        plan.forEach(step -> {
            if (step instanceof Step.MakeDirectory make) {
                attempt(make, () -> {
                    Files.createDirectory(places.of(make.path()));
                    finishLast.put(make.path(), make.entry());
                });
            }
        });
    }

    private void writeFiles(RestorePlan plan) {
        ForkJoinPool pool = new ForkJoinPool(Runtime.getRuntime().availableProcessors());
        List<Step> batch = new ArrayList<>();
        try {
            plan.forEach(step -> {
                if (step instanceof Step.WriteFile || step instanceof Step.MakeLink) {
                    batch.add(step);
                }
                if (batch.size() == BATCH) {
                    writeBatch(batch, pool);
                    batch.clear();
                }
            });
            writeBatch(batch, pool);
        } finally {
            pool.shutdownNow();
        }
    }

    private void writeBatch(List<Step> batch, ForkJoinPool pool) {
        Map<TreePath, List<Step>> perDirectory = new LinkedHashMap<>();
        for (Step step : batch) {
            perDirectory
                    .computeIfAbsent(step.path().parent().orElseThrow(), any -> new ArrayList<>())
                    .add(step);
        }
        pool.submit(() -> perDirectory.entrySet().parallelStream()
                        .forEach(directory -> writeInto(directory.getKey(), directory.getValue())))
                .join();
    }

    private void writeInto(TreePath directory, List<Step> steps) {
        try {
            Path parent = places.directory(directory);
            for (Step step : steps) {
                attempt(
                        step,
                        () -> write(
                                step, NativePaths.resolve(parent, step.path().name())));
            }
        } catch (IOException e) {
            steps.forEach(step -> failures.add(new Problem(step.path(), describe(e))));
        }
    }

    private void write(Step step, Path file) throws IOException {
        boolean replaces = step instanceof Step.WriteFile write ? write.replaces() : ((Step.MakeLink) step).replaces();
        boolean inNewDirectory = finishLast.containsKey(step.path().parent().orElseThrow());
        if (!replaces && !inNewDirectory && exists(file)) {
            throw new IOException("something that no snapshot holds is in its place");
        }
        if (step instanceof Step.MakeLink link) {
            placing.link(link.entry(), file);
        } else if (step instanceof Step.WriteFile write) {
            placing.file(write.entry(), file);
        }
        written.increment();
    }

    private void setMetadata(RestorePlan plan) {
        plan.forEach(step -> {
            if (step instanceof Step.SetMetadata set && set.entry() instanceof DirectoryEntry directory) {
                finishLast.put(set.path(), directory);
            } else if (step instanceof Step.SetMetadata set && set.entry() instanceof FileEntry file) {
                attempt(set, () -> Metadata.set(places.of(set.path()), file.mode(), file.modified()));
            }
        });
    }

    private void finishDirectories() {
        List<TreePath> paths = new ArrayList<>(finishLast.keySet());
        Collections.sort(paths, Collections.reverseOrder());
        for (TreePath path : paths) {
            DirectoryEntry entry = finishLast.get(path);
            attempt(
                    new Step.SetMetadata(path, entry),
                    () -> Metadata.set(places.of(path), entry.mode(), entry.modified()));
        }
    }

    private interface Action {
        void run() throws IOException;
    }

    private void attempt(Step step, Action action) {
        try {
            action.run();
        } catch (IOException e) {
            failures.add(new Problem(step.path(), describe(e)));
        } catch (DamagedContentException e) {
            failures.add(new Problem(step.path(), e.getMessage()));
        }
        progress.advance(1, 0);
    }

    private static String describe(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "is gone, or its directory is";
        }
        if (e instanceof DirectoryNotEmptyException) {
            return NOT_EMPTY;
        }
        return e instanceof FileSystemException ? IoErrors.describe(e) : e.getMessage();
    }

    private static boolean exists(Path file) {
        return Files.exists(file, LinkOption.NOFOLLOW_LINKS);
    }
}
