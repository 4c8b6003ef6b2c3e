package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.output.Output;
import io.snapdsl.cli.output.Shapes;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.retention.StoreStatistics;
import io.snapdsl.engine.retention.StoreStatistics.Totals;
import io.snapdsl.engine.store.Catalog;
import io.snapdsl.engine.store.ContentStore.Sizes;
import io.snapdsl.engine.store.SnapshotStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
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
            Map<String, Object> whole = content(store, statistics, totals);
            whole.put("subjects", subjects(store.catalog(), totals));
            return whole;
        });
        snapdsl.out().json(shape);
        return 0;
    }

    private Map<String, Object> content(SnapshotStore store, StoreStatistics statistics, Totals totals) {
        Sizes sizes = store.content().sizes();
        long onDisk = store.checkup().bytesOnDisk();
        double ratio = sizes.storedBytes() == 0 ? 1 : (double) sizes.rawBytes() / sizes.storedBytes();
        long saved = Math.max(0, totals.logicalBytes() - sizes.storedBytes());
        long perDay =
                StoreStatistics.growthPerDay(totals, sizes, snapdsl.clock().instant());
        Output out = snapdsl.out();
        out.line("store      " + snapdsl.storeDirectory() + ", " + Output.size(onDisk) + " on disk");
        out.line("snapshots  " + Output.count(totals.present(), "snapshot") + " present, " + totals.consolidated()
                + " consolidated");
        out.line("logical    " + Output.size(totals.logicalBytes()) + " as plain copies; " + Output.size(saved)
                + " saved");
        out.line("unique     " + Output.size(sizes.fileBytes()) + " of distinct file content and "
                + Output.size(sizes.rawBytes() - sizes.fileBytes()) + " of directories, "
                + Output.count(sizes.chunks(), "chunk") + " in " + Output.count(sizes.packs(), "pack"));
        out.line(String.format(
                Locale.ROOT, "stored as  %s (%.1f times smaller)", Output.size(sizes.storedBytes()), ratio));
        out.line("growth     " + Output.size(perDay) + " of unique content a day");
        if (totals.unreadable() > 0) {
            out.note("The size of " + Output.count(totals.unreadable(), "snapshot")
                    + " can't be read, and is missing from the logical size: run 'snapdsl verify'.");
        }
        Map<String, Object> shape = Shapes.object(
                "store", snapdsl.storeDirectory(),
                "bytesOnDisk", onDisk,
                "fileBytes", sizes.fileBytes(),
                "storedBytes", sizes.storedBytes(),
                "compressionRatio", ratio,
                "chunks", sizes.chunks(),
                "packs", sizes.packs(),
                "totalSnapshots", totals.present(),
                "consolidatedSnapshots", totals.consolidated(),
                "logicalBytes", totals.logicalBytes(),
                "uniqueBytes", sizes.rawBytes(),
                "spaceSaved", saved,
                "oldestSnapshot", totals.oldest().map(this::id).orElse(null),
                "newestSnapshot", totals.newest().map(this::id).orElse(null),
                "growthPerDay", perDay);
        if (growth) {
            addRecentGrowth(statistics, shape);
        }
        return shape;
    }

    private void addRecentGrowth(StoreStatistics statistics, Map<String, Object> shape) {
        Instant since = snapdsl.clock().instant().minus(Duration.ofDays(RECENT_DAYS));
        long added = statistics.newSince(since) / RECENT_DAYS;
        snapdsl.out().line("           " + Output.size(added) + " a day in the last " + RECENT_DAYS + " days");
        shape.put("growthPerDayRecently", added);
    }

    private String id(Snapshot snapshot) {
        return snapshot.id().hex();
    }

    private List<Map<String, Object>> subjects(Catalog catalog, Totals totals) {
        Output out = snapdsl.out();
        List<Map<String, Object>> subjects = new ArrayList<>();
        for (Subject subject : catalog.subjects()) {
            Optional<Snapshot> head = catalog.head(subject.id());
            long count = totals.bySubject().getOrDefault(subject.id(), 0L);
            out.line(subject.kind() + "  " + Output.plain(subject.name()) + ": " + Output.count(count, "snapshot")
                    + head.map(newest -> ", newest " + out.age(newest.facts().time()))
                            .orElse(""));
            subjects.add(Shapes.object(
                    "subject", subject.name(),
                    "kind", subject.kind(),
                    "snapshots", count,
                    "newest", head.map(newest -> newest.facts().time()).orElse(null)));
        }
        return subjects;
    }
}
