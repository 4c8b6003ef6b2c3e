package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.moment.Moment;
import io.snapdsl.engine.moment.MomentFinder;
import io.snapdsl.engine.moment.MomentRecorder;
import io.snapdsl.engine.moment.Part;
import io.snapdsl.engine.shape.Shapes;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

@Command(
        name = "moment",
        description = {
            "What was taken together under one id: files, containers with their volumes, agents' states.",
            "A policy that protects several subjects takes them as one moment each time."
        },
        synopsisSubcommandLabel = "(list | show | diff | restore | undo | rm)",
        subcommands = {MomentDiffCommand.class, MomentRestoreCommand.class, MomentUndoCommand.class},
        footer = {"", "Example: snapdsl moment restore @1 --dry-run"})
public final class MomentCommand implements Runnable {
    static final String ID = "A moment's id or its beginning; @latest, or @1 for the one before.";

    @ParentCommand
    private SnapdslCommand snapdsl;

    @Spec
    private CommandSpec spec;

    SnapdslCommand snapdsl() {
        return snapdsl;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Say which: list, show, diff, restore, undo or rm.");
    }

    Moment find(String id) {
        return new MomentFinder(snapdsl.storeToRead().moments()).find(id);
    }

    @Command(
            description = "Lists the moments, newest first.",
            footer = {"", "Example: snapdsl moment list --limit 5"})
    int list(
            @Option(
                            names = {"-n", "--limit"},
                            paramLabel = "N",
                            defaultValue = "50",
                            description = "At most so many. Default: ${DEFAULT-VALUE}.")
                    int limit) {
        List<Moment> moments = snapdsl.storeOrEmpty().moments().newest(limit);
        Output out = snapdsl.out();
        for (Moment moment : moments) {
            out.line(moment.id().shortHex() + "  " + out.time(moment.facts().time()) + "  " + subjects(moment) + "  "
                    + Output.plain(why(moment)));
        }
        if (moments.isEmpty()) {
            out.note("There is no moment yet: a policy that protects several subjects takes them.");
        }
        out.json(Shapes.object("moments", moments.stream().map(Shapes::moment).toList()));
        return 0;
    }

    @Command(
            description = "Shows one moment: what it is made of, and how far apart its parts were read.",
            footer = {"", "Example: snapdsl moment show @latest"})
    int show(@Parameters(paramLabel = "ID", description = ID) String id) {
        Moment moment = find(id);
        Output out = snapdsl.out();
        out.line("moment   " + moment.id().hex());
        out.line("taken    " + out.time(moment.facts().time()) + " ("
                + out.age(moment.facts().time()) + "), " + spread(moment));
        out.line("because  " + Output.plain(why(moment)));
        moment.parts()
                .forEach(part -> out.line(String.format("  %-10s  ", state(part))
                        + Output.plain(part.subject())
                        + (part.isNew() ? "" : "  (as before)")));
        out.json(Shapes.moment(moment));
        return 0;
    }

    @Command(
            description = "Gives a moment up. Its snapshots stay, and may be removed from then on.",
            footer = {"", "Example: snapdsl moment rm @3"})
    int rm(@Parameters(paramLabel = "ID", description = ID) String id) {
        Moment moment = find(id);
        new MomentRecorder(snapdsl.store(), snapdsl.clock()).remove(moment);
        snapdsl.out()
                .line("There is no moment " + moment.id().shortHex() + " any more; what it was made of is all there.");
        snapdsl.out().json(Shapes.moment(moment));
        return 0;
    }

    /** Which one of its subject's it is. */
    static String state(Part part) {
        if (part instanceof Part.OfCheckpoint of) {
            return "#" + of.number();
        }
        return part instanceof Part.OfSnapshot of ? of.snapshot().shortHex() : "not there";
    }

    private static String why(Moment moment) {
        Moment.Facts facts = moment.facts();
        return facts.goal()
                + (facts.policy().isEmpty() ? "" : ", policy " + facts.policy())
                + (facts.session().isEmpty() ? "" : ", session " + facts.session());
    }

    static String subjects(Moment moment) {
        return Output.plain(moment.parts().stream().map(Part::subject).collect(Collectors.joining(", ")));
    }

    static String spread(Moment moment) {
        double seconds = moment.facts().spread().toMillis() / 1000.0;
        return String.format(Locale.ROOT, "read within %.1f s", seconds);
    }
}
