package io.snapdsl.dsl.words;

import groovy.lang.Closure;
import java.nio.file.Path;
import java.util.Collection;

/** What the words in a block of the script do. */
public abstract class Block implements Everywhere {
    final Declarations declarations;
    private boolean failed;

    Block(Declarations declarations) {
        this.declarations = declarations;
    }

    public final Declarations declarations() {
        return declarations;
    }

    @Override
    public final Path directory() {
        return declarations.directory();
    }

    @Override
    public final void say(String text) {
        declarations.printer().print(text);
    }

    final void fill(Closure<?> block, Block delegate) {
        declarations.fill(block, delegate);
    }

    /** What was not said may only not have been reached. */
    final boolean hasFailed() {
        return failed;
    }

    final void fail() {
        failed = true;
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
