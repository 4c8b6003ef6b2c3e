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
    private static final int GUESSED = 0;

    static Frame of(Vocabulary vocabulary) {
        return new Frame(Optional.of(vocabulary), true, new HashMap<>());
    }

    static Frame unknown() {
        return new Frame(Optional.empty(), false, new HashMap<>());
    }

    void say(String word, int line) {
        said.merge(word, line, (before, now) -> before == GUESSED ? now : before);
    }

    /** That a misspelt word was probably this one: it is not missing then, but may still be said. */
    void guess(String word) {
        said.putIfAbsent(word, GUESSED);
    }

    /** Where it was said first. */
    Optional<Integer> lineOf(String word) {
        return Optional.ofNullable(said.get(word)).filter(line -> line != GUESSED);
    }

    /** The same words, in a closure or function of the author's own. */
    Frame plain() {
        return new Frame(vocabulary, false, said);
    }
}
