package io.snapdsl.dsl;

import io.snapdsl.engine.policy.PolicyFile;
import java.util.List;

/** What became of a script: all of it, or nothing. */
public sealed interface Loaded {
    record Valid(PolicyFile policies) implements Loaded {}

    /** @param mistakes all that were found, in the order of the script; at least one */
    record Mistaken(List<Mistake> mistakes) implements Loaded {
        public Mistaken {
            mistakes = List.copyOf(mistakes);
        }
    }
}
