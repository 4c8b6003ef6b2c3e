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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a wrapped command changed, and the way back. */
final class WrapSummary {
    private static final int LISTED = 10;

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
        snapdsl.out().json(shape);
        if (changes.isEmpty() && nobodys.isEmpty()) {
            snapdsl.out().line("snapdsl: session " + session.id() + " changed nothing.");
        }
        if (!changes.isEmpty()) {
            print(changes, counts);
        }
        nobodys.ifPresent(this::print);
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
        out.line("Take all of it back: " + undo());
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
