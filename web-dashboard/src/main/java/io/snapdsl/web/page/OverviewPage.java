package io.snapdsl.web.page;

import io.javalin.http.Context;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.session.AgentSession;
import io.snapdsl.engine.store.Catalog;
import io.snapdsl.engine.store.Catalog.Logged;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.api.OperationsResource;
import io.snapdsl.web.http.Route;
import java.nio.file.Files;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** What is protected, how it is, and what happened lately. */
public final class OverviewPage implements Route.Group {
    private static final int DAYS = 30;
    private static final int RECENT = 12;
    private static final int OPEN_SESSIONS = 5;

    /** @param missing whether a workspace's directory is gone */
    public record Card(
            Subject subject,
            String place,
            boolean missing,
            long snapshots,
            Optional<Snapshot> newest,
            List<Day> days) {}

    /** @param height of its bar, of 100 */
    public record Day(String name, long count, long height) {}

    public record Model(
            Frame frame,
            List<Card> cards,
            List<AgentSession> running,
            List<Logged> recent,
            long bytesOnDisk,
            String directory) {}

    private final StoreView view;

    public OverviewPage(StoreView view) {
        this.view = view;
    }

    @Override
    public List<Route> routes() {
        return List.of(Route.page("/", this::show));
    }

    private void show(Context ctx) {
        Frame frame = new Frame("Overview", "/", Optional.of("snapdsl stats"), new Show(view.clock()));
        Template.render(
                ctx,
                "overview",
                new Model(
                        frame,
                        view.catalog().subjects().stream().map(this::card).toList(),
                        view.store().sessions().open(OPEN_SESSIONS),
                        OperationsResource.page(view.catalog(), Long.MAX_VALUE, RECENT),
                        view.store().checkup().bytesOnDisk(),
                        view.store().checkup().directory().toString()));
    }

    private Card card(Subject subject) {
        Catalog catalog = view.catalog();
        boolean missing = subject instanceof Workspace workspace && !Files.isDirectory(workspace.directory());
        String place =
                subject instanceof Workspace workspace ? workspace.directory().toString() : subject.kind();
        return new Card(
                subject,
                place,
                missing,
                catalog.timeline(subject.id()).count(),
                catalog.head(subject.id()),
                days(subject));
    }

    /** How many entries the chain got on each of the last days: told by where each day begins in it, not by reading it. */
    private List<Day> days(Subject subject) {
        ZoneId zone = view.clock().getZone();
        LocalDate today = LocalDate.now(view.clock());
        long end = view.catalog()
                .head(subject.id())
                .map(head -> head.sequence() + 1)
                .orElse(0L);
        long[] counts = new long[DAYS];
        long most = 1;
        for (int back = 0; back < DAYS; back++) {
            Instant start = today.minusDays(back).atStartOfDay(zone).toInstant();
            OptionalLong first = view.catalog().firstSince(subject.id(), start);
            long from = Math.min(end, first.orElse(end));
            counts[back] = end - from;
            most = Math.max(most, counts[back]);
            end = from;
        }
        List<Day> days = new ArrayList<>();
        for (int back = DAYS - 1; back >= 0; back--) {
            long height = counts[back] == 0 ? 0 : Math.max(6, counts[back] * 100 / most);
            days.add(new Day(today.minusDays(back).toString(), counts[back], height));
        }
        return days;
    }
}
