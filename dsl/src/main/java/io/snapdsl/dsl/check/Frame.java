package io.snapdsl.dsl.check;

import io.snapdsl.dsl.words.Vocabulary;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A part of the script being looked at.
 *
 * @param vocabulary the words that can be said there; none when it is in a block that nobody knows
 * @param declaring whether what stands there alone must do something; not so in the author's own functions
 * @param said the words said there so far, and in which line first
 */
record Frame(Optional<Vocabulary> vocabulary, boolean declaring, Map<String, Integer> said) {
    static Frame of(Vocabulary vocabulary) {
        return new Frame(Optional.of(vocabulary), true, new HashMap<>());
    }

    static Frame unknown() {
        return new Frame(Optional.empty(), false, new HashMap<>());
    }

    /** The same words, in a closure or function of the author's own. */
    Frame plain() {
        return new Frame(vocabulary, false, said);
    }
}
