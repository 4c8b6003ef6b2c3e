package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.ErrorCode.Outcome;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.capture.WorkspaceCapture;
import io.snapdsl.engine.continuity.OperationRecorder;
import io.snapdsl.engine.continuity.OperationRecorder.Recorded;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.shape.Shapes;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "reset-continuity",
        description = {
            "The last resort when unknown changes keep coming in the way, or the end of the history was damaged: takes "
                    + "what is there for what should be there.",
            "Reads every file again and takes a snapshot of it all; the reason goes into the audit log. Nothing is "
                    + "lost: the history before stays as it is."
        },
        footer = {"", "Example: snapdsl reset-continuity -m 'the backup tool rewrote half of the tree'"})
public final class ResetContinuityCommand implements Callable<Integer> {
    @ParentCommand
    private SnapdslCommand snapdsl;

    @Parameters(arity = "0..1", paramLabel = "SUBJECT", description = "A workspace's name, instead of the current one.")
    private Optional<String> subject;

    @Option(names = "-m", paramLabel = "WHY", required = true, description = "Why, for the audit log.")
    private String reason;

    @Mixin
    private SessionOption session;

    @Override
    public Integer call() {
        if (reason.isBlank()) {
            throw new SnapdslException(
                    ErrorCode.USAGE, "A reset needs a reason.", "Say why: snapdsl reset-continuity -m WHY");
        }
        Workspace workspace = snapdsl.choice().existingWorkspace(subject);
        WorkspaceCapture capture = new WorkspaceCapture(snapdsl.store(), snapdsl.progress());
        Recorded recorded = new OperationRecorder(snapdsl.store(), capture, snapdsl.clock())
                .reset(workspace, reason, session.name());
        Map<String, Object> shape = Shapes.snapshot(recorded.snapshot());
        shape.put("coverage", Shapes.coverage(recorded.coverage()));
        snapdsl.out().json(shape);
        snapdsl.out()
                .line(recorded.snapshot().id().shortHex() + "  snapshot "
                        + recorded.snapshot().sequence() + " of " + Output.plain(workspace.name())
                        + " is what counts now: "
                        + SnapCommand.describe(recorded.snapshot().facts().changes()));
        recorded.coverage().problems().forEach(problem -> snapdsl.out().note(problem.describe()));
        boolean complete = recorded.coverage().isComplete();
        return (complete ? Outcome.DONE : Outcome.DONE_IN_PART).status();
    }
}
