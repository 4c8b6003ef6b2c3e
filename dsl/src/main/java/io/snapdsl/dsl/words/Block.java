package io.snapdsl.dsl.words;

import groovy.lang.Closure;
import java.util.Collection;

/** What the words in a block of the script do. */
abstract class Block {
    final Declarations declarations;

    Block(Declarations declarations) {
        this.declarations = declarations;
    }

    final void fill(Closure<?> block, Block delegate) {
        declarations.fill(block, delegate);
    }

    final void mistake(String word, String message) {
        declarations.mistake(word, message);
    }

    final boolean check(String word, Literal literal, Object value) {
        return declarations.check(word, literal, value);
    }

    final boolean checkAll(String word, Literal literal, Collection<?> values) {
        return values.stream().allMatch(value -> check(word, literal, value));
    }
}
