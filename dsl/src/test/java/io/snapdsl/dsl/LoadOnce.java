package io.snapdsl.dsl;

import java.nio.file.Path;
import java.time.Clock;
import java.util.List;

/** Loads scripts, one after the other, in a process of its own, so that a specification can see what that process had to do. */
public final class LoadOnce {
    private LoadOnce() {}

    public static void main(String[] arguments) {
        for (String script : List.of(arguments).subList(1, arguments.length)) {
            long start = System.nanoTime();
            Loaded loaded =
                    new PolicyLoader(Path.of(arguments[0]), "test", Clock.systemDefaultZone()).load(Path.of(script));
            long millis = (System.nanoTime() - start) / 1_000_000;
            System.out.println("loaded " + loaded.getClass().getSimpleName() + " in " + millis + " ms");
        }
        System.exit(0);
    }
}
