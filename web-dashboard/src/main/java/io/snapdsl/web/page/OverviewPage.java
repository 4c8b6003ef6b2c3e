package io.snapdsl.web.page;

import io.javalin.http.Context;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Subject.Container;
import io.snapdsl.engine.history.Subject.State;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.session.AgentSession;
import io.snapdsl.engine.shape.Words;
import io.snapdsl.engine.state.Checkpoint;
import io.snapdsl.engine.store.AuditLog.Logged;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.api.OperationsResource;
import io.snapdsl.web.http.Route;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What is protected, how it is, and what happened lately. */
public final class OverviewPage implements Route.Group {
    private static final int DAYS = 30;
    private static final int RECENT = 12;
    private static final int OPEN_SESSIONS = 5;
    private static final Duration PATIENCE = Duration.ofMillis(30);

    /**
     * @param count in words
     * @param newestLink null where there is none yet
     */
    public record Card(
            Subject subject,
            String link,
            String place,
            List<Health.Sign> signs,
            String count,
            Optional<Instant> newest,
            String newestLink,
            List<Day> days) {}

    /** @param height of its bar, of 100 */
    public record Day(String name, long count, long height) {}

    /** @param line the points of a curve in a field of 300 by 60 */
    public record Growth(List<SizeHistory.Point> points, String line) {
        public long now() {
            return points.get(points.size() - 1).bytes();
        }
    }

    public record Model(
            Frame frame,
            List<Card> cards,
            Growth growth,
            List<Day> activity,
            List<AgentSession> running,
            List<Logged> recent,
            long bytesOnDisk,
            String directory) {}

    private final StoreView view;
    private final SizeHistory sizes;

    public OverviewPage(StoreView view) {
        this.view = view;
        this.sizes = new SizeHistory(view);
    }

    @Override
    public List<Route> routes() {
        return List.of(Route.page("/", view.reading(this::show)));
    }

    private void show(Context ctx) {
        Show show = new Show(view);
        Health health = new Health(view);
        List<Card> cards = view.store().subjects().all().stream()
                .map(subject -> subject instanceof State state ? card(state, health) : card(subject, health, show))
                .toList();
        Template.render(
                ctx,
                "overview",
                new Model(
                        new Frame("Overview", "/", Optional.of("snapdsl stats"), show),
                        cards,
                        growth(),
                        sum(cards),
                        view.store().sessions().open(OPEN_SESSIONS),
                        OperationsResource.page(view.store().auditLog(), Long.MAX_VALUE, RECENT),
                        view.store().checkup().bytesOnDisk(),
                        view.store().checkup().directory().toString()));
    }

    private Card card(Subject subject, Health health, Show show) {
        Optional<Snapshot> newest = view.catalog().head(subject.id());
        String place = subject instanceof Workspace workspace
                ? workspace.directory().toString()
                : ((Container) subject).containerName();
        Optional<Instant> time = newest.map(snapshot -> snapshot.facts().time());
        return new Card(
                subject,
                Link.timeline(subject),
                place,
                health.of(subject, time),
                show.count(count(subject), "snapshot"),
                time,
                newest.map(Link::snapshot).orElse(null),
                days(subject));
    }

    /** Of a long chain as it was counted last: to count it anew takes longer than all the rest of the page. */
    private long count(Subject subject) {
        return view.figures()
                .within(PATIENCE)
                .map(counted -> counted.totals().bySubject().getOrDefault(subject.id(), 0L))
                .orElseGet(() -> view.catalog().timeline(subject.id()).count());
    }

    private Card card(State state, Health health) {
        Optional<Checkpoint> newest = view.store().checkpoints().entries(state.id(), Long.MAX_VALUE, 1).stream()
                .findFirst();
        String link = Link.state(state.name());
        Optional<Instant> time = newest.map(Checkpoint::time);
        return new Card(
                state,
                link,
                state.file().map(Path::toString).orElse("handed over by the agent"),
                health.of(state, time),
                Words.count(newest.map(Checkpoint::number).orElse(0L), "checkpoint"),
                time,
                newest.map(checkpoint -> link + "&to=" + checkpoint.number()).orElse(null),
                List.of());
    }

    private Growth growth() {
        List<SizeHistory.Point> points = sizes.lastDays(DAYS);
        long most = points.stream().mapToLong(SizeHistory.Point::bytes).max().orElse(1);
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < points.size(); i++) {
            long y = 58 - (most == 0 ? 0 : points.get(i).bytes() * 54 / most);
            line.append(line.isEmpty() ? "" : " ")
                    .append(i * 300 / (DAYS - 1))
                    .append(',')
                    .append(y);
        }
        return new Growth(points, line.toString());
    }

    private static List<Day> sum(List<Card> cards) {
        List<List<Day>> all =
                cards.stream().map(Card::days).filter(days -> !days.isEmpty()).toList();
        if (all.isEmpty()) {
            return List.of();
        }
        long[] counts = new long[DAYS];
        all.forEach(days -> {
            for (int i = 0; i < DAYS; i++) {
                counts[i] += days.get(i).count();
            }
        });
        List<Day> sums = new ArrayList<>();
        for (int i = 0; i < DAYS; i++) {
            sums.add(new Day(all.get(0).get(i).name(), counts[i], 0));
        }
        return scaled(sums);
    }

    private List<Day> days(Subject subject) {
        return scaled(new RecentDays(view)
                .of(subject, DAYS).stream()
                        .map(day -> new Day(day.name(), day.count(), 0))
                        .toList());
    }

    private static List<Day> scaled(List<Day> days) {
        long most = days.stream().mapToLong(Day::count).max().orElse(1);
        return days.stream()
                .map(day ->
                        new Day(day.name(), day.count(), day.count() == 0 ? 0 : Math.max(6, day.count() * 100 / most)))
                .toList();
    }
}
