package io.snapdsl.web.api;

import io.snapdsl.web.StoreView;
import io.snapdsl.web.http.Answer;
import io.snapdsl.web.http.OpenApi;
import io.snapdsl.web.http.Route;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Everything under {@code /api/v1}, and the document that describes it. */
public final class Api implements Route.Group, AutoCloseable {
    private final EventsResource events;
    private final List<Route> routes;

    public Api(StoreView view) {
        events = new EventsResource(view);
        List<Route> described = new ArrayList<>(Stream.of(
                        new SubjectsResource(view),
                        new SnapshotsResource(view),
                        new TreeResource(view),
                        new ArchiveResource(view),
                        new DiffResource(view),
                        new SearchResource(view),
                        new RestoreResource(view),
                        new HistoryResource(view),
                        new SessionsResource(view),
                        new MilestonesResource(view),
                        new MomentsResource(view),
                        new ContainersResource(view),
                        new StatesResource(view),
                        new PoliciesResource(view),
                        new ActionsResource(view),
                        new OperationsResource(view),
                        new UpkeepResource(view),
                        new PresentResource(view),
                        new OverviewResource(view),
                        new TransferResource(view),
                        new StatsResource(view),
                        events)
                .map(Route.Group::routes)
                .flatMap(List::stream)
                .toList());
        described.add(Route.get(
                Route.API + "/openapi.json", "This document.", ctx -> Answer.json(ctx, OpenApi.document(described))));
        routes = List.copyOf(described);
    }

    @Override
    public List<Route> routes() {
        return routes;
    }

    @Override
    public void close() {
        events.close();
    }
}
