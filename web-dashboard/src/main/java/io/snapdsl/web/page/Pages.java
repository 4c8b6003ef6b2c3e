package io.snapdsl.web.page;

import io.snapdsl.web.StoreView;
import io.snapdsl.web.http.Route;
import java.util.List;
import java.util.stream.Stream;

/** All pages. */
public final class Pages implements Route.Group {
    private final List<Route> routes;

    public Pages(StoreView view) {
        routes = Stream.of(
                        new OverviewPage(view),
                        new TimelinePage(view),
                        new SnapshotPage(view),
                        new BrowsePage(view),
                        new ComparePage(view),
                        new FilePage(view),
                        new SearchPage(view),
                        new RestorePage(view),
                        new RevertPage(view),
                        new ActionsPage(view),
                        new MilestonesPage(view),
                        new SessionsPage(view),
                        new ReplayPage(view),
                        new MomentsPage(view),
                        new StatesPage(view),
                        new ContainersPage(view),
                        new ContainerRestorePage(view),
                        new PoliciesPage(view),
                        new PlanPage(view),
                        new OperationsPage(view),
                        new StoragePage(view))
                .map(Route.Group::routes)
                .flatMap(List::stream)
                .toList();
    }

    @Override
    public List<Route> routes() {
        return routes;
    }
}
