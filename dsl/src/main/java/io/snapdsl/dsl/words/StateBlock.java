package io.snapdsl.dsl.words;

import groovy.lang.Closure;
import groovy.lang.DelegatesTo;
import io.snapdsl.engine.policy.Declared;
import io.snapdsl.engine.replay.Reducer;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

@Place(name = "state { }", value = "An agent's own JSON state to protect.")
public final class StateBlock extends Block {
    private Optional<Path> file = Optional.empty();
    private Map<String, Reducer> replay = Map.of();

    StateBlock(Declarations declarations) {
        super(declarations);
    }

    @Word(
            value =
                    "The file in which the agent keeps it: each time a trigger comes, what is in it becomes a checkpoint,"
                            + " and a restore writes it back. Relative to the script's own directory, `~` is the user's.",
            example = "path 'agent/state.json'",
            byDefault = "none: the agent hands its checkpoints over by itself",
            once = true)
    public void path(@Checked(Literal.NAME) String path) {
        if (check("path", Literal.NAME, path)) {
            file = Optional.of(Places.resolve(declarations.directory(), path));
        }
    }

    @Word(
            value = "How events change the state, so that `snapdsl state replay` can compute it again and compare.",
            example = "replay { on('tool_result') { state, event -> state.results << event.details } }",
            byDefault = "nothing is computed: a replay checks what was recorded",
            once = true)
    public void replay(@DelegatesTo(value = ReplayBlock.class, strategy = Closure.DELEGATE_ONLY) Closure<?> block) {
        ReplayBlock words = new ReplayBlock(declarations);
        fill(block, words);
        replay = words.reducers();
    }

    Declared.State state(String name) {
        return new Declared.State(name, file, replay);
    }
}
