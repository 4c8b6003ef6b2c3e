package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.consolidation.Consolidation;
import io.snapdsl.engine.consolidation.Consolidation.Candidate;
import io.snapdsl.engine.consolidation.Consolidation.Consolidated;
import io.snapdsl.engine.consolidation.Consolidation.Only;
import io.snapdsl.engine.consolidation.Consolidation.Request;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.retention.Protection;
import io.snapdsl.engine.shape.ConsolidationShape;
import io.snapdsl.engine.shape.Shapes;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "consolidate",
        description = {
            "Merges snapshots into fewer and gives back the space that only the merged ones needed.",
            "The newest snapshot is never merged, nor what a restore or undo made or took back, nor what is protected. "
                    + "Merged entries stay in the store, so that the history can still be checked."
        },
        synopsisSubcommandLabel = "[candidates]",
        footer = {
            "",
            "Examples: snapdsl consolidate candidates",
            "          snapdsl consolidate --strategy merge_by_time --window 1h --preserve-diffs"
        })
public final class ConsolidateCommand implements Callable<Integer> {
    /** Bytes: the store's own bookkeeping may take less than this at any time. */
    private static final int NOTEWORTHY = 10_000;

    @ParentCommand
    private SnapdslCommand snapdsl;

    @Mixin
    private ConsolidationOptions options;

    @Option(names = "--keep-originals", description = "Only hide them: their ids still work, and no space is freed.")
    private boolean keepOriginals;

    @Option(names = "--preserve-diffs", description = "Keep what each of them changed, for 'snapdsl show ID --patch'.")
    private boolean preserveDiffs;

    @Option(names = "--above", paramLabel = "N", description = "Do nothing unless there are more than N snapshots.")
    private Optional<Integer> above;

    @Option(names = "--dry-run", description = "Only say what would be merged.")
    private boolean dryRun;

    @Override
    public Integer call() {
        if (above.filter(limit -> limit < 0).isPresent()) {
            throw new SnapdslException(
                    ErrorCode.USAGE, "There are always more than " + above.get() + " snapshots.", "Give 0 or more.");
        }
        Workspace workspace = snapdsl.choice().existingWorkspace(Optional.empty());
        Request request = options.request(snapdsl, workspace, keepOriginals, preserveDiffs);
        long present = snapdsl.store().catalog().timeline(workspace.id()).count();
        if (above.filter(limit -> present <= limit).isPresent()) {
            printFew(workspace, present, request);
        } else if (dryRun) {
            list(consolidation().candidates(workspace, request), request);
        } else {
            print(consolidation().consolidate(workspace, request), request);
        }
        return 0;
    }

    @Command(
            description = {
                "Lists what would become one, and about how much space that would free.",
                "The estimate: the content that only the merged snapshots hold, at the store's average compression. "
                        + "Content that several groups hold is counted with the first of them."
            },
            footer = {"", "Example: snapdsl consolidate candidates --strategy merge_by_files --min 2"})
    int candidates(@Mixin ConsolidationOptions chosen) {
        Workspace workspace = snapdsl.choice().existingWorkspace(Optional.empty());
        Request request = chosen.request(snapdsl, workspace, false, false);
        list(consolidation().candidates(workspace, request), request);
        return 0;
    }

    private Consolidation consolidation() {
        Protection protection = new Protection(snapdsl.store());
        return new Consolidation(
                snapdsl.store(),
                snapdsl.clock(),
                snapdsl.progress(),
                snapshot -> protection.reason(snapshot).isPresent());
    }

    private void list(List<Candidate> found, Request request) {
        Output out = snapdsl.out();
        long originals =
                found.stream().mapToLong(group -> group.members().size()).sum();
        long bytes = found.stream().mapToLong(Candidate::bytesEstimated).sum();
        found.forEach(group -> out.line(line(group, out)));
        out.line(
                found.isEmpty()
                        ? nothing(request)
                        : Output.count(originals, "snapshot") + " would become " + found.size() + ", and "
                                + freed(bytes, request));
        out.json(ConsolidationShape.candidates(request.strategy(), found));
    }

    private static String freed(long bytes, Request request) {
        if (request.keepOriginals()) {
            return "no space would be freed.";
        }
        return "about " + Output.size(bytes) + " would be freed"
                + (request.preserveDiffs() ? ", less what the preserved patches take." : ".");
    }

    static String line(Candidate group, Output out) {
        Snapshot oldest = group.members().get(0);
        Snapshot newest = group.members().get(group.members().size() - 1);
        return String.format(
                "%-14s  %14s  %s to %s  about %s",
                "#" + oldest.sequence() + " … #" + newest.sequence(),
                Output.count(group.members().size(), "snapshot"),
                out.time(oldest.facts().time()),
                out.time(newest.facts().time()),
                Output.size(group.bytesEstimated()));
    }

    private void print(Consolidated done, Request request) {
        int originals = done.originals().size();
        int results = done.results().size();
        snapdsl.out()
                .line(
                        results == 0
                                ? nothing(request)
                                : Output.count(originals, "snapshot") + " became " + results + "; the store is "
                                        + difference(done, request));
        snapdsl.out().json(ConsolidationShape.done(request.strategy(), done));
    }

    private static String difference(Consolidated done, Request request) {
        String why = request.preserveDiffs()
                ? ": the preserved patches take more than what is gone."
                : ": the entries take more than what is gone.";
        return done.bytesAdded() >= NOTEWORTHY
                ? Output.size(done.bytesAdded()) + " larger" + why
                : Output.size(done.bytesFreed()) + " smaller.";
    }

    private void printFew(Workspace workspace, long present, Request request) {
        snapdsl.out()
                .line("Nothing was merged: " + Output.plain(workspace.name()) + " has "
                        + Output.count(present, "snapshot") + ", not more than " + above.get() + ".");
        snapdsl.out()
                .json(Shapes.object(
                        "strategy",
                        request.strategy().word(),
                        "dryRun",
                        dryRun,
                        "originalCount",
                        0,
                        "newCount",
                        0,
                        "ratio",
                        ConsolidationShape.ratio(0, 0),
                        "present",
                        present,
                        "above",
                        above.get()));
    }

    private static String nothing(Request request) {
        String where = request.scope() instanceof Only ? "nowhere among those named do " : "nowhere do ";
        return "Nothing to merge: " + where + request.minimum() + " or more snapshots belong together by "
                + request.strategy().word() + ".";
    }
}
