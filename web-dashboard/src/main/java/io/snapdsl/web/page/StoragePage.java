package io.snapdsl.web.page;

import io.javalin.http.Context;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Subject.State;
import io.snapdsl.engine.retention.HeldContent;
import io.snapdsl.engine.retention.StoreStatistics;
import io.snapdsl.engine.retention.StoreStatistics.Totals;
import io.snapdsl.engine.shape.StatsShape;
import io.snapdsl.engine.store.ContentStore.Sizes;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.web.Figures;
import io.snapdsl.web.Figures.Counted;
import io.snapdsl.web.RetentionOutlook;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.http.Query;
import io.snapdsl.web.http.Route;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;

/** What takes the space. */
public final class StoragePage implements Route.Group {
    /** @param newest how much the newest snapshot holds; empty if there is none with content */
    public record Row(Subject subject, long snapshots, Optional<Long> newest) {}

    public record LargeFile(TreePath path, long bytes) {}

    public record Largest(Snapshot snapshot, List<LargeFile> files, Show show) {}

    public record Model(
            Frame frame,
            String directory,
            long onDisk,
            Totals totals,
            Sizes sizes,
            double ratio,
            long saved,
            long growth,
            List<Row> rows,
            Instant counted) {
        /** To look at every directory of so many snapshots takes its time: only if somebody asks. */
        public boolean isLarge() {
            return totals.present() > Figures.MOST_COUNTED_UNASKED;
        }

        public String trigger() {
            return isLarge() ? "click" : "load";
        }
    }

    /** For small stores counting takes no time; for large ones the page says when it was done. */
    private static final Duration PATIENCE = Duration.ofMillis(100);

    private static final int LISTED = 20;

    private final StoreView view;

    public StoragePage(StoreView view) {
        this.view = view;
    }

    @Override
    public List<Route> routes() {
        return List.of(
                Route.page("/storage", view.reading(this::show)),
                Route.page("/storage/held", view.reading(this::held)),
                Route.page("/storage/freed", view.reading(this::freed)),
                Route.page("/storage/largest", view.reading(this::largest)));
    }

    private void held(Context ctx) {
        long bytes = HeldContent.of(view.subject(new Query(ctx)), view.store());
        Template.render(ctx, "amount", new Show(view).size(bytes));
    }

    private void freed(Context ctx) {
        long bytes = new RetentionOutlook(view).bytesDueNow(new Query(ctx));
        Template.render(ctx, "amount", bytes == 0 ? "nothing" : new Show(view).size(bytes));
    }

    private void largest(Context ctx) {
        Snapshot newest = view.snapshot("@latest", new Query(ctx));
        PriorityQueue<LargeFile> files = new PriorityQueue<>(Comparator.comparing(LargeFile::bytes));
        view.trees().walk(newest.root(), (path, entry) -> {
            if (entry instanceof FileEntry file) {
                files.add(new LargeFile(path, file.size()));
                if (files.size() > LISTED) {
                    files.remove();
                }
            }
        });
        List<LargeFile> largestFirst = files.stream()
                .sorted(Comparator.comparing(LargeFile::bytes).reversed())
                .toList();
        Template.render(ctx, "largest", new Largest(newest, largestFirst, new Show(view)));
    }

    private Row row(Subject subject, Totals totals) {
        return new Row(
                subject,
                totals.bySubject().getOrDefault(subject.id(), 0L),
                view.catalog()
                        .head(subject.id())
                        .filter(head -> !head.isRemoved())
                        .map(view.sizes()::of));
    }

    private void show(Context ctx) {
        Optional<Counted> counted = view.figures().within(PATIENCE);
        if (counted.isEmpty()) {
            Template.render(
                    ctx, "counting", new Frame("Storage", "/storage", Optional.of("snapdsl stats"), new Show(view)));
            return;
        }
        Totals totals = counted.get().totals();
        Sizes sizes = counted.get().sizes();
        Template.render(
                ctx,
                "storage",
                new Model(
                        new Frame("Storage", "/storage", Optional.of("snapdsl stats"), new Show(view)),
                        view.store().checkup().directory().toString(),
                        view.store().checkup().bytesOnDisk(),
                        totals,
                        sizes,
                        StatsShape.compressionRatio(sizes),
                        StatsShape.saved(totals, sizes),
                        StoreStatistics.growthPerDay(totals, sizes, view.clock().instant()),
                        view.store().subjects().all().stream()
                                .filter(one -> !(one instanceof State))
                                .map(one -> row(one, totals))
                                .toList(),
                        counted.get().at()));
    }
}
