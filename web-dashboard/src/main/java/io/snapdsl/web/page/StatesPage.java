package io.snapdsl.web.page;

import com.fasterxml.jackson.databind.JsonNode;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.history.Subject.State;
import io.snapdsl.engine.json.Json;
import io.snapdsl.engine.json.JsonDifference;
import io.snapdsl.engine.state.Checkpoint;
import io.snapdsl.engine.state.States;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.http.Query;
import io.snapdsl.web.http.Route;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** What agents knew: their states' checkpoints, and how any two of them differ. */
public final class StatesPage implements Route.Group {
    private static final int PIECE = 100;

    public record Card(State state, Optional<Checkpoint> newest) {}

    public record All(Frame frame, List<Card> cards) {}

    /** @param next where older checkpoints are; null at the end */
    public record One(
            Frame frame,
            State state,
            List<Checkpoint> checkpoints,
            long from,
            long to,
            List<JsonDifference> differences,
            List<String> lines,
            String next) {}

    private final StoreView view;

    public StatesPage(StoreView view) {
        this.view = view;
    }

    @Override
    public List<Route> routes() {
        return List.of(
                Route.page("/states", this::list),
                Route.page("/state", view.reading(this::show)),
                Route.action("/state/rollback", this::rollback));
    }

    private States states() {
        return new States(view.store(), view.clock());
    }

    private void list(Context ctx) {
        List<Card> cards = states().all().stream()
                .map(state -> new Card(
                        state,
                        view.store().checkpoints().entries(state.id(), Long.MAX_VALUE, 1).stream()
                                .findFirst()))
                .toList();
        Template.render(
                ctx,
                "states",
                new All(new Frame("States", "/states", Optional.of("snapdsl state list"), new Show(view)), cards));
    }

    private void show(Context ctx) {
        Query query = new Query(ctx);
        State state = states().named(query.required("name"));
        List<Checkpoint> checkpoints = view.store()
                .checkpoints()
                .entries(state.id(), query.number("cursor").orElse(Long.MAX_VALUE), PIECE);
        long newest = checkpoints.isEmpty() ? 0 : checkpoints.get(0).number();
        long to = query.number("to").orElse(newest);
        long from = query.number("from").orElseGet(() -> before(state, to));
        JsonNode before = at(state, from);
        JsonNode after = at(state, to);
        long last = checkpoints.isEmpty()
                ? 1
                : checkpoints.get(checkpoints.size() - 1).number();
        Template.render(
                ctx,
                "state",
                new One(
                        new Frame(
                                "State " + state.name(),
                                "/states",
                                Optional.of(
                                        "snapdsl state diff " + Command.quote(state.name()) + " " + from + " " + to),
                                new Show(view)),
                        state,
                        checkpoints,
                        from,
                        to,
                        JsonDifference.between(before, after),
                        new String(Json.readable(after), StandardCharsets.UTF_8)
                                .lines()
                                .toList(),
                        last > 1 ? Link.state(state.name()) + "&cursor=" + last : null));
    }

    /** A state that was brought in need not begin with 1. */
    private long before(State state, long number) {
        return view.store().checkpoints().entries(state.id(), number, 1).stream()
                .findFirst()
                .map(Checkpoint::number)
                .orElse(0L);
    }

    /** Before the first checkpoint there is nothing. */
    private JsonNode at(State state, long number) {
        boolean isBeforeAll = number == 0
                && view.store().checkpoints().find(state.id(), number).isEmpty();
        return isBeforeAll
                ? Json.object()
                : states().restore(state, number).state().node();
    }

    private void rollback(Context ctx) {
        State state = states().named(Form.text(ctx, "name").orElse(""));
        long number = new Query(ctx)
                .number("number")
                .orElseThrow(
                        () -> new SnapdslException(ErrorCode.USAGE, "Which checkpoint is not said.", "Add ?number=N."));
        Checkpoint made = states().rollback(state, number, "");
        ctx.redirect(Link.state(state.name()) + "&to=" + made.number(), HttpStatus.SEE_OTHER);
    }
}
