package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.revert.Resolution;
import io.snapdsl.engine.revert.What;
import io.snapdsl.engine.revert.WorkspaceRevert;
import io.snapdsl.engine.revert.WorkspaceRevert.Request;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "revert",
        description = {
            "Takes back what some snapshots, or one agent run, changed, and keeps everything that came later.",
            "Where the same lines or the same file were changed again since, nothing is done, unless you say how to "
                    + "decide that. What a run did is what its snapshots hold, without the changes that nobody had "
                    + "announced and that were saved on the way, unless it took them over by announcing them later. "
                    + "'snapdsl undo' takes a revert back."
        },
        footer = {
            "",
            "Examples: snapdsl revert 3f9a2c --dry-run",
            "          snapdsl revert --session run-7 --ours -m 'the run went wrong'"
        })
public final class RevertCommand implements Callable<Integer> {
    @ParentCommand
    private SnapdslCommand snapdsl;

    @Parameters(arity = "0..*", paramLabel = "ID", description = "The snapshots.")
    private List<String> ids = List.of();

    @Option(names = "--session", paramLabel = "S", description = "All snapshots of this agent run instead.")
    private Optional<String> session;

    @Option(
            names = "--in-session",
            paramLabel = "S",
            defaultValue = SessionDefault.ENVIRONMENT,
            description = "The agent run that the revert itself belongs to. Default: $SNAPDSL_SESSION.")
    private String ownSession;

    @Option(names = "-m", paramLabel = "REASON", defaultValue = "", description = "Why, for the history.")
    private String reason;

    @Option(names = "--dry-run", description = "Only show what would be done.")
    private boolean dryRun;

    @ArgGroup
    private Choice choice = new Choice();

    /** At most one of them. */
    private static final class Choice {
        @Option(names = "--ours", description = "In a conflict, keep what is there now.")
        private boolean ours;

        @Option(names = "--theirs", description = "In a conflict, take what was there before the reverted snapshot.")
        private boolean theirs;

        @Option(
                names = "--merge-markers",
                description = "In a conflict, write both versions of the lines into the file, between git's markers. "
                        + "What is no text stays as it is now.")
        private boolean mergeMarkers;

        Optional<Resolution> resolution() {
            if (ours) return Optional.of(Resolution.OURS);
            if (theirs) return Optional.of(Resolution.THEIRS);
            return mergeMarkers ? Optional.of(Resolution.MERGE_MARKERS) : Optional.empty();
        }
    }

    @Override
    public Integer call() {
        What what = what();
        Workspace workspace = snapdsl.choice().existingWorkspace(Optional.empty());
        if (what instanceof What.Snapshots named) {
            named.all()
                    .forEach(snapshot -> snapdsl.choice()
                            .requireOf(workspace, snapshot, "Go to that workspace to take its changes back."));
        }
        Request request = new Request(what, choice.resolution(), reason, SessionDefault.checked(ownSession), dryRun);
        snapdsl.startChangingFiles();
        WorkspaceRevert revert = new WorkspaceRevert(snapdsl.store(), snapdsl.clock(), snapdsl.progress());
        return new RevertAnswer(
                        snapdsl.out(),
                        RestoreAnswer.place(snapdsl, workspace),
                        dryRun,
                        revert.revert(workspace, request))
                .print();
    }

    private What what() {
        if (ids.isEmpty() == session.filter(name -> !name.isEmpty()).isEmpty()) {
            throw new SnapdslException(
                    ErrorCode.USAGE,
                    "Either snapshots or a session is taken back.",
                    "Write 'snapdsl revert ID…' or 'snapdsl revert --session S'.");
        }
        return ids.isEmpty()
                ? new What.Session(snapdsl.sessions().find(session.get()).id())
                : new What.Snapshots(
                        ids.stream().map(snapdsl.choice()::workspaceSnapshot).toList());
    }
}
