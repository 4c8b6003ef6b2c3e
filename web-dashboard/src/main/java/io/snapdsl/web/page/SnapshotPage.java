package io.snapdsl.web.page;

import io.javalin.http.Context;
import io.snapdsl.engine.capture.Coverage;
import io.snapdsl.engine.history.Milestone;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.retention.Explanation;
import io.snapdsl.engine.store.Pins.Pin;
import io.snapdsl.web.Secrets;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.http.Query;
import io.snapdsl.web.http.Route;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** One snapshot: its facts, why it exists and is kept, and what it changed. */
public final class SnapshotPage implements Route.Group {
    /**
     * @param coverage empty when its content is gone
     * @param intact whether its id still is the hash of its facts, and the entry it follows is there
     */
    public record Model(
            Frame frame,
            Subject subject,
            Snapshot snapshot,
            Optional<Pin> pin,
            Optional<Milestone> milestone,
            Explanation explanation,
            Optional<Coverage> coverage,
            boolean intact,
            Optional<Snapshot> older,
            Optional<Snapshot> newer,
            Optional<DiffView> diff) {}

    private final StoreView view;
    private final DiffViews diffs;

    public SnapshotPage(StoreView view) {
        this.view = view;
        this.diffs = new DiffViews(view);
    }

    @Override
    public List<Route> routes() {
        return List.of(Route.page("/snapshots/{id}", view.reading(this::show)));
    }

    private void show(Context ctx) throws IOException {
        Query query = new Query(ctx);
        Snapshot snapshot = view.anySnapshot(ctx.pathParam("id"), query);
        Subject subject = view.subjectOf(snapshot);
        Optional<Snapshot> older = view.catalog().before(snapshot);
        Optional<Snapshot> before = view.catalog().contentBefore(snapshot);
        boolean here = !snapshot.isRemoved();
        Template.render(
                ctx,
                "snapshot",
                new Model(
                        new Frame(
                                "Snapshot " + snapshot.id().shortHex(),
                                "/timeline",
                                Optional.of("snapdsl show " + snapshot.id().shortHex()),
                                new Show(view)),
                        subject,
                        snapshot,
                        view.store().pins().of(snapshot.id()),
                        view.milestone(snapshot),
                        Explanation.of(snapshot, view.store(), view.clock()),
                        here ? Optional.of(coverage(snapshot)) : Optional.empty(),
                        isIntact(snapshot),
                        older,
                        newer(snapshot),
                        here ? Optional.of(diff(subject, before, snapshot, query)) : Optional.empty()));
    }

    private DiffView diff(Subject subject, Optional<Snapshot> before, Snapshot snapshot, Query query)
            throws IOException {
        return diffs.of(before, snapshot, path -> !Secrets.isSettings(subject, path), query, Link.snapshot(snapshot));
    }

    private Coverage coverage(Snapshot snapshot) {
        return Coverage.decode(view.content().chunk(snapshot.facts().coverage()));
    }

    private boolean isIntact(Snapshot snapshot) {
        return snapshot.isIntact()
                && snapshot.facts()
                        .previous()
                        .map(previous -> view.catalog().find(previous).isPresent())
                        .orElse(true);
    }

    /** The chain is read downwards only; what is shown above one is found a few numbers further up. */
    private Optional<Snapshot> newer(Snapshot snapshot) {
        return view.catalog().page(snapshot.subjectId(), snapshot.sequence() + 2, 1).stream()
                .filter(found -> found.sequence() > snapshot.sequence())
                .findFirst();
    }
}
