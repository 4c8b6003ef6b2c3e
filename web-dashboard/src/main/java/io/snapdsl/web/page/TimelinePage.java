package io.snapdsl.web.page;

import io.javalin.http.Context;
import io.snapdsl.engine.history.Milestone;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.SnapshotLog;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Subject.State;
import io.snapdsl.engine.history.Trigger;
import io.snapdsl.engine.store.Pins.Pin;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.api.SnapshotQuery;
import io.snapdsl.web.http.Query;
import io.snapdsl.web.http.Route;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The snapshots of a subject, newest first: loaded piece by piece, as far as somebody scrolls. */
public final class TimelinePage implements Route.Group {
    private static final int PIECE = 100;
    /** More numbers than a browser asks for at once between a cursor and a floor. */
    private static final int STRETCH = 200;

    private static final List<String> FILTERS =
            List.of("session", "tool", "tag", "since", "until", "trigger", "grep", "file");

    /**
     * @param day set where another day begins than that of the one above
     * @param milestone set on the last snapshot of one, which stands at its top
     * @param size of what it holds, in words; empty when that is gone
     */
    public record Row(
            Snapshot snapshot,
            Optional<Pin> pin,
            Optional<Milestone> milestone,
            Optional<String> day,
            boolean inMilestone,
            String size) {}

    /**
     * @param more where the next piece is; null at the end
     * @param address of pieces of the whole chain: what is there between two numbers
     * @param below the number under which a browser may ask for them; 0 where it goes on piece by piece
     * @param inside whether it is one of them, so that others follow
     */
    public record Piece(
            List<Row> rows, String more, String address, long below, boolean inside, boolean filtered, Show show) {}

    public record Model(
            Frame frame,
            Subject subject,
            List<Subject> subjects,
            Map<String, String> filters,
            Piece piece,
            List<Trigger> triggers) {}

    private final StoreView view;

    public TimelinePage(StoreView view) {
        this.view = view;
    }

    @Override
    public List<Route> routes() {
        return List.of(
                Route.page("/timeline", view.reading(this::show)),
                Route.page("/timeline/piece", view.reading(this::piece)));
    }

    private void show(Context ctx) {
        Query query = new Query(ctx);
        List<Subject> subjects = view.store().subjects().all().stream()
                .filter(one -> !(one instanceof State))
                .toList();
        if (query.text("subject").isEmpty()) {
            ctx.redirect(subjects.stream()
                    .max(this::compareNewest)
                    .map(Link::timeline)
                    .orElse("/"));
            return;
        }
        Subject subject = view.subject(query);
        if (subject instanceof State) {
            ctx.redirect(Link.state(subject.name()));
            return;
        }
        Map<String, String> filters = new java.util.LinkedHashMap<>();
        FILTERS.forEach(name -> filters.put(name, query.text(name).orElse("")));
        Frame frame = new Frame(subject.name(), "/timeline", Optional.of(command(subject, filters)), new Show(view));
        Template.render(
                ctx,
                "timeline",
                new Model(frame, subject, subjects, filters, piece(subject, query, ctx), List.of(Trigger.values())));
    }

    private int compareNewest(Subject one, Subject other) {
        return newest(one).compareTo(newest(other));
    }

    private Instant newest(Subject subject) {
        return view.catalog()
                .head(subject.id())
                .map(head -> head.facts().time())
                .orElse(Instant.EPOCH);
    }

    private void piece(Context ctx) {
        Query query = new Query(ctx);
        Template.render(ctx, "timelinePiece", piece(view.subject(query), query, ctx));
    }

    private Piece piece(Subject subject, Query query, Context ctx) {
        int most = query.number("floor").isPresent() ? STRETCH : PIECE;
        SnapshotLog.Page page = new SnapshotQuery(view).page(subject, query, most);
        Map<SnapshotId, Pin> pins = view.store().pins().of(subject.id());
        List<Milestone> milestones = view.store().milestones().of(subject.id());
        Show show = new Show(view);
        List<Row> rows = new ArrayList<>();
        String day = query.text("day").or(() -> dayAbove(subject, query, show)).orElse(null);
        long floor = query.number("floor").orElse(0L);
        for (Snapshot snapshot : page.snapshots()) {
            if (snapshot.sequence() < floor) {
                break;
            }
            String own = show.day(snapshot.facts().time());
            Optional<Milestone> around = milestones.stream()
                    .filter(one -> one.contains(snapshot.sequence()))
                    .findFirst();
            rows.add(new Row(
                    snapshot,
                    Optional.ofNullable(pins.get(snapshot.id())),
                    around.filter(one -> one.last() == snapshot.sequence()),
                    Objects.equals(own, day) ? Optional.empty() : Optional.of(own),
                    around.isPresent(),
                    snapshot.isRemoved() ? "" : show.size(view.sizes().of(snapshot))));
            day = own;
        }
        boolean filtered = FILTERS.stream().anyMatch(name -> query.text(name).isPresent());
        String last = day;
        String more = page.next().isPresent() ? more(subject, query, page.next().getAsLong(), last, ctx) : null;
        boolean inside = query.number("floor").isPresent();
        boolean isWhole =
                !filtered && !inside && more != null && query.text("cursor").isEmpty();
        return new Piece(
                rows,
                inside ? null : more,
                "/timeline/piece?subject=" + Link.encode(subject.name()),
                isWhole ? page.next().getAsLong() : 0,
                inside && floor > 1,
                filtered,
                show);
    }

    /** Of what stands above a piece out of the middle. */
    private Optional<String> dayAbove(Subject subject, Query query, Show show) {
        return query.number("cursor")
                .flatMap(cursor -> view.catalog().atSequence(subject.id(), cursor))
                .map(above -> show.day(above.facts().time()));
    }

    private static String more(Subject subject, Query query, long cursor, String day, Context ctx) {
        StringBuilder address = new StringBuilder("/timeline/piece?subject=" + Link.encode(subject.name()));
        FILTERS.stream()
                .filter(name -> !name.equals("file"))
                .forEach(name -> query.text(name)
                        .ifPresent(text ->
                                address.append('&').append(name).append('=').append(Link.encode(text))));
        if (!query.path("file").isRoot()) {
            address.append("&file=").append(Link.encode(query.path("file")));
        }
        if (day != null) {
            address.append("&day=").append(Link.encode(day));
        }
        return address.append("&cursor=").append(cursor).toString();
    }

    private static String command(Subject subject, Map<String, String> filters) {
        StringBuilder command = new StringBuilder("snapdsl log " + Command.quote(subject.name()));
        filters.forEach((name, value) -> {
            if (!value.isEmpty()) {
                command.append(" --").append(name).append(' ').append(Command.quote(value));
            }
        });
        // Paths are seen from where somebody is.
        return filters.get("file").isEmpty() ? command.toString() : Command.in(subject, command.toString());
    }
}
