package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.history.Trigger;
import io.snapdsl.engine.restore.Selection;
import io.snapdsl.engine.restore.WorkspaceRestore;
import io.snapdsl.engine.restore.WorkspaceRestore.Report;
import io.snapdsl.engine.restore.WorkspaceRestore.Request;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

@Command(
        name = "restore",
        description = {
            "Brings a snapshot's state back: all of it, or some paths.",
            "What is there now is kept as a snapshot first, only files that differ are touched, and 'snapdsl undo' "
                    + "takes it back.",
            "A workspace whose directory was deleted comes back where it was."
        },
        footer = {
            "",
            "Examples: snapdsl restore @1 --dry-run",
            "          snapdsl restore 3f9a2c src 'docs/*.md'",
            "          snapdsl restore 'yesterday' --to /tmp/as-it-was",
            "          snapdsl restore my-project@latest    (its directory was deleted)",
            "          snapdsl restore --plan undo-last-run --dry-run"
        })
public final class RestoreCommand implements Callable<Integer> {
    @ParentCommand
    private SnapdslCommand snapdsl;

    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", arity = "0..1", paramLabel = "ID", description = "The snapshot.")
    private Optional<String> id = Optional.empty();

    @Parameters(
            index = "1..*",
            paramLabel = "PATH",
            description = "Files, directories or patterns such as 'src/**'. Default: everything.")
    private List<String> paths = List.of();

    @Option(names = "--to", paramLabel = "DIR", description = "Into this new or empty directory instead.")
    private Optional<Path> to;

    @Option(
            names = "--plan",
            paramLabel = "NAME",
            description = "Instead of a snapshot: what the restore plan of that name in a policy says.")
    private Optional<String> plan;

    @Option(
            names = "--policy",
            paramLabel = "FILE",
            description =
                    "The policy that declares the plan. Default: the nearest policy.groovy in the current directory"
                            + " or above it.")
    private Optional<Path> policy;

    @Option(
            names = "--only-if",
            paramLabel = "F",
            description = "Only if it is still the plan that --dry-run has shown with this fingerprint.")
    private Optional<String> fingerprint;

    @Mixin
    private RestoreOptions options;

    @Override
    public Integer call() {
        if (plan.isPresent()) {
            refuse(
                    id.isPresent() || to.isPresent() || fingerprint.isPresent(),
                    "With --plan there is no ID, PATH, --to or --only-if: the plan says all that.");
            return new PlanRestore(snapdsl).run(plan.get(), policy, options);
        }
        refuse(policy.isPresent(), "--policy says where a plan is declared: name the plan with --plan NAME.");
        refuse(id.isEmpty(), "Missing required parameter: 'ID'");
        refuse(
                fingerprint.isPresent() && to.isPresent(),
                "--to overwrites nothing, so there is no plan to hold to: leave --only-if out.");
        refuse(
                fingerprint.filter(text -> !text.matches("[0-9a-f]{64}")).isPresent(),
                "--only-if needs the fingerprint that --dry-run has shown, all 64 digits.");
        refuse(paths.contains(""), "A path is empty; to restore everything, leave it out.");
        return restore(id.get());
    }

    private void refuse(boolean wrong, String message) {
        if (wrong) {
            throw new ParameterException(spec.commandLine(), message);
        }
    }

    private int restore(String expression) {
        Snapshot target = snapdsl.choice().workspaceSnapshot(expression);
        Selection.Request selection =
                snapdsl.choice().selection(snapdsl.choice().subjectOf(target), paths);
        WorkspaceRestore restore = new WorkspaceRestore(snapdsl.store(), snapdsl.clock(), snapdsl.progress());
        if (to.isPresent()) {
            refuse(to.get().toString().isEmpty(), "--to needs a directory.");
            Path directory = snapdsl.directory().resolve(to.get()).normalize();
            Report report = restore.restoreTo(directory, target, selection, options.dryRun);
            return new RestoreAnswer(snapdsl.out(), options.dryRun).print(report, to);
        }
        snapdsl.startChangingFiles();
        Workspace workspace = workspaceOf(target);
        return RestoreAnswer.of(snapdsl, options.dryRun, workspace)
                .named()
                .print(restore.restore(workspace, request(target, selection)), to);
    }

    private Workspace workspaceOf(Snapshot target) {
        // What has been deleted is nowhere where one could go.
        if (snapdsl.choice().subjectOf(target) instanceof Workspace deleted
                && snapdsl.workspaces().deletedAt(deleted.directory()).isPresent()) {
            return deleted;
        }
        Workspace workspace = snapdsl.choice().existingWorkspace(Optional.empty());
        snapdsl.choice()
                .requireOf(workspace, target, "Go to that workspace, or restore to another place with --to DIR.");
        return workspace;
    }

    private Request request(Snapshot target, Selection.Request selection) {
        String what = selection.paths().stream().map(path -> " " + path).collect(Collectors.joining());
        String goal = "restore " + target.id().shortHex() + what;
        return new Request(target, selection, Trigger.RESTORE, goal, options.session(), options.dryRun)
                .onlyIf(fingerprint.map(Hash::fromHex));
    }
}
