package io.snapdsl.cli.command;

import io.snapdsl.engine.files.FileStat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Notices that a script has been edited, whether in place or by putting another file there; or that it is gone. */
final class ScriptFollower {
    private static final long LOOK_MS = 500;
    /** While it is away, somebody may be about to put the new one there: so many looks are waited for that. */
    private static final int LOOKS_AWAY = 4;

    private final Path script;
    private final BooleanSupplier edited;
    private Optional<FileStat> seen;
    private int looksAway;

    /** @param edited answers whether it has done what is to be done then; else it is asked again */
    ScriptFollower(Path script, BooleanSupplier edited) {
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
                looksAway = now.isPresent() ? 0 : looksAway + 1;
                boolean isSettled = now.isPresent() || looksAway >= LOOKS_AWAY;
                if (isSettled && !now.equals(seen) && edited.getAsBoolean()) {
                    seen = now;
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
