package io.snapdsl.engine.restore;

import static java.time.temporal.ChronoUnit.SECONDS;

import io.snapdsl.engine.Failpoint;
import io.snapdsl.engine.Progress;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.content.DamagedContentException;
import io.snapdsl.engine.content.FileContent;
import io.snapdsl.engine.files.FileStat;
import io.snapdsl.engine.files.IoErrors;
import io.snapdsl.engine.files.NativePaths;
import io.snapdsl.engine.files.PartialFiles;
import io.snapdsl.engine.restore.WorkspaceTransition.Problem;
import io.snapdsl.engine.tree.Name;
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
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
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
 * set the directories' own modes and times, which all of that would disturb. A file is written under a temporary name
 * and renamed, so at every instant each path holds either its old content or its new. A step that fails is reported
 * and does not stop the others; what it concerned was saved in a snapshot before.
 *
 * <p>Nothing is ever written through a symbolic link: before a directory is entered, every component below the target
 * is checked to be a real directory. (Java's SecureDirectoryStream would check and open in one step, but it can make
 * neither directories nor links; see docs/decisions/004.)
 */
final class RestoreApplier {
    /** Enough to keep every thread busy, and small beside the files themselves. */
    private static final int BATCH = 4_000;

    private final Path target;
    private final ContentReader content;
    private final Progress progress;
    private final boolean readBack;
    private final Queue<Problem> failures = new ConcurrentLinkedQueue<>();
    private final Map<TreePath, DirectoryEntry> finishLast = new LinkedHashMap<>();
    private final HardLinks links;
    private final LongAdder written = new LongAdder();
    private final LongAdder deleted = new LongAdder();

    /** @param readBack whether every file is read again after it was written, and compared with what it should be */
    RestoreApplier(Path target, ContentReader content, HardLinks links, Progress progress, boolean readBack) {
        this.readBack = readBack;
        this.links = links;
        this.target = target;
        this.content = content;
        this.progress = progress;
    }

    /** What was really done. */
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
        Path file = checked(step.path());
        FileStat stat = FileStat.of(file);
        if (stat.isDirectory() != step.entry() instanceof DirectoryEntry) {
            throw new IOException("is a " + stat.kind() + " by now");
        }
        Files.delete(file);
        deleted.increment();
        Failpoint.reach("restore.delete");
    }

    private void makeDirectories(RestorePlan plan) {
        plan.forEach(step -> {
            if (step instanceof Step.MakeDirectory make) {
                attempt(make, () -> {
                    Files.createDirectory(checked(make.path()));
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
            Path parent = checkedDirectory(directory);
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
            replace(
                    file,
                    partial -> Files.createSymbolicLink(
                            partial, NativePaths.path(link.entry().target())));
            return;
        }
        FileEntry entry = ((Step.WriteFile) step).entry();
        if (entry.linkGroup().isEmpty()) {
            replace(file, partial -> writeFile(entry, partial));
            return;
        }
        links.place(entry.linkGroup().getAsLong(), file, linkTo -> {
            if (linkTo.isPresent()) {
                replace(file, partial -> Files.createLink(partial, linkTo.get()));
            } else {
                replace(file, partial -> writeFile(entry, partial));
            }
        });
    }

    private interface Making {
        void at(Path partial) throws IOException;
    }

    private void replace(Path file, Making making) throws IOException {
        Path partial = PartialFiles.beside(file);
        try {
            making.at(partial);
            Failpoint.reach("restore.before-rename");
            Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
            Failpoint.reach("restore.after-rename");
            written.increment();
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(partial);
            throw e;
        }
    }

    private void writeFile(FileEntry entry, Path partial) throws IOException {
        long size = FileWriting.write(content, entry.content(), partial);
        Failpoint.reach("restore.content-written");
        if (readBack
                && !FileContent.read(partial, FileContent.Sink.NONE).content().equals(entry.content())) {
            throw new IOException("reads back differently from what was written");
        }
        setMetadata(partial, entry.mode(), entry.modified());
        progress.advance(0, size);
    }

    private void setMetadata(RestorePlan plan) {
        plan.forEach(step -> {
            if (step instanceof Step.SetMetadata set && set.entry() instanceof DirectoryEntry directory) {
                finishLast.put(set.path(), directory);
            } else if (step instanceof Step.SetMetadata set && set.entry() instanceof FileEntry file) {
                attempt(set, () -> setMetadata(checked(set.path()), file.mode(), file.modified()));
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
                    () -> setMetadata(checked(path), entry.mode(), entry.modified()));
        }
    }

    private static void setMetadata(Path path, int mode, Instant modified) throws IOException {
        FileStat stat = FileStat.of(path);
        if (stat.isSymbolicLink()) {
            throw new IOException("is a symbolic link by now");
        }
        // The time first: a file without read permission can't be opened, which setting its time needs.
        if (!stat.modified().equals(modified)) {
            // Before 1970 Java can set whole seconds only; given a fraction it would silently set 1970 itself.
            boolean whole = modified.getEpochSecond() < 0;
            Files.setLastModifiedTime(path, FileTime.from(whole ? modified.truncatedTo(SECONDS) : modified));
        }
        if (stat.mode() != mode) {
            Files.setAttribute(path, "unix:mode", mode);
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
            return "is kept, because it holds files that no snapshot holds";
        }
        return e instanceof FileSystemException ? IoErrors.describe(e) : e.getMessage();
    }

    private Path checked(TreePath path) throws IOException {
        return NativePaths.resolve(checkedDirectory(path.parent().orElseThrow()), path.name());
    }

    /** The place on disk, after making sure that no component on the way is a symbolic link out of the target. */
    private Path checkedDirectory(TreePath directory) throws IOException {
        Path current = target;
        for (Name name : directory.names()) {
            current = NativePaths.resolve(current, name);
            if (!FileStat.of(current).isDirectory()) {
                throw new IOException("is not touched, because " + current + " is not a directory");
            }
        }
        return current;
    }

    private static boolean exists(Path file) {
        return Files.exists(file, LinkOption.NOFOLLOW_LINKS);
    }
}
