package io.snapdsl.dsl.words;

import groovy.lang.Closure;
import io.snapdsl.engine.policy.Hook;
import java.nio.file.Path;

/** A block of the script that is run later, each time on a copy. */
record ClosureAction(Closure<?> block, Path directory) implements Hook.Action {
    @Override
    public void run(Hook.Context context) {
        HookBlock words = new HookBlock(context, directory);
        try {
            Closures.run(block, words);
        } finally {
            words.end();
        }
    }
}
