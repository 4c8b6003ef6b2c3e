package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.capture.PathVersion;
import io.snapdsl.engine.capture.Uncovered;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.history.FileHistory;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotLog;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.engine.tree.TreeEntry;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.engine.tree.TreeReader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "history",
        description = "Lists every version of one file, newest first.",
        footer = {"", "Example: snapdsl history src/main.py    then: snapdsl cat ID src/main.py"})
public final class HistoryCommand implements Callable<Integer> {
    @ParentCommand
    private SnapdslCommand snapdsl;

    @Parameters(paramLabel = "PATH", description = "A file or directory.")
    private String file;

    @Option(
            names = "--subject",
            paramLabel = "NAME",
            description = "Of this workspace or container, instead of the current workspace.")
    private Optional<String> name;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "1000",
            description = "At most so many. Default: ${DEFAULT-VALUE}.")
    private int limit;

    @Override
    public Integer call() {
        if (limit < 1) {
            throw new SnapdslException(ErrorCode.USAGE, "--limit " + limit + " lists nothing.", "Give 1 or more.");
        }
        snapdsl.storeToRead();
        Subject subject = snapdsl.choice().existing(name);
        TreePath path = snapdsl.choice().pathIn(subject, file);
        ContentReader content = new ContentReader(snapdsl.store().content());
        TreeReader trees = new TreeReader(content);
        FileHistory history = new FileHistory(snapdsl.store().catalog(), trees, path);
        List<Snapshot> snapshots =
                new SnapshotLog(snapdsl.store().catalog(), subject).newest(limit, Optional.empty(), history::changedIn);
        if (snapshots.isEmpty()) {
            throw new SnapdslException(
                    ErrorCode.UNKNOWN_PATH,
                    "No snapshot of " + subject.name() + " has " + path + ".",
                    "'snapdsl show " + Output.plain(subject.name())
                            + "@latest --files' lists what the newest one holds.");
        }
        Output out = snapdsl.out();
        Map<String, Object> shape = Shapes.path("path", path);
        shape.put(
                "versions",
                snapshots.stream()
                        .map(snapshot -> Shapes.version(version(snapshot, path, content)))
                        .toList());
        out.json(shape);
        for (Snapshot snapshot : snapshots) {
            Snapshot.Facts facts = snapshot.facts();
            out.line(String.format(
                            "%s  %5s  %s  %-16s %s",
                            snapshot.id().shortHex(),
                            "#" + facts.sequence(),
                            out.time(facts.time()),
                            describe(version(snapshot, path, content)),
                            Output.plain(facts.note().goal()))
                    .stripTrailing());
        }
        return 0;
    }

    private PathVersion version(Snapshot snapshot, TreePath path, ContentReader content) {
        return PathVersion.of(snapshot, path, snapdsl.store().catalog(), content);
    }

    private static String describe(PathVersion version) {
        Optional<TreeEntry> entry = version.entry();
        if (entry.isEmpty()) {
            return version.uncovered().map(Uncovered::reason).orElse("deleted");
        }
        if (entry.get() instanceof FileEntry file) {
            return Output.size(file.size());
        }
        return Shapes.kind(entry.get());
    }
}
