package io.snapdsl.web.api;

import io.javalin.http.Context;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.event.Event;
import io.snapdsl.engine.event.EventDraft;
import io.snapdsl.engine.event.SessionLog;
import io.snapdsl.engine.history.Subject.State;
import io.snapdsl.engine.json.CanonicalJson;
import io.snapdsl.engine.json.JsonDifference;
import io.snapdsl.engine.replay.Replay;
import io.snapdsl.engine.session.AgentSession;
import io.snapdsl.engine.session.AgentSessions;
import io.snapdsl.engine.shape.ReplayShape;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.engine.shape.StateShape;
import io.snapdsl.engine.state.Checkpoint;
import io.snapdsl.engine.state.Restored;
import io.snapdsl.engine.state.States;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.http.Answer;
import io.snapdsl.web.http.Body;
import io.snapdsl.web.http.Query;
import io.snapdsl.web.http.Route;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** What agents knew, and what happened in their sessions. */
public final class StatesResource implements Route.Group {
    private final StoreView view;

    public StatesResource(StoreView view) {
        this.view = view;
    }

    @Override
    public List<Route> routes() {
        return List.of(
                Route.get(Route.API + "/states", "Lists the states with their newest checkpoints.", this::all),
                Route.get(Route.API + "/states/diff", "How two checkpoints differ.", view.reading(this::compare))
                        .needing("state", "Its name.")
                        .needing("from", "A checkpoint's number.")
                        .needing("to", "Another."),
                Route.get(
                                Route.API + "/session/replay",
                                "Goes through an agent run once more and checks all that it names.",
                                view.reading(this::replay))
                        .needing("name", "The run's name.")
                        .with("until", "No further than the event at this logical time."),
                Route.post(Route.API + "/checkpoints", "Keeps a state.", this::keep)
                        .needing("state", "Its name; made on first use.")
                        .needing("label", "What to know it by.")
                        .needing("value", "Any JSON value.")
                        .with("session", "The agent run it belongs to."),
                Route.post(Route.API + "/states/rollback", "A checkpoint becomes the newest once more.", this::rollBack)
                        .needing("state", "Its name.")
                        .needing("number", "The checkpoint's.")
                        .with("session", "The agent run it belongs to."),
                Route.post(Route.API + "/session/events", "Records what happened in an agent run.", this::record)
                        .needing("name", "The run's name; started with its first event if need be.")
                        .needing("type", "What kind of thing happened.")
                        .with("details", "What exactly: any JSON value.")
                        .with("capability", "What was made use of.")
                        .with("cause", "The token or action that led to it.")
                        .with("result", "What came of it."),
                Route.get(Route.API + "/checkpoints", "Lists the checkpoints of a state, newest first.", this::list)
                        .needing("state", "Its name.")
                        .with("cursor", "Where to go on: 'next' of the answer before.")
                        .with("limit", "At most so many; 50, and never more than 500."),
                Route.get(Route.API + "/checkpoint", "A checkpoint with its state.", view.reading(this::show))
                        .needing("state", "Its name.")
                        .with("number", "Which; the newest if it is left out."),
                Route.get(Route.API + "/session/events", "What happened in an agent run, oldest first.", this::happened)
                        .needing("name", "The run's name.")
                        .with("after", "Only later than this logical time.")
                        .with("cursor", "Where to go on: 'next' of the answer before.")
                        .with("limit", "At most so many; 100, and never more than 1000."));
    }

    private States states() {
        return new States(view.store(), view.clock());
    }

    private void all(Context ctx) {
        Answer.json(
                ctx,
                Shapes.object(
                        "states", states().all().stream().map(this::newest).toList()));
    }

    private Map<String, Object> newest(State state) {
        return Shapes.object(
                "state",
                state.name(),
                "newest",
                view.store().checkpoints().entries(state.id(), Long.MAX_VALUE, 1).stream()
                        .findFirst()
                        .map(StateShape::checkpoint)
                        .orElse(null));
    }

    private void compare(Context ctx) {
        Query query = new Query(ctx);
        State state = states().named(query.required("state"));
        Answer.json(
                ctx,
                StateShape.comparison(JsonDifference.between(
                        value(state, query, "from").node(),
                        value(state, query, "to").node())));
    }

    private CanonicalJson value(State state, Query query, String which) {
        query.required(which);
        return states().restore(state, query.number(which).orElseThrow()).state();
    }

    private void replay(Context ctx) {
        Query query = new Query(ctx);
        AgentSession session = SessionsResource.find(view, query.required("name"));
        OptionalLong until = query.number("until").map(OptionalLong::of).orElseGet(OptionalLong::empty);
        Replay.Request request = new Replay.Request(session.id(), until, Optional.empty(), Map.of());
        Answer.json(
                ctx, new ReplayShape(listener -> new Replay(view.store(), request, listener).run()).of(session.id()));
    }

    private void keep(Context ctx) {
        Body body = new Body(ctx);
        CanonicalJson value = body.value("value")
                .orElseThrow(() ->
                        new SnapdslException(ErrorCode.USAGE, "'value' is missing.", "Add it to the body, as JSON."));
        Answer.json(
                ctx,
                StateShape.checkpoint(states().checkpoint(
                                states().register(body.required("state")),
                                body.required("label"),
                                session(body),
                                value)));
    }

    private static String session(Body body) {
        return body.text("session").map(AgentSessions::usable).orElse("");
    }

    private void rollBack(Context ctx) {
        Body body = new Body(ctx);
        State state = states().named(body.required("state"));
        long number = body.bigNumber("number", 1)
                .orElseThrow(() ->
                        new SnapdslException(ErrorCode.USAGE, "'number' is missing.", "Add the checkpoint's number."));
        Answer.json(ctx, StateShape.checkpoint(states().rollback(state, number, session(body))));
    }

    private void record(Context ctx) {
        Body body = new Body(ctx);
        String session = AgentSessions.usable(body.required("name"));
        List<Event> made = new SessionLog(view.store().events(), session)
                .append(List.of(new EventDraft(
                        body.required("type"),
                        body.value("details").orElse(CanonicalJson.EMPTY_OBJECT),
                        body.text("capability").orElse(""),
                        body.text("cause").orElse(""),
                        body.text("result").orElse(""),
                        view.clock().instant())));
        Answer.json(
                ctx,
                Shapes.object(
                        "session", session,
                        "recorded", made.size(),
                        "clock", made.get(made.size() - 1).clock()));
    }

    private void list(Context ctx) {
        Query query = new Query(ctx);
        State state = states().named(query.required("state"));
        List<Checkpoint> page = view.store()
                .checkpoints()
                .entries(state.id(), query.number("cursor").orElse(Long.MAX_VALUE), query.limit(50, 500));
        long last = page.isEmpty() ? 1 : page.get(page.size() - 1).number();
        Answer.json(
                ctx,
                Shapes.object(
                        "checkpoints",
                        page.stream().map(StateShape::checkpoint).toList(),
                        "next",
                        last > 1 ? String.valueOf(last) : null));
    }

    private void show(Context ctx) {
        Query query = new Query(ctx);
        State state = states().named(query.required("state"));
        Restored found = states().restore(
                        state,
                        query.number("number")
                                .orElseGet(() -> view.store()
                                        .checkpoints()
                                        .end(state.id())
                                        .number()));
        Map<String, Object> shape = StateShape.checkpoint(found.checkpoint());
        shape.put("value", found.state());
        Answer.json(ctx, shape);
    }

    private void happened(Context ctx) {
        Query query = new Query(ctx);
        AgentSession session = SessionsResource.find(view, query.required("name"));
        int limit = query.limit(100, 1000);
        long after = query.number("cursor").or(() -> query.number("after")).orElse(0L);
        List<Event> page = view.store().events().page(session.id(), after, limit);
        Answer.json(
                ctx,
                Shapes.object(
                        "events",
                        page.stream().map(StateShape::event).toList(),
                        "next",
                        page.size() < limit
                                ? null
                                : String.valueOf(page.get(limit - 1).clock())));
    }
}
