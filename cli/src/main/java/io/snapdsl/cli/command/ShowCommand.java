package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.output.ChangeList;
import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.capture.Coverage;
import io.snapdsl.engine.capture.StateComparison;
import io.snapdsl.engine.container.Restorations;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.history.GitPosition;
import io.snapdsl.engine.history.Milestone;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.shape.ContainerShape;
import io.snapdsl.engine.shape.Elements;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.engine.store.Catalog;
import io.snapdsl.engine.store.Pins.Pin;
import io.snapdsl.engine.tree.TreeEntry;
import io.snapdsl.engine.tree.TreeEntry.DirectoryEntry;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import io.snapdsl.engine.tree.TreeEntry.SpecialEntry;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.engine.tree.TreeReader;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "show",
        description = "Shows one snapshot: who took it and why, what changed, what it covers.",
        footer = {
            "",
            "Examples: snapdsl show @latest --files",
            "          snapdsl show @1 --patch | git apply --reverse"
        })
public final class ShowCommand implements Callable<Integer> {
    private static final int LISTED = 100;

    @ParentCommand
    private SnapdslCommand snapdsl;

    @Parameters(arity = "0..1", paramLabel = "ID", defaultValue = "@latest", description = "Default: ${DEFAULT-VALUE}.")
    private String id;

    @Option(names = "--files", description = "List every file it holds.")
    private boolean files;

    @Option(names = "--patch", description = "Print only what it changed, as a patch that 'git apply' accepts.")
    private boolean patch;

    @Override
    public Integer call() throws IOException {
        snapdsl.storeToRead();
        Snapshot snapshot = snapdsl.choice().anySnapshot(id);
        if (patch) {
            new PatchAnswer(snapdsl.store(), snapdsl.out()).print(snapshot);
            ApplyNote.say(snapdsl, snapdsl.choice().subjectOf(snapshot));
            return 0;
        }
        ContentReader content = new ContentReader(snapdsl.store().content());
        TreeReader trees = new TreeReader(content);
        Optional<Pin> pin = snapdsl.store().pins().of(snapshot.id());
        Optional<Milestone> milestone = snapdsl.store().milestones().of(snapshot.subjectId()).stream()
                .filter(range -> range.contains(snapshot.sequence()))
                .findFirst();
        Map<String, Object> shape = Shapes.snapshot(snapshot, pin);
        shape.put("milestone", milestone.map(Milestone::title).orElse(null));
        printFacts(snapshot);
        showReplaced(snapshot, shape);
        ClaimList.show(snapshot, snapdsl.store(), snapdsl.out(), shape);
        printKept(pin, milestone);
        showRestorations(snapshot, shape);
        if (snapshot.isRemoved()) {
            snapdsl.out().line("removed    its content is gone; the entry stays so that the history can be checked");
        } else {
            Coverage coverage = Coverage.decode(content.chunk(snapshot.facts().coverage()));
            shape.put("coverage", Shapes.coverage(coverage));
            printCoverage(coverage);
            showChanges(snapshot, coverage, trees, shape);
            if (files) {
                shape.put("entries", listFiles(snapshot.root(), trees));
            }
        }
        snapdsl.out().json(shape);
        return 0;
    }

    private void printFacts(Snapshot snapshot) {
        Snapshot.Facts facts = snapshot.facts();
        Output out = snapdsl.out();
        out.line("snapshot   " + snapshot.id().hex());
        out.line("of         " + Output.plain(facts.subject()) + ", number " + facts.sequence());
        out.line("taken      " + out.time(facts.time()) + " (" + out.age(facts.time()) + ")");
        out.line("because    " + facts.note().trigger().word());
        printIfAny("goal       ", facts.note().goal());
        printIfAny("tool       ", facts.note().tool());
        printIfAny("session    ", facts.note().session());
        printIfAny("policy     ", facts.note().policy());
        facts.note().announced().forEach(path -> out.line("announced  " + (path.isRoot() ? "." : path)));
        printIfAny("tags       ", String.join(" ", facts.note().tags()));
        facts.git().ifPresent(git -> out.line("git        " + describe(git)));
        facts.previous().ifPresent(previous -> out.line("follows    " + previous.shortHex()));
        facts.note().origin().map(SnapshotId::shortHex).ifPresent(origin -> out.line("brought back  " + origin));
    }

    private void showReplaced(Snapshot snapshot, Map<String, Object> shape) {
        Output out = snapdsl.out();
        snapshot.replacedBy().ifPresent(place -> out.line("merged     into " + place.shortHex()));
        List<SnapshotId> replaces = snapshot.facts().replaces();
        Catalog catalog = snapdsl.store().catalog();
        if (!replaces.isEmpty()) {
            out.line("stands for " + Output.count(replaces.size(), "snapshot"));
        }
        if (out.isInWords()) {
            replaces.stream()
                    .limit(LISTED)
                    .flatMap(id -> catalog.find(id).stream())
                    .forEach(this::printReplaced);
        }
        if (replaces.size() > LISTED) {
            out.line("  … and " + Output.count(replaces.size() - LISTED, "other") + " (--json lists all)");
        }
        Elements shapes = consumer ->
                replaces.forEach(id -> catalog.find(id).map(Shapes::snapshot).ifPresent(consumer));
        shape.put("replaces", shapes);
    }

    private void printReplaced(Snapshot snapshot) {
        Snapshot.Facts facts = snapshot.facts();
        snapdsl.out()
                .line(String.format(
                                "  %s  %5s  %s  %s",
                                snapshot.id().shortHex(),
                                "#" + facts.sequence(),
                                snapdsl.out().time(facts.time()),
                                Output.plain(facts.note().goal()))
                        .stripTrailing());
    }

    private static String describe(GitPosition git) {
        String commit = git.commit().isEmpty() ? "no commit yet" : git.commit().substring(0, 10);
        return commit + (git.branch().isEmpty() ? ", on no branch" : " on " + Output.plain(git.branch()));
    }

    private void printKept(Optional<Pin> pin, Optional<Milestone> milestone) {
        pin.map(Pin::reason)
                .ifPresent(reason -> snapdsl.out()
                        .line("pinned     " + (reason.isEmpty() ? "no reason was given" : Output.plain(reason))));
        milestone.ifPresent(range -> snapdsl.out().line("milestone  " + range.title()));
    }

    private void showRestorations(Snapshot snapshot, Map<String, Object> shape) {
        if (snapdsl.store().subjects().find(snapshot.subjectId()).orElseThrow() instanceof Subject.Container) {
            Restorations restored = Restorations.of(snapdsl.store(), snapshot);
            shape.put("restored", ContainerShape.restorations(restored));
            restored.last()
                    .ifPresent(last -> snapdsl.out()
                            .line("restored   " + Output.count(restored.times(), "time") + ", the last "
                                    + snapdsl.out().age(last)));
        }
    }

    private void printIfAny(String label, String text) {
        if (!text.isEmpty()) {
            snapdsl.out().line(label + Output.plain(text));
        }
    }

    private void printCoverage(Coverage coverage) {
        Output out = snapdsl.out();
        Coverage.Totals totals = coverage.captured();
        out.line("holds      " + Output.count(totals.files(), "file") + ", "
                + Output.count(totals.directories(), "directory") + ", " + Output.count(totals.links(), "link") + ", "
                + Output.size(totals.bytes()));
        coverage.leftOut().stream()
                .filter(entry -> entry.count() > 0)
                .forEach(entry -> out.line("left out   " + entry.count() + " by "
                        + entry.rule().text() + " (" + entry.rule().source() + ")"));
        coverage.problems().forEach(problem -> out.line("problem    " + problem.describe()));
    }

    private void showChanges(Snapshot snapshot, Coverage coverage, TreeReader trees, Map<String, Object> shape) {
        Optional<Snapshot> before = snapdsl.store().catalog().contentBefore(snapshot);
        ChangeList changes =
                new ChangeList(new StateComparison(trees, before.map(Snapshot::root), snapshot.root(), coverage));
        shape.put("changes", changes.shapes());
        shape.put("noLongerCovered", Shapes.uncovered(changes.uncovered()));
        shape.put("affected", changes.shapes("base", "result"));
        changes.print(snapdsl.out());
    }

    private Elements listFiles(Hash root, TreeReader trees) {
        if (snapdsl.out().isInWords()) {
            trees.walk(root, (path, entry) -> snapdsl.out().line(listing(path, entry)));
        }
        return consumer -> trees.walk(root, (path, entry) -> consumer.accept(Shapes.entry(path, entry)));
    }

    private String listing(TreePath path, TreeEntry entry) {
        String kind = entry instanceof DirectoryEntry
                ? "d"
                : entry instanceof FileEntry ? "-" : entry instanceof SpecialEntry ? "s" : "l";
        String size = entry instanceof FileEntry file ? Output.size(file.size()) : "";
        return String.format("%s%04o  %12s  %s", kind, entry.mode(), size, path);
    }
}
