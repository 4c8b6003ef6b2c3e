package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.retention.Explanation;
import io.snapdsl.engine.retention.Explanation.Fate.Kept;
import io.snapdsl.engine.retention.Explanation.Fate.Removed;
import io.snapdsl.engine.retention.Explanation.Fate.Replaced;
import io.snapdsl.engine.shape.ExplanationShape;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.engine.store.AuditLog.Logged;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "explain",
        description = {
            "Says why a snapshot exists, and why it is kept; or when, by what rule and by which operation it was removed.",
            "Kept: what protects it, and which rules keep it: those of the policies that protect its subject, as their "
                    + "scripts said when they were last run; without any, the default rules of 'snapdsl prune'."
        },
        footer = {"", "Example: snapdsl explain @3"})
public final class ExplainCommand implements Callable<Integer> {
    @ParentCommand
    private SnapdslCommand snapdsl;

    @Parameters(arity = "0..1", paramLabel = "ID", defaultValue = "@latest", description = "Default: ${DEFAULT-VALUE}.")
    private String id;

    @Override
    public Integer call() {
        Snapshot snapshot = snapdsl.choice().anySnapshot(id);
        Explanation explanation = Explanation.of(snapshot, snapdsl.store(), snapdsl.clock());
        printOrigin(explanation);
        Map<String, Object> shape = Shapes.snapshot(snapshot);
        ClaimList.show(snapshot, snapdsl.store(), snapdsl.out(), shape);
        shape.putAll(ExplanationShape.of(explanation));
        if (explanation.fate() instanceof Kept kept) {
            print(kept);
        } else if (explanation.fate() instanceof Removed removed) {
            print(removed);
        } else if (explanation.fate() instanceof Replaced replaced) {
            snapdsl.out().line("replaced   by " + replaced.by().shortHex() + ", a consolidated snapshot");
            replaced.merged()
                    .ifPresent(made -> snapdsl.out().line("merged     " + describe(made) + ", " + replaced.strategy()));
            replaced.removed().ifPresent(this::print);
        }
        snapdsl.out().json(shape);
        return 0;
    }

    private void printOrigin(Explanation explanation) {
        Snapshot.Facts facts = explanation.snapshot().facts();
        Note note = facts.note();
        Output out = snapdsl.out();
        out.line("snapshot   " + explanation.snapshot().id().shortHex() + ", number " + facts.sequence() + " of "
                + Output.plain(facts.subject()));
        out.line("taken      " + out.time(facts.time()) + " (" + out.age(facts.time()) + ")");
        out.line("because    " + note.trigger().word().replace('_', ' ')
                + note.origin().map(SnapshotId::shortHex).map(" of "::concat).orElse(""));
        printIfAny("goal       ", note.goal());
        printIfAny("tool       ", note.tool());
        printIfAny("session    ", note.session());
        printIfAny("policy     ", note.policy());
        explanation.made().ifPresent(made -> out.line("operation  " + describe(made)));
    }

    private void printIfAny(String label, String text) {
        if (!text.isEmpty()) {
            snapdsl.out().line(label + Output.plain(text));
        }
    }

    private void print(Kept kept) {
        kept.words().forEach(reason -> snapdsl.out().line("kept       " + Output.plain(reason)));
    }

    private void print(Removed removed) {
        snapdsl.out()
                .line("removed    " + removed.by().map(this::describe).orElse("by an operation that is not known"));
        snapdsl.out()
                .line("reason     " + (removed.reason().isEmpty() ? "none was given" : Output.plain(removed.reason())));
        printIfAny("rules      ", removed.rules());
        printIfAny("run of     ", removed.policy());
    }

    private String describe(Logged logged) {
        return "number " + logged.number() + ", " + logged.operation().kind() + ", "
                + snapdsl.out().time(logged.operation().time());
    }
}
