package io.snapdsl.dsl.words;

import com.fasterxml.jackson.databind.JsonNode;
import groovy.lang.Closure;
import io.snapdsl.engine.event.Event;
import io.snapdsl.engine.event.EventDraft;
import io.snapdsl.engine.replay.FailedRuleException;
import io.snapdsl.engine.replay.Reducer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A block of the script that changes a state; it is run on a copy, and sees nothing of the script. */
record ClosureReducer(Closure<?> block, ScriptLines lines) implements Reducer {
    @Override
    public JsonNode apply(JsonNode state, Event event) {
        try {
            return changed(state, event);
        } catch (StackOverflowError e) {
            throw new FailedRuleException("it has no end; does the state hold itself?", e);
        } catch (RuntimeException | AssertionError e) {
            String reason = Optional.ofNullable(e.getMessage())
                    .flatMap(message -> message.lines().findFirst())
                    .orElse(e.getClass().getSimpleName());
            throw new FailedRuleException("line " + lines.of(e) + ": " + reason, e);
        }
    }

    private JsonNode changed(JsonNode state, Event event) {
        Object changing = JsonValues.of(state);
        Closure<?> copy = block.rehydrate(null, null, null);
        copy.setResolveStrategy(Closure.TO_SELF);
        if (copy.getMaximumNumberOfParameters() > 1) {
            copy.call(changing, values(event));
        } else {
            copy.call(changing);
        }
        return JsonValues.node(changing);
    }

    private static Map<String, Object> values(Event event) {
        EventDraft what = event.what();
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("type", what.type());
        values.put("details", JsonValues.of(what.details().node()));
        values.put("capability", what.capability());
        values.put("cause", what.cause());
        values.put("result", what.result());
        values.put("session", event.session());
        values.put("clock", event.clock());
        return values;
    }
}
