package io.snapdsl.web.page;

import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.snapdsl.engine.history.Milestone;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.milestone.MilestoneChanges;
import io.snapdsl.engine.milestone.MilestoneContents;
import io.snapdsl.engine.milestone.Span;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.WorkspaceActions;
import io.snapdsl.web.http.Query;
import io.snapdsl.web.http.Route;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Named stretches of a subject's history. */
public final class MilestonesPage implements Route.Group {
    /**
     * @param lasts the ids of their last snapshots
     * @param sequence of the newest snapshot, up to which a new one would reach
     */
    public record Model(
            Frame frame, Subject subject, List<Milestone> milestones, Map<Milestone, String> lasts, long sequence) {
        /** Where a new one would begin. */
        public long next() {
            return milestones.isEmpty() ? 1 : milestones.get(0).last() + 1;
        }
    }

    private final StoreView view;
    private final WorkspaceActions actions;

    public MilestonesPage(StoreView view) {
        this.view = view;
        this.actions = new WorkspaceActions(view);
    }

    @Override
    public List<Route> routes() {
        return List.of(Route.page("/milestones", this::show), Route.action("/milestones", this::create));
    }

    private void show(Context ctx) {
        Query query = new Query(ctx);
        Subject subject = view.subject(query);
        List<Milestone> newestFirst = new ArrayList<>(view.store().milestones().of(subject.id()));
        Collections.reverse(newestFirst);
        MilestoneContents contents = new MilestoneContents(view.store());
        Template.render(
                ctx,
                "milestones",
                new Model(
                        new Frame(
                                "Milestones of " + subject.name(),
                                "/timeline",
                                Optional.of(Command.in(subject, "snapdsl milestone list")),
                                new Show(view)),
                        subject,
                        newestFirst,
                        newestFirst.stream()
                                .collect(Collectors.toMap(
                                        one -> one,
                                        one -> contents.last(one).id().hex())),
                        view.catalog()
                                .head(subject.id())
                                .map(Snapshot::sequence)
                                .orElse(0L)));
    }

    private void create(Context ctx) {
        Workspace workspace = actions.workspace(view.subject(Form.text(ctx, "subject")));
        new MilestoneChanges(view.store(), view.clock())
                .create(
                        workspace,
                        new MilestoneChanges.Label(
                                Form.text(ctx, "title").orElse(""),
                                Form.text(ctx, "description").orElse(""),
                                List.of()),
                        Span.AUTOMATIC);
        ctx.redirect("/milestones?subject=" + Link.encode(workspace.name()), HttpStatus.SEE_OTHER);
    }
}
