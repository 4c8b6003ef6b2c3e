package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.export.GitExport;
import io.snapdsl.engine.export.GitExport.Exported;
import io.snapdsl.engine.history.Milestone;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.shape.Shapes;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "export",
        description = {
            "Writes a snapshot or a milestone as a commit on a branch of the workspace's git repository.",
            "Your index, work tree and HEAD are not touched, so the branch must not be checked out. The commit goes on "
                    + "top of the branch; a new branch starts at the commit that was checked out when the snapshot was taken.",
            "The commit holds what the snapshot holds and nothing else: files that git tracks but snapshots leave out "
                    + "(see 'snapdsl ignore info'), and submodules, are not in it. Where the workspace is a subdirectory "
                    + "of the repository, the rest of the repository stays as in the parent commit. Git keeps no empty "
                    + "directories, and of a file's mode only whether it is executable."
        },
        footer = {
            "",
            "Examples: snapdsl export @latest --git-commit agent/try-1 -m 'What the agent did'",
            "          snapdsl export 'Parser works' --git-commit parser"
        })
public final class ExportCommand implements Callable<Integer> {
    @ParentCommand
    private SnapdslCommand snapdsl;

    @Parameters(paramLabel = "ID", description = "A snapshot, or a milestone's title.")
    private String id;

    @Option(names = "--git-commit", paramLabel = "BRANCH", required = true, description = "The branch to commit on.")
    private String branch;

    @Option(
            names = "-m",
            paramLabel = "MESSAGE",
            description = "The commit's message. Default: the snapshot's goal or the milestone's title, and the id.")
    private Optional<String> message;

    @Override
    public Integer call() {
        snapdsl.storeToRead();
        Snapshot snapshot = snapdsl.choice().workspaceSnapshot(id);
        Workspace workspace = snapdsl.choice().existingWorkspace(Optional.empty());
        snapdsl.choice().requireOf(workspace, snapshot, "Go to that workspace.");
        Exported exported = new GitExport(snapdsl.store(), snapdsl.clock(), workspace)
                .export(snapshot, branch, message.orElseGet(() -> describe(workspace, snapshot)));
        print(exported, snapshot);
        return 0;
    }

    private String describe(Workspace workspace, Snapshot snapshot) {
        Optional<Milestone> milestone = snapdsl.store().milestones().named(workspace.id(), id.strip());
        String goal = snapshot.note().goal();
        String subject = milestone
                .map(Milestone::title)
                .orElse(goal.isBlank() ? "Snapshot " + snapshot.id().shortHex() + " of " + workspace.name() : goal);
        String about = milestone
                .map(Milestone::description)
                .filter(text -> !text.isBlank())
                .map(text -> "\n\n" + text)
                .orElse("");
        return subject + about + "\n\nSnapdsl-Snapshot: " + snapshot.id().hex() + "\n";
    }

    private void print(Exported exported, Snapshot snapshot) {
        Output out = snapdsl.out();
        out.line(exported.commit() + "  " + Output.count(exported.files(), "file") + " of snapshot "
                + snapshot.id().shortHex() + " on the branch " + Output.plain(exported.branch())
                + exported.parent()
                        .map(parent -> ", after " + parent.substring(0, 10))
                        .orElse(", its first commit"));
        if (exported.emptyDirectories() > 0) {
            out.note("not in the commit, because git keeps none: "
                    + Output.count(exported.emptyDirectories(), "empty directory"));
        }
        if (exported.gitEntries() > 0) {
            out.note("not in the commit, because git allows no such name: "
                    + Output.count(exported.gitEntries(), ".git entry"));
        }
        out.json(Shapes.object(
                "id", snapshot.id().hex(),
                "commit", exported.commit(),
                "branch", exported.branch(),
                "parent", exported.parent().orElse(null),
                "files", exported.files(),
                "emptyDirectories", exported.emptyDirectories(),
                "gitEntries", exported.gitEntries()));
    }
}
