package io.snapdsl.cli.command;

import io.snapdsl.engine.files.FileStat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Notices that a script has been edited, whether in place or by putting another file there. */
final class ScriptFollower {
    private static final long LOOK_MS = 500;

    private final Path script;
    private final Runnable edited;
    private Optional<FileStat> seen;

    ScriptFollower(Path script, Runnable edited) {
        this.script = script;
        this.edited = edited;
        this.seen = stat();
    }

    void start() {
        Thread thread = new Thread(this::follow, "snapdsl-script");
        thread.setDaemon(true);
        thread.start();
    }

    private void follow() {
        try {
            while (true) {
                Thread.sleep(LOOK_MS);
                Optional<FileStat> now = stat();
                // While it is away, somebody may be about to put the new one there.
                if (now.isPresent() && !now.equals(seen)) {
                    seen = now;
                    edited.run();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Optional<FileStat> stat() {
        try {
            return Optional.of(FileStat.of(script.toRealPath()));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
