package io.snapdsl.dsl.words;

import groovy.lang.Closure;
import io.snapdsl.engine.replay.Reducer;
import java.util.LinkedHashMap;
import java.util.Map;

@Place(
        name = "replay { }",
        value =
                "How events change a state. What stands in its blocks gives the same each time: it sees the state and the"
                        + " event, calculates with texts, numbers, lists and maps, and nothing else.")
public final class ReplayBlock extends Block {
    private final Map<String, Reducer> reducers = new LinkedHashMap<>();

    ReplayBlock(Declarations declarations) {
        super(declarations);
    }

    @Word(
            value =
                    "What an event of this type makes of the state. The block changes the state in place; of the event it"
                            + " sees `type`, `details`, `capability`, `cause`, `result`, `session` and `clock`.",
            example = "on('tool_result') { state, event -> state.count = (state.count ?: 0) + 1 }",
            replayed = true)
    public void on(@Checked(Literal.NAME) String type, Closure<?> change) {
        if (check("on", Literal.NAME, type)
                && reducers.putIfAbsent(type, new ClosureReducer(change, declarations.lines())) != null) {
            mistake("on", "There is a block for '" + type + "' already: put both into one.");
        }
    }

    Map<String, Reducer> reducers() {
        return reducers;
    }
}
