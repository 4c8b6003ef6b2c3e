package io.snapdsl.engine.shape;

import io.snapdsl.engine.event.Event;
import io.snapdsl.engine.replay.Finding;
import io.snapdsl.engine.replay.Replay;
import io.snapdsl.engine.replay.ReplayListener;
import io.snapdsl.engine.state.Checkpoint;
import io.snapdsl.engine.state.Restored;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** A replay that happens while it is written down: what came of it is known only after the last event. */
public final class ReplayShape {
    private final Function<ReplayListener, Replay.Result> replay;
    private Replay.Result result;

    public ReplayShape(Function<ReplayListener, Replay.Result> replay) {
        this.replay = replay;
    }

    public Map<String, Object> of(String session) {
        Elements events = consumer -> result = replay.apply((event, kept) -> consumer.accept(shape(event, kept)));
        return Shapes.object(
                "session", session,
                "events", events,
                "replayed", (Supplier<Object>) () -> result.events(),
                "checkpoints", (Supplier<Object>) () -> result.checkpoints(),
                "snapshots", (Supplier<Object>) () -> result.snapshots(),
                "removed", (Supplier<Object>) () -> result.removed(),
                "elsewhere", (Supplier<Object>) () -> result.elsewhere(),
                "compared", (Supplier<Object>) () -> result.compared(),
                "finding",
                        (Supplier<Object>)
                                () -> result.finding().map(ReplayShape::shape).orElse(null));
    }

    /** Once it was written. */
    public Replay.Result result() {
        return result;
    }

    private static Map<String, Object> shape(Event event, Optional<Restored> kept) {
        Map<String, Object> shape = StateShape.event(event);
        kept.map(Restored::checkpoint).map(Checkpoint::label).ifPresent(label -> shape.put("label", label));
        return shape;
    }

    private static Map<String, Object> shape(Finding finding) {
        return Shapes.object(
                "event", finding.clock(),
                "code", finding.code().name(),
                "problem", finding.problem(),
                "differences",
                        finding.differences().stream()
                                .map(StateShape::difference)
                                .toList());
    }
}
