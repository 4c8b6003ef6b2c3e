package io.snapdsl.engine.replay;

import com.fasterxml.jackson.databind.JsonNode;
import io.snapdsl.engine.event.Event;

/** What an event makes of a state: the rule by which a replay computes again what an agent had computed. */
public interface Reducer {
    /**
     * @param state what the state was before; it may be changed in place
     * @return what it is after
     * @throws FailedRuleException if it can't be said
     */
    JsonNode apply(JsonNode state, Event event);
}
