package io.snapdsl.dsl;

import java.nio.file.Path;
import java.time.Clock;

/** Loads a script in a process of its own, so that a specification can see what that process had to do. */
public final class LoadOnce {
    private LoadOnce() {}

    public static void main(String[] arguments) {
        long start = System.nanoTime();
        Loaded loaded =
                new PolicyLoader(Path.of(arguments[0]), "test", Clock.systemDefaultZone()).load(Path.of(arguments[1]));
        long millis = (System.nanoTime() - start) / 1_000_000;
        System.out.println("loaded " + loaded.getClass().getSimpleName() + " in " + millis + " ms");
        System.exit(0);
    }
}
