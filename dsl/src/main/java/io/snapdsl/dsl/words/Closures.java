package io.snapdsl.dsl.words;

import groovy.lang.Closure;

/** How blocks of a script are run. */
final class Closures {
    private Closures() {}

    /** A copy is run: the same block may be run again, for another policy or by another thread. */
    static void run(Closure<?> block, Object delegate) {
        Closure<?> copy = block.rehydrate(delegate, block.getOwner(), block.getThisObject());
        copy.setResolveStrategy(Closure.DELEGATE_ONLY);
        copy.call();
    }
}
