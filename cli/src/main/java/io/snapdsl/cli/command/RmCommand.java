package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.retention.Removal;
import io.snapdsl.engine.retention.Removal.Removed;
import io.snapdsl.engine.shape.RetentionShape;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "rm",
        description = {
            "Removes snapshots and gives back the space that no other needs.",
            "Their entries stay in the log, so that the history can still be checked. Works on a full disk."
        },
        footer = {"", "Example: snapdsl rm @10 @11 -m 'held a secret'"})
public final class RmCommand implements Callable<Integer> {
    @ParentCommand
    private SnapdslCommand snapdsl;

    @Parameters(arity = "1..*", paramLabel = "ID", description = "The snapshots.")
    private List<String> ids;

    @Option(names = "-m", paramLabel = "REASON", defaultValue = "", description = "Why, for the audit log.")
    private String reason;

    @Override
    public Integer call() {
        List<Snapshot> snapshots =
                ids.stream().map(snapdsl.choice()::snapshot).distinct().toList();
        Removed removed = new Removal(snapdsl.store(), snapdsl.clock(), snapdsl.progress()).remove(snapshots, reason);
        snapdsl.out()
                .line("Removed " + Output.count(snapshots.size(), "snapshot")
                        + ofOthers(snapshots, snapdsl.choice().around())
                        + "; the store is "
                        + Output.size(removed.bytesFreed()) + " smaller.");
        snapdsl.out().json(RetentionShape.removed(snapshots, removed.bytesFreed()));
        EngineImages.sweep(snapdsl, snapshots.stream().map(Snapshot::subjectId).toList());
        return 0;
    }

    /** An id is found in the whole store, so whose snapshot it was is said when it was not one of these. */
    private static String ofOthers(List<Snapshot> snapshots, Optional<Workspace> here) {
        if (here.filter(one -> snapshots.stream()
                        .allMatch(snapshot -> snapshot.subjectId().equals(one.id())))
                .isPresent()) {
            return "";
        }
        return snapshots.stream()
                .map(snapshot -> "'" + Output.plain(snapshot.facts().subject()) + "'")
                .distinct()
                .collect(Collectors.joining(" and ", " of ", ""));
    }
}
