package io.snapdsl.web.api;

import io.javalin.http.Context;
import io.snapdsl.engine.milestone.MilestoneContents;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.http.Answer;
import io.snapdsl.web.http.Query;
import io.snapdsl.web.http.Route;
import java.util.List;

/** Named stretches of a chain. */
public final class MilestonesResource implements Route.Group {
    private final StoreView view;

    public MilestonesResource(StoreView view) {
        this.view = view;
    }

    @Override
    public List<Route> routes() {
        return List.of(Route.get(Route.API + "/milestones", "Lists a subject's milestones, oldest first.", this::list)
                .with("subject", "Its name; may be left out where there is only one."));
    }

    private void list(Context ctx) {
        MilestoneContents contents = new MilestoneContents(view.store());
        Answer.json(
                ctx,
                Shapes.object(
                        "milestones",
                        view
                                .store()
                                .milestones()
                                .of(view.subject(new Query(ctx)).id())
                                .stream()
                                .map(milestone -> Shapes.milestone(milestone, contents.last(milestone)))
                                .toList()));
    }
}
