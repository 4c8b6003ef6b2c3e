package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.history.ChangeCounts;
import io.snapdsl.engine.history.Milestone;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.milestone.MilestoneChanges;
import io.snapdsl.engine.milestone.MilestoneContents;
import io.snapdsl.engine.milestone.Span;
import io.snapdsl.engine.shape.MilestoneShape;
import io.snapdsl.engine.shape.Shapes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

@Command(
        name = "milestone",
        description = {
            "Names stretches of a workspace's history. Each begins where the one before it ended, so that none is left out.",
            "A title works wherever a snapshot's id does, and stands for the last snapshot of its milestone."
        },
        synopsisSubcommandLabel = "(create | list | show | rm)",
        footer = {"", "Example: snapdsl milestone create 'Parser works'    later: snapdsl restore 'Parser works'"})
public final class MilestoneCommand implements Runnable {
    @ParentCommand
    private SnapdslCommand snapdsl;

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Say which: create, list, show or rm.");
    }

    @Command(
            description = {
                "Makes a milestone: of the snapshots that are named, of a range, or of all since the one before.",
                "Its snapshots can't be removed from then on."
            },
            footer = {
                "",
                "Examples: snapdsl milestone create 'Parser works' -d 'All tests pass' --tag release",
                "          snapdsl milestone create 'First draft' --to @3"
            })
    int create(
            @Parameters(index = "0", paramLabel = "TITLE", description = "What to call it.") String title,
            @Parameters(
                            index = "1..*",
                            arity = "0..*",
                            paramLabel = "ID",
                            description = "Exactly these snapshots, one after the other in the history.")
                    List<String> ids,
            @Option(
                            names = "--from",
                            paramLabel = "ID",
                            description = "The first. Default: the one after the milestone before, or the very first.")
                    Optional<String> from,
            @Option(names = "--to", paramLabel = "ID", description = "The last. Default: the newest.")
                    Optional<String> to,
            @Option(names = "-d", paramLabel = "TEXT", defaultValue = "", description = "What it is about.")
                    String description,
            @Option(names = "--tag", paramLabel = "T", description = "A word to mark it with; may be repeated.")
                    List<String> tags) {
        Span span = span(ids == null ? List.of() : ids, from, to);
        Workspace workspace = snapdsl.choice().existingWorkspace(Optional.empty());
        MilestoneChanges.Label label = new MilestoneChanges.Label(title, description, tags == null ? List.of() : tags);
        Milestone milestone = new MilestoneChanges(snapdsl.store(), snapdsl.clock()).create(workspace, label, span);
        snapdsl.out()
                .line("Milestone '" + milestone.title() + "': "
                        + Output.count(contents().snapshots(milestone).size(), "snapshot") + ", " + range(milestone));
        snapdsl.out().json(shape(milestone));
        return 0;
    }

    private Span span(List<String> ids, Optional<String> from, Optional<String> to) {
        if (ids.isEmpty()) {
            return new Span.Range(
                    from.map(snapdsl.choice()::workspaceSnapshot), to.map(snapdsl.choice()::workspaceSnapshot));
        }
        if (from.isPresent() || to.isPresent()) {
            throw new SnapdslException(
                    ErrorCode.USAGE,
                    "A milestone is made of the snapshots that are named, or of a range, not of both.",
                    "Name all its snapshots, or only its ends with --from and --to.");
        }
        return new Span.Exactly(
                ids.stream().map(snapdsl.choice()::workspaceSnapshot).toList());
    }

    @Command(
            description = "Lists the milestones of the workspace, newest first.",
            footer = {"", "Example: snapdsl milestone list"})
    int list() {
        Workspace workspace = snapdsl.choice().existingWorkspace(Optional.empty());
        List<Milestone> newestFirst =
                new ArrayList<>(snapdsl.store().milestones().of(workspace.id()));
        Collections.reverse(newestFirst);
        Output out = snapdsl.out();
        for (Milestone milestone : newestFirst) {
            out.line(String.format(
                            "%s  %-14s  %s  %s%s",
                            contents().last(milestone).id().shortHex(),
                            range(milestone),
                            out.time(milestone.time()),
                            milestone.title(),
                            tags(milestone))
                    .stripTrailing());
        }
        if (newestFirst.isEmpty()) {
            out.note(workspace.name() + " has no milestone yet: snapdsl milestone create TITLE");
        }
        out.json(Shapes.object(
                "milestones", newestFirst.stream().map(this::shape).toList()));
        return 0;
    }

    @Command(
            description = "Shows one milestone: its snapshots, and what changed from before the first to the last.",
            footer = {"", "Example: snapdsl milestone show 'Parser works'"})
    int show(@Parameters(paramLabel = "TITLE") String title) {
        snapdsl.storeToRead();
        Workspace workspace = snapdsl.choice().existingWorkspace(Optional.empty());
        Milestone milestone = contents().named(workspace, title);
        List<Snapshot> snapshots = contents().snapshots(milestone);
        ChangeCounts changes = contents().changes(milestone);
        Output out = snapdsl.out();
        out.line("milestone  " + milestone.title() + tags(milestone));
        out.line("of         " + Output.plain(workspace.name()) + ", " + range(milestone));
        out.line("made       " + out.time(milestone.time()) + " (" + out.age(milestone.time()) + ")");
        if (!milestone.description().isEmpty()) {
            out.line("about      " + Output.plain(milestone.description()));
        }
        out.line("changes    " + SnapCommand.describe(changes));
        for (Snapshot snapshot : snapshots) {
            String removed = snapshot.isRemoved() ? "(removed) " : "";
            out.line(String.format(
                            "  %s  %5s  %s  %s",
                            snapshot.id().shortHex(),
                            "#" + snapshot.sequence(),
                            out.time(snapshot.facts().time()),
                            removed + Output.plain(snapshot.note().goal()))
                    .stripTrailing());
        }
        out.json(MilestoneShape.whole(milestone, contents()));
        return 0;
    }

    @Command(
            description = "Gives up the newest milestone. Its snapshots stay, and may be removed from then on.",
            footer = {"", "Example: snapdsl milestone rm 'Parser works'"})
    int rm(@Parameters(paramLabel = "TITLE") String title) {
        Workspace workspace = snapdsl.choice().existingWorkspace(Optional.empty());
        Milestone milestone = new MilestoneChanges(snapdsl.store(), snapdsl.clock()).remove(workspace, title);
        snapdsl.out().line("There is no milestone '" + milestone.title() + "' any more; its snapshots are all there.");
        snapdsl.out().json(shape(milestone));
        return 0;
    }

    private MilestoneContents contents() {
        return new MilestoneContents(snapdsl.store());
    }

    private Map<String, Object> shape(Milestone milestone) {
        return Shapes.milestone(milestone, contents().last(milestone));
    }

    private static String range(Milestone milestone) {
        return "#" + milestone.first() + (milestone.first() == milestone.last() ? "" : " to #" + milestone.last());
    }

    private static String tags(Milestone milestone) {
        return milestone.tags().isEmpty() ? "" : " [" + String.join(" ", milestone.tags()) + "]";
    }
}
