package io.snapdsl.dsl.words;

import io.snapdsl.engine.policy.When;
import java.util.List;

/** What stands after {@code on}. One word can mean several triggers: {@code runBoundaries} are a start and an end. */
public record Occasion(List<When> triggers) {
    public Occasion {
        triggers = List.copyOf(triggers);
    }

    static Occasion of(When... triggers) {
        return new Occasion(List.of(triggers));
    }
}
