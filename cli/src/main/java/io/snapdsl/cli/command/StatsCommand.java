package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Subject.State;
import io.snapdsl.engine.retention.StoreStatistics;
import io.snapdsl.engine.retention.StoreStatistics.Totals;
import io.snapdsl.engine.shape.StatsShape;
import io.snapdsl.engine.store.ContentStore.Sizes;
import io.snapdsl.engine.store.SnapshotStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "stats",
        description = {
            "Shows what the store holds and what it takes on disk.",
            "",
            "logical size   what all present snapshots would take as plain copies",
            "unique size    all distinct content, directories included, before it is compressed",
            "stored as      the same, compressed; how many times smaller is the compression ratio",
            "space saved    logical size less what is stored",
            "on disk        the store's files, with its index and a reserve of 8 MB for pruning a full disk",
            "growth         unique size by the days since the oldest present snapshot, at least one",
            "present        snapshots that have their content; consolidated: those another one stands for"
        },
        footer = {"", "Example: snapdsl stats --json"})
public final class StatsCommand implements Callable<Integer> {
    private static final int RECENT_DAYS = 7;

    @ParentCommand
    private SnapdslCommand snapdsl;

    @Option(
            names = "--growth",
            description =
                    "Also what the last 7 days added: content that no older present snapshot has. Reads every directory.")
    private boolean growth;

    @Override
    public Integer call() {
        SnapshotStore store = snapdsl.existingStore();
        Map<String, Object> shape = store.locks().usingContent().during(() -> {
            StoreStatistics statistics = new StoreStatistics(store);
            Totals totals = statistics.totals();
            Sizes sizes = store.content().sizes();
            Map<String, Object> whole =
                    StatsShape.of(store, totals, sizes, snapdsl.clock().instant());
            print(totals, sizes);
            if (growth) {
                addRecentGrowth(statistics, whole);
            }
            printSubjects(store, totals);
            return whole;
        });
        snapdsl.out().json(shape);
        return 0;
    }

    private void print(Totals totals, Sizes sizes) {
        Output out = snapdsl.out();
        out.line("store      " + snapdsl.storeDirectory() + ", "
                + Output.size(snapdsl.store().checkup().bytesOnDisk()) + " on disk");
        out.line("snapshots  " + Output.count(totals.present(), "snapshot") + " present, " + totals.consolidated()
                + " consolidated");
        out.line("logical    " + Output.size(totals.logicalBytes()) + " as plain copies; "
                + Output.size(StatsShape.saved(totals, sizes)) + " saved");
        out.line("unique     " + Output.size(sizes.fileBytes()) + " of distinct file content and "
                + Output.size(sizes.rawBytes() - sizes.fileBytes()) + " of directories, "
                + Output.count(sizes.chunks(), "chunk") + " in " + Output.count(sizes.packs(), "pack"));
        out.line(String.format(
                Locale.ROOT,
                "stored as  %s (%.1f times smaller)",
                Output.size(sizes.storedBytes()),
                StatsShape.compressionRatio(sizes)));
        long perDay =
                StoreStatistics.growthPerDay(totals, sizes, snapdsl.clock().instant());
        out.line("growth     " + Output.size(perDay) + " of unique content a day");
        if (totals.unreadable() > 0) {
            out.note("The size of " + Output.count(totals.unreadable(), "snapshot")
                    + " can't be read, and is missing from the logical size: run 'snapdsl verify'.");
        }
    }

    private void addRecentGrowth(StoreStatistics statistics, Map<String, Object> shape) {
        Instant since = snapdsl.clock().instant().minus(Duration.ofDays(RECENT_DAYS));
        long added = statistics.newSince(since) / RECENT_DAYS;
        snapdsl.out().line("           " + Output.size(added) + " a day in the last " + RECENT_DAYS + " days");
        shape.put("growthPerDayRecently", added);
    }

    private void printSubjects(SnapshotStore store, Totals totals) {
        Output out = snapdsl.out();
        for (Subject subject : store.subjects().all()) {
            String count = subject instanceof State
                    ? Output.count(store.checkpoints().end(subject.id()).number(), "checkpoint")
                    : Output.count(totals.bySubject().getOrDefault(subject.id(), 0L), "snapshot");
            out.line(subject.kind() + "  " + Output.plain(subject.name()) + ": " + count
                    + StatsShape.newest(store, subject)
                            .map(time -> ", newest " + out.age(time))
                            .orElse(""));
        }
    }
}
