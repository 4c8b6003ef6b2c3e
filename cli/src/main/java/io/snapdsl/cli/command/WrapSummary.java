package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.continuity.BoundarySnapshot;
import io.snapdsl.engine.diff.Change;
import io.snapdsl.engine.history.ChangeCounts;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.session.AgentSession;
import io.snapdsl.engine.session.SessionChanges;
import io.snapdsl.engine.shape.ChangeShapes;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.engine.store.Catalog;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a wrapped command changed, and the way back. */
final class WrapSummary {
    private static final int LISTED = 10;
    private static final int LOOKED_AT = 1_000;

    private final SnapdslCommand snapdsl;
    private final AgentSession session;

    WrapSummary(SnapdslCommand snapdsl, AgentSession session) {
        this.snapdsl = snapdsl;
        this.session = session;
    }

    void print(int status, BoundarySnapshot after) {
        List<Change> changes = new SessionChanges(snapdsl.store()).of(session.id());
        ChangeCounts counts = SessionChanges.count(changes);
        Optional<Snapshot> nobodys =
                after.taken().filter(snapshot -> snapshot.note().trigger().isNobodys());
        Map<String, Object> shape = Shapes.object("session", session.id(), "exit", status);
        shape.put("created", counts.created());
        shape.put("modified", counts.modified());
        shape.put("deleted", counts.deleted());
        shape.put("files", changes.stream().map(ChangeShapes::shape).toList());
        shape.put("snapshotId", after.taken().map(taken -> taken.id().hex()).orElse(null));
        shape.put("undo", changes.isEmpty() ? null : undo());
        shape.put("unattributed", nobodys.isPresent());
        List<Snapshot> meanwhile = meanwhile();
        meanwhile.removeIf(after.taken().stream().toList()::contains);
        shape.put("meanwhile", meanwhile.stream().map(taken -> taken.id().hex()).toList());
        snapdsl.out().json(shape);
        if (changes.isEmpty() && nobodys.isEmpty() && meanwhile.isEmpty()) {
            snapdsl.out().line("snapdsl: session " + session.id() + " changed nothing.");
        }
        if (!changes.isEmpty()) {
            print(changes, counts);
            snapdsl.out().line("Take " + (meanwhile.isEmpty() ? "all of it" : "that") + " back: " + undo());
        }
        if (!meanwhile.isEmpty()) {
            printMeanwhile(meanwhile);
        }
        nobodys.ifPresent(this::print);
    }

    /** What was taken in by others since the start, newest first: it may be the command's, but no session's. */
    private List<Snapshot> meanwhile() {
        Catalog catalog = snapdsl.store().catalog();
        return start().stream()
                .flatMap(start -> catalog.page(start.subjectId(), Long.MAX_VALUE, LOOKED_AT).stream()
                        .takeWhile(later -> later.sequence() > start.sequence()))
                .filter(later -> later.note().session().isEmpty()
                        || later.note().trigger().isNobodys())
                .filter(later -> !later.facts().changes().isEmpty())
                .collect(Collectors.toCollection(ArrayList::new));
    }

    private Optional<Snapshot> start() {
        return snapdsl.store().sessions().snapshots(session.id()).stream().findFirst();
    }

    private void printMeanwhile(List<Snapshot> meanwhile) {
        String ids = meanwhile.stream()
                .limit(LISTED)
                .map(taken -> taken.id().shortHex())
                .collect(Collectors.joining(", "));
        Output out = snapdsl.out();
        out.line("snapdsl: Others took snapshots meanwhile, and what they hold may be this command's work too: " + ids
                + (meanwhile.size() > LISTED ? ", …" : ""));
        out.line("All of it, back to before the command: snapdsl restore "
                + start().orElseThrow().id().shortHex());
    }

    private void print(List<Change> changes, ChangeCounts counts) {
        Output out = snapdsl.out();
        out.line("snapdsl: session " + session.id() + ": " + SnapCommand.describe(counts));
        changes.stream()
                .limit(LISTED)
                .forEach(change -> out.line(String.format("  %-8s  %s", ChangeShapes.word(change), change.path())));
        if (changes.size() > LISTED) {
            out.line("  … and " + Output.count(changes.size() - LISTED, "other") + ": snapdsl session show "
                    + session.id());
        }
    }

    private void print(Snapshot nobodys) {
        String id = nobodys.id().shortHex();
        String others = snapdsl.store().sessions().openIn(nobodys.subjectId(), LISTED).stream()
                .map(open -> Output.plain(open.id()))
                .collect(Collectors.joining(", "));
        snapdsl.out()
                .line("snapdsl: Other sessions are open, so nobody can tell whose the last changes are ("
                        + SnapCommand.describe(nobodys.facts().changes()) + "): snapdsl show " + id
                        + "; take them back: snapdsl revert " + id);
        snapdsl.out().line("Open: " + others + ". 'snapdsl session end NAME' ends one that is over.");
    }

    private String undo() {
        return "snapdsl revert --session " + session.id();
    }
}
