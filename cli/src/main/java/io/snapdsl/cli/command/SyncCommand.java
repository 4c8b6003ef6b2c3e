package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.output.ChangeList;
import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.ErrorCode.Outcome;
import io.snapdsl.engine.capture.Capturing.Captured;
import io.snapdsl.engine.capture.Coverage;
import io.snapdsl.engine.capture.Extent;
import io.snapdsl.engine.capture.StateComparison;
import io.snapdsl.engine.capture.WorkspaceCapture;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.history.ChainLink;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.shape.PresentShape;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "sync",
        description = {
            "Checks that the workspace is as its newest snapshot says. Ends with 0 if it is, with 4 if it isn't,",
            "with 3 if nothing differs, but files that the snapshot holds can't be read.",
            "With --json every file that differs comes with the hash that was expected and the one that was found."
        },
        footer = {"", "Example: snapdsl sync && make release"})
public final class SyncCommand implements Callable<Integer> {
    private static final String EITHER_WAY = "'snapdsl snap' takes the changes in, 'snapdsl undo' takes them back";

    @ParentCommand
    private SnapdslCommand snapdsl;

    @Parameters(arity = "0..1", paramLabel = "SUBJECT", description = "A workspace's name, instead of the current one.")
    private Optional<String> subject;

    @Override
    public Integer call() {
        snapdsl.storeToRead();
        Workspace workspace = snapdsl.choice().existingWorkspace(subject);
        ChainLink.requireSound(snapdsl.store().catalog(), workspace.id());
        Snapshot head = snapdsl.choice().snapshot("@latest", workspace);
        Captured present = new WorkspaceCapture(snapdsl.store(), snapdsl.progress()).look(workspace);
        ContentReader content = new ContentReader(snapdsl.store().content());
        ChangeList changes = new ChangeList(StateComparison.since(Optional.of(head.root()), present, content));
        present.coverage().problems().forEach(problem -> snapdsl.out().note(problem.describe()));
        if (changes.isEmpty()) {
            return match(workspace, head, changes);
        }
        Coverage coverage = Coverage.decode(content.chunk(head.facts().coverage()));
        return mismatch(workspace, head, changes, hint(changes, Extent.of(coverage)));
    }

    private int match(Workspace workspace, Snapshot head, ChangeList changes) {
        boolean certain = !changes.isUncertain();
        snapdsl.out().json(shape(workspace, head, changes));
        snapdsl.out()
                .line((certain
                                ? "The workspace is as snapshot "
                                : "As far as it can be read, the workspace is as snapshot ")
                        + head.id().shortHex() + " has it.");
        changes.print(snapdsl.out());
        return (certain ? Outcome.DONE : Outcome.DONE_IN_PART).status();
    }

    /** What could not be read then is not the snapshot's to take back. */
    private static String hint(ChangeList changes, Extent extent) {
        long beyond = changes.count(change -> extent.problem(change.path()).isPresent());
        if (beyond == 0) {
            return EITHER_WAY + ".";
        }
        return beyond == changes.size()
                ? "'snapdsl snap' takes the changes in. They can't be taken back: the snapshot could not read what was there."
                : EITHER_WAY + ", but for what the snapshot could not read.";
    }

    private int mismatch(Workspace workspace, Snapshot head, ChangeList changes, String hint) {
        Output out = snapdsl.out();
        String code = ErrorCode.STATE_MISMATCH.name();
        String message = "The workspace " + workspace.name() + " is not as its newest snapshot "
                + head.id().shortHex() + " has it.";
        changes.print(out);
        out.error(code, message, hint, shape(workspace, head, changes));
        return ErrorCode.STATE_MISMATCH.outcome().status();
    }

    private static Map<String, Object> shape(Workspace workspace, Snapshot head, ChangeList changes) {
        return PresentShape.sync(
                workspace,
                head,
                changes.isEmpty() && !changes.isUncertain(),
                changes.shapes("expected", "found"),
                changes.uncovered());
    }
}
