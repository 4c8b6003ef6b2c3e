package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.history.ChangeCounts;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotFilter;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.SnapshotLog;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.TimeExpressions;
import io.snapdsl.engine.history.TriggerChoice;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.engine.store.Pins.Pin;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.engine.tree.TreeReader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "log",
        description = "Lists the snapshots of a workspace or a container, newest first.",
        footer = {"", "Example: snapdsl log --since '2 hours ago' --file src/main.py"})
public final class LogCommand implements Callable<Integer> {
    @ParentCommand
    private SnapdslCommand snapdsl;

    @Parameters(
            arity = "0..1",
            paramLabel = "SUBJECT",
            description = "A workspace's or container's name, instead of the current workspace.")
    private Optional<String> subject;

    @Option(names = "--file", paramLabel = "P", description = "Only where this file or directory changed.")
    private Optional<String> file;

    @Option(names = "--session", paramLabel = "S", description = "Only of this agent run.")
    private Optional<String> session;

    @Option(names = "--tool", paramLabel = "T", description = "Only made by this tool.")
    private Optional<String> tool;

    @Option(names = "--tag", paramLabel = "T", description = "Only with this tag.")
    private Optional<String> tag;

    @Option(
            names = "--since",
            paramLabel = "T",
            description = "Only since then: '2 hours ago', 2026-05-01 (all that day).")
    private Optional<String> since;

    @Option(names = "--until", paramLabel = "T", description = "Only until then: '1 hour ago', 2026-05-01 13:00.")
    private Optional<String> until;

    @Option(
            names = "--trigger",
            paramLabel = "T",
            description = "Only what came about so: manual, undo,redo, not:unknown_change…")
    private Optional<String> trigger;

    @Option(names = "--grep", paramLabel = "TEXT", description = "Only with this text in the goal, in any case.")
    private Optional<String> text;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "50",
            description = "At most so many. Default: ${DEFAULT-VALUE}.")
    private int limit;

    @Override
    public Integer call() {
        if (limit < 1) {
            throw new SnapdslException(ErrorCode.USAGE, "--limit " + limit + " lists nothing.", "Give 1 or more.");
        }
        if (file.isPresent()) {
            snapdsl.storeToRead();
        }
        Subject chosen = snapdsl.choice().existing(subject);
        SnapshotLog log = new SnapshotLog(snapdsl.store().catalog(), chosen);
        SnapshotFilter filter = filter(chosen);
        TreeReader trees = new TreeReader(new ContentReader(snapdsl.store().content()));
        List<Snapshot> found =
                log.newest(limit, filter.since(), filter.test(snapdsl.store().catalog(), trees));
        Output out = snapdsl.out();
        Map<SnapshotId, Pin> pins = snapdsl.store().pins().of(chosen.id());
        out.json(Shapes.object(
                "snapshots",
                found.stream()
                        .map(snapshot -> Shapes.snapshot(snapshot, Optional.ofNullable(pins.get(snapshot.id()))))
                        .toList()));
        found.forEach(snapshot -> out.line(line(snapshot, pins.containsKey(snapshot.id()))));
        if (found.isEmpty()) {
            out.note("No such snapshot of " + chosen.name() + ".");
        }
        return 0;
    }

    private SnapshotFilter filter(Subject chosen) {
        Optional<TreePath> path =
                file.map(text -> snapdsl.choice().pathIn(chosen, text)).filter(given -> !given.isRoot());
        return new SnapshotFilter(
                session,
                tool,
                tag,
                since.map(times()::start),
                until.map(times()::end),
                trigger.map(TriggerChoice::named),
                text,
                path);
    }

    private TimeExpressions times() {
        return new TimeExpressions(snapdsl.clock());
    }

    private String line(Snapshot snapshot, boolean pinned) {
        Snapshot.Facts facts = snapshot.facts();
        ChangeCounts changes = facts.changes();
        String counts = changes.isEmpty()
                ? "="
                : "+" + changes.created() + " ~" + changes.modified() + " -" + changes.deleted();
        String merged = facts.replaces().isEmpty() ? "" : "(" + facts.replaces().size() + " merged) ";
        String session =
                facts.note().session().isEmpty() ? "" : "[" + facts.note().session() + "] ";
        String mark = (snapshot.isRemoved() ? "(removed) " : pinned ? "(pinned) " : "") + merged + session;
        return String.format(
                        "%s  %5s  %s  %-14s  %-14s  %s",
                        snapshot.id().shortHex(),
                        "#" + facts.sequence(),
                        snapdsl.out().time(facts.time()),
                        counts,
                        Output.plain(facts.who()),
                        Output.plain(mark + facts.note().goal()))
                .stripTrailing();
    }
}
