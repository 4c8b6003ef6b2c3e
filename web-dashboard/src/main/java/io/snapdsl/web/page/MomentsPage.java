package io.snapdsl.web.page;

import io.javalin.http.Context;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.Subject.State;
import io.snapdsl.engine.history.Trigger;
import io.snapdsl.engine.moment.Moment;
import io.snapdsl.engine.moment.MomentFinder;
import io.snapdsl.engine.moment.Part;
import io.snapdsl.engine.plan.PlanReport;
import io.snapdsl.web.MomentActions;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.http.Route;
import java.util.List;
import java.util.Optional;

/** What was taken together, and the way back to all of it. */
public final class MomentsPage implements Route.Group {
    private static final int LISTED = 200;

    public record All(Frame frame, List<Moment> moments) {}

    /**
     * One part of a moment, and how it differs from the part of the moment before.
     *
     * @param link to the snapshot or the checkpoint
     * @param compare null where there is nothing to compare it with
     */
    public record Row(String subject, String name, String link, boolean isNew, String compare) {}

    /** @param steps of the restore: what would be done, or was; empty while nobody asked */
    public record One(
            Frame frame,
            Moment moment,
            List<Row> rows,
            Optional<Moment> kept,
            Optional<PlanReport> steps,
            boolean done) {}

    private final StoreView view;
    private final MomentActions actions;

    public MomentsPage(StoreView view) {
        this.view = view;
        this.actions = new MomentActions(view);
    }

    @Override
    public List<Route> routes() {
        return List.of(
                Route.page("/moments", this::list),
                Route.page("/moments/{id}", this::show),
                Route.page("/moments/{id}/restore", this::preview),
                Route.action("/moments/{id}/restore", this::restore));
    }

    private void list(Context ctx) {
        Frame frame = new Frame("Moments", "/moments", Optional.of("snapdsl moment list"), new Show(view));
        Template.render(ctx, "moments", new All(frame, view.store().moments().newest(LISTED)));
    }

    private Moment find(Context ctx) {
        return new MomentFinder(view.store().moments()).find(ctx.pathParam("id"));
    }

    private void show(Context ctx) {
        render(ctx, find(ctx), "show", Optional.empty(), Optional.empty(), false);
    }

    private void preview(Context ctx) {
        Moment moment = find(ctx);
        PlanReport report = actions.preview(moment);
        render(ctx, moment, "restore --dry-run", Optional.empty(), Optional.of(report), false);
    }

    private void restore(Context ctx) {
        Moment moment = find(ctx);
        MomentActions.Restored done = actions.restore(moment, Trigger.RESTORE);
        render(ctx, moment, "restore", done.kept(), Optional.of(done.report()), true);
    }

    private void render(
            Context ctx,
            Moment moment,
            String command,
            Optional<Moment> kept,
            Optional<PlanReport> steps,
            boolean done) {
        String[] words = command.split(" ", 2);
        Frame frame = new Frame(
                "Moment " + moment.id().shortHex(),
                "/moments",
                Optional.of("snapdsl moment " + words[0] + " " + moment.id().shortHex()
                        + (words.length > 1 ? " " + words[1] : "")),
                new Show(view));
        Template.render(
                ctx,
                "moment",
                new One(frame, moment, moment.parts().stream().map(this::row).toList(), kept, steps, done));
    }

    private String subject(Part part) {
        return view.store()
                .subjects()
                .find(part.subjectId())
                .filter(subject -> !(subject instanceof State))
                .map(Link::timeline)
                .orElseGet(() -> Link.state(part.subject()));
    }

    private Row row(Part part) {
        if (part instanceof Part.OfCheckpoint checkpoint) {
            String link = Link.state(part.subject()) + "&to=" + checkpoint.number();
            return new Row(part.subject(), "#" + checkpoint.number(), link, part.isNew(), null);
        }
        if (part instanceof Part.Absent) {
            return new Row(part.subject(), "not there", subject(part), false, null);
        }
        SnapshotId snapshot = ((Part.OfSnapshot) part).snapshot();
        String compare = "/compare?from=" + snapshot.hex() + "&to=" + Link.encode(part.subject()) + "@latest";
        return new Row(part.subject(), snapshot.shortHex(), Link.snapshot(snapshot), part.isNew(), compare);
    }
}
