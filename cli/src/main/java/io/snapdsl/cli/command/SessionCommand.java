package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.container.BoundaryContainers;
import io.snapdsl.engine.continuity.BoundarySnapshot;
import io.snapdsl.engine.continuity.Claims;
import io.snapdsl.engine.diff.Change;
import io.snapdsl.engine.history.ChangeCounts;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.session.AgentSession;
import io.snapdsl.engine.session.AgentSessions;
import io.snapdsl.engine.session.SessionChanges;
import io.snapdsl.engine.shape.SessionShape;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.engine.store.SnapshotStore;
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
        name = "session",
        description = {
            "Agent runs: which snapshots belong together because one run made them.",
            "With SNAPDSL_SESSION set, every snapshot belongs to that session."
        },
        synopsisSubcommandLabel = "(start | end | list | show)",
        footer = {
            "",
            "Example: snapdsl session start -m 'fix the parser'",
            "For a whole shell: export SNAPDSL_SESSION=$(snapdsl session start)"
        })
public final class SessionCommand implements Runnable {
    @ParentCommand
    private SnapdslCommand snapdsl;

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Say which: start, end, list or show.");
    }

    @Command(
            description = {
                "Starts a session and prints its name.",
                "If it is started in a workspace, a snapshot keeps what has changed there since the last one: what the"
                        + " run changes can then be told from what was there before."
            },
            footer = {"", "Example: snapdsl session start nightly-42 --tool claude -m 'update the dependencies'"})
    int start(
            @Parameters(arity = "0..1", paramLabel = "NAME", description = "Default: a new one is made up.")
                    Optional<String> name,
            @Option(names = "--tool", paramLabel = "T", defaultValue = "", description = "The agent.") String tool,
            @Option(names = "-m", paramLabel = "GOAL", defaultValue = "", description = "What it is to do.")
                    String goal,
            @Option(
                            names = "--container",
                            paramLabel = "C",
                            description = "Also keep what this container is now, and again when the session ends; may"
                                    + " be repeated.")
                    String[] containers) {
        AgentSessions sessions = snapdsl.sessionsHere();
        AgentSession started = name.isPresent() ? sessions.start(name.get(), tool, goal) : sessions.start(tool, goal);
        RunBoundary boundary = new RunBoundary(snapdsl);
        BoundarySnapshot before = boundary.snapshot((it, workspace) -> it.start(workspace, started.id()));
        List<String> chosen = containers == null ? List.of() : List.of(containers);
        BoundaryContainers boxes = boundary.startContainers(chosen, started.id());
        answer(started, boundary, before, boxes);
        snapdsl.out().line(started.id());
        return RunBoundary.status(before, boxes);
    }

    @Command(
            description = {
                "Ends a session.",
                "If it is ended in a workspace, a snapshot keeps what has changed there since the last one."
            },
            footer = {"", "Example: snapdsl session end nightly-42 --outcome 'all tests pass'"})
    int end(
            @Parameters(
                            arity = "0..1",
                            paramLabel = "NAME",
                            defaultValue = SessionDefault.ENVIRONMENT,
                            description = "Default: $SNAPDSL_SESSION, else the one that is open.")
                    String name,
            @Option(names = "--outcome", paramLabel = "TEXT", defaultValue = "", description = "What came of it.")
                    String outcome) {
        snapdsl.existingStore();
        AgentSessions sessions = snapdsl.sessions();
        AgentSession session = name.isEmpty() ? sessions.theOpenOne() : sessions.find(name);
        RunBoundary boundary = new RunBoundary(snapdsl);
        BoundarySnapshot after = boundary.snapshot((it, workspace) -> it.end(workspace, session.id()));
        BoundaryContainers boxes = boundary.endContainers(session.id());
        AgentSession ended = sessions.end(session.id(), outcome);
        answer(ended, boundary, after, boxes);
        snapdsl.out().line("Session " + Output.plain(ended.id()) + " has ended.");
        return RunBoundary.status(after, boxes);
    }

    private void answer(
            AgentSession session, RunBoundary boundary, BoundarySnapshot snapshot, BoundaryContainers containers) {
        snapdsl.out().json(SessionShape.of(session, snapshot, containers));
        boundary.print(snapshot, containers);
    }

    @Command(
            description = "Lists the sessions, the last one started first.",
            footer = {"", "Example: snapdsl session list"})
    int list(
            @Option(
                            names = "--limit",
                            paramLabel = "N",
                            defaultValue = "50",
                            description = "At most so many. Default: ${DEFAULT-VALUE}.")
                    int limit) {
        if (limit < 1) {
            throw new ParameterException(spec.commandLine(), "--limit " + limit + " lists nothing; give 1 or more.");
        }
        List<AgentSession> found = snapdsl.existingStore().sessions().newest(limit);
        Output out = snapdsl.out();
        out.json(Shapes.object("sessions", found.stream().map(Shapes::session).toList()));
        found.forEach(session -> out.line(String.format(
                        "%-20s  %s  %-19s  %-14s  %s",
                        Output.plain(session.id()),
                        out.time(session.started()),
                        session.ended().map(out::time).orElse("open"),
                        Output.plain(session.tool()),
                        Output.plain(session.goal()))
                .stripTrailing()));
        if (found.isEmpty()) {
            out.note("There is no session yet: 'snapdsl session start' starts one.");
        }
        return 0;
    }

    @Command(
            description = "Shows a session and its snapshots in all workspaces, oldest first.",
            footer = {"", "Example: snapdsl session show nightly-42"})
    int show(
            @Parameters(
                            arity = "0..1",
                            paramLabel = "NAME",
                            defaultValue = SessionDefault.ENVIRONMENT,
                            description = "Default: $SNAPDSL_SESSION, else the one that is open.")
                    String name) {
        SnapshotStore store = snapdsl.existingStore();
        AgentSessions sessions = snapdsl.sessions();
        AgentSession session = name.isEmpty() ? sessions.theOpenOne() : sessions.find(name);
        List<Snapshot> snapshots = store.sessions().snapshots(session.id());
        ChangeCounts changes = snapshots.stream()
                .flatMap(snapshot -> new Claims(store).of(snapshot).stream())
                .map(claim -> SessionChanges.count(
                        claim.changes().stream().filter(Change::isVisible).toList()))
                .reduce(sum(snapshots), SessionCommand::sum);
        Map<String, Object> shape = Shapes.session(session);
        shape.put("created", changes.created());
        shape.put("modified", changes.modified());
        shape.put("deleted", changes.deleted());
        shape.put("snapshots", snapshots.stream().map(Shapes::snapshot).toList());
        snapdsl.out().json(shape);
        print(session, snapshots, changes);
        return 0;
    }

    private void print(AgentSession session, List<Snapshot> snapshots, ChangeCounts changes) {
        Output out = snapdsl.out();
        out.line("session    " + Output.plain(session.id()));
        printIfAny("tool       ", session.tool());
        printIfAny("goal       ", session.goal());
        out.line("started    " + out.time(session.started()));
        out.line("ended      " + session.ended().map(out::time).orElse("not yet"));
        printIfAny("outcome    ", session.outcome());
        out.line("snapshots  " + snapshots.size() + ": " + SnapCommand.describe(changes));
        for (Snapshot snapshot : snapshots) {
            out.line(String.format(
                            "  %s  %s  %-16s %5s  %s",
                            snapshot.id().shortHex(),
                            out.time(snapshot.facts().time()),
                            Output.plain(snapshot.facts().subject()),
                            "#" + snapshot.sequence(),
                            fate(snapshot) + Output.plain(snapshot.note().goal()))
                    .stripTrailing());
        }
    }

    private static String fate(Snapshot snapshot) {
        return snapshot.replacedBy()
                .map(place -> "(merged into " + place.shortHex() + ") ")
                .orElse(snapshot.isRemoved() ? "(removed) " : "");
    }

    private void printIfAny(String label, String text) {
        if (!text.isEmpty()) {
            snapdsl.out().line(label + Output.plain(text));
        }
    }

    private static ChangeCounts sum(List<Snapshot> snapshots) {
        return snapshots.stream()
                .filter(snapshot -> !snapshot.note().trigger().isNobodys())
                .map(snapshot -> snapshot.facts().changes())
                .reduce(ChangeCounts.NONE, SessionCommand::sum);
    }

    private static ChangeCounts sum(ChangeCounts a, ChangeCounts b) {
        return new ChangeCounts(a.created() + b.created(), a.modified() + b.modified(), a.deleted() + b.deleted());
    }
}
