package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.output.ChangeList;
import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.capture.Capturing.Captured;
import io.snapdsl.engine.capture.StateComparison;
import io.snapdsl.engine.capture.WorkspaceCapture;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.shape.PresentShape;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "status",
        description = "Shows what has changed since the newest snapshot.",
        footer = {"", "Example: snapdsl status"})
public final class StatusCommand implements Callable<Integer> {
    @ParentCommand
    private SnapdslCommand snapdsl;

    @Parameters(arity = "0..1", paramLabel = "SUBJECT", description = "A workspace's name, instead of the current one.")
    private Optional<String> subject;

    @Override
    public Integer call() {
        snapdsl.storeToRead();
        Workspace workspace = snapdsl.choice().existingWorkspace(subject);
        Captured present = new WorkspaceCapture(snapdsl.store(), snapdsl.progress()).look(workspace);
        Optional<Snapshot> head = snapdsl.store().catalog().head(workspace.id());
        ChangeList changes = new ChangeList(StateComparison.since(
                head.filter(snapshot -> !snapshot.isRemoved()).map(Snapshot::root),
                present,
                new ContentReader(snapdsl.store().content())));
        boolean clean = changes.isEmpty() && !changes.isUncertain();
        Output out = snapdsl.out();
        out.json(PresentShape.status(
                workspace, snapdsl.storeDirectory(), head, present, clean, changes.shapes(), changes.uncovered()));
        out.line("workspace  " + Output.plain(workspace.name()) + " (" + Output.plain(workspace.directory()) + ")");
        out.line("newest     "
                + head.map(snapshot -> snapshot.id().shortHex() + ", number " + snapshot.sequence() + ", "
                                + out.age(snapshot.facts().time()) + "  "
                                + Output.plain(snapshot.note().goal()))
                        .orElse("no snapshot yet: 'snapdsl snap' takes the first"));
        if (head.isPresent()) {
            String nothing = "Nothing has changed since" + (clean ? "." : ", as far as it can be read.");
            out.line(changes.isEmpty() ? nothing : "Changed since:");
            changes.print(out);
        }
        present.coverage().problems().forEach(problem -> out.note(problem.describe()));
        return 0;
    }
}
