package io.snapdsl.engine.replay;

import io.snapdsl.engine.event.Event;
import io.snapdsl.engine.state.Restored;
import java.util.Optional;

/** Is told of each event that was found as it was recorded, in order. */
public interface ReplayListener {
    /** @param checkpoint the one that the event is about */
    void event(Event event, Optional<Restored> checkpoint);
}
