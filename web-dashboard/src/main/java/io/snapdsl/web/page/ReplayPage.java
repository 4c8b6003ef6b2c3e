package io.snapdsl.web.page;

import com.fasterxml.jackson.databind.JsonNode;
import io.javalin.http.Context;
import io.snapdsl.engine.event.Event;
import io.snapdsl.engine.json.Json;
import io.snapdsl.engine.json.JsonDifference;
import io.snapdsl.engine.session.AgentSession;
import io.snapdsl.engine.state.Checkpoint;
import io.snapdsl.engine.state.Restored;
import io.snapdsl.engine.state.States;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.api.SessionsResource;
import io.snapdsl.web.http.Query;
import io.snapdsl.web.http.Route;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What happened in a session, step by step, and what its states were at each step. */
public final class ReplayPage implements Route.Group {
    private static final int MOST = 2000;

    /** @param label what it is about, in a few words */
    public record Line(Event event, String label) {}

    /** @param differences from the checkpoint before */
    public record Known(String state, Checkpoint checkpoint, List<JsonDifference> differences, List<String> lines) {}

    public record Step(
            String session, long clock, Optional<Event> event, List<String> details, List<Known> known, Show show) {}

    public record Model(Frame frame, AgentSession session, List<Line> lines, long last, boolean more, Step step) {}

    private final StoreView view;

    public ReplayPage(StoreView view) {
        this.view = view;
    }

    @Override
    public List<Route> routes() {
        return List.of(
                Route.page("/session/replay", view.reading(this::show)),
                Route.page("/session/step", view.reading(this::step)));
    }

    private void show(Context ctx) {
        Query query = new Query(ctx);
        AgentSession session = SessionsResource.find(view, query.required("name"));
        List<Event> events = view.store().events().page(session.id(), 0, MOST);
        long last = events.isEmpty() ? 0 : events.get(events.size() - 1).clock();
        long at = query.number("clock").orElse(last);
        Frame frame = new Frame(
                "Replay of " + session.id(),
                "/sessions",
                Optional.of("snapdsl state replay " + Command.quote(session.id())),
                new Show(view));
        Template.render(
                ctx,
                "replay",
                new Model(
                        frame,
                        session,
                        events.stream()
                                .map(event -> new Line(event, label(event)))
                                .toList(),
                        last,
                        events.size() == MOST,
                        step(session.id(), events, at)));
    }

    private void step(Context ctx) {
        Query query = new Query(ctx);
        AgentSession session = SessionsResource.find(view, query.required("name"));
        List<Event> events = view.store().events().page(session.id(), 0, MOST);
        Template.render(
                ctx,
                "replayStep",
                step(session.id(), events, query.number("clock").orElse(0L)));
    }

    private Step step(String session, List<Event> events, long clock) {
        Map<String, Long> checkpoints = new TreeMap<>();
        Optional<Event> current = Optional.empty();
        for (Event event : events) {
            if (event.clock() > clock) {
                break;
            }
            current = Optional.of(event);
            JsonNode details = event.what().details().node();
            if (event.what().isSnapshotCreated() && details.has("checkpoint")) {
                checkpoints.put(
                        details.path("state").asText(),
                        details.path("checkpoint").asLong());
            }
        }
        return new Step(
                session,
                clock,
                current,
                current.map(event -> readable(event.what().details().node())).orElse(List.of()),
                checkpoints.entrySet().stream()
                        .flatMap(one -> known(one.getKey(), one.getValue()).stream())
                        .toList(),
                new Show(view));
    }

    /** Empty if it is not in this store: a session may have been brought in without its states. */
    private Optional<Known> known(String name, long number) {
        States states = new States(view.store(), view.clock());
        return states.find(name)
                .filter(state ->
                        view.store().checkpoints().find(state.id(), number).isPresent())
                .map(state -> {
                    Restored now = states.restore(state, number);
                    JsonNode before = view.store().checkpoints().entries(state.id(), number, 1).stream()
                            .findFirst()
                            .map(earlier -> states.restore(state, earlier.number())
                                    .state()
                                    .node())
                            .orElseGet(Json::object);
                    return new Known(
                            name,
                            now.checkpoint(),
                            JsonDifference.between(before, now.state().node()),
                            readable(now.state().node()));
                });
    }

    private static String label(Event event) {
        JsonNode details = event.what().details().node();
        if (details.has("checkpoint")) {
            return details.path("state").asText() + " #"
                    + details.path("checkpoint").asText();
        }
        if (details.has("snapshot")) {
            return details.path("subject").asText();
        }
        return details.isEmpty() ? "" : event.what().details().toString();
    }

    private static List<String> readable(JsonNode node) {
        return new String(Json.readable(node), StandardCharsets.UTF_8).lines().toList();
    }
}
