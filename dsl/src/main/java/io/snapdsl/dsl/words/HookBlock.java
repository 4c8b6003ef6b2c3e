package io.snapdsl.dsl.words;

import io.snapdsl.engine.policy.Hook;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

@Place(
        name = "a hook { }",
        value = "What is done around a snapshot, or as a step of a restore plan. Any Groovy works; an exception is a"
                + " failure of the hook. Once its time is up, the hook is interrupted.")
public final class HookBlock implements Everywhere {
    private final Hook.Context context;
    private final Path directory;
    private final StringBuilder printed = new StringBuilder();

    HookBlock(Hook.Context context, Path directory) {
        this.context = context;
        this.directory = directory;
    }

    @Override
    public Path directory() {
        return directory;
    }

    /** A log has whole lines. */
    @Override
    public synchronized void say(String text) {
        printed.append(text);
        for (int end = printed.indexOf("\n"); end >= 0; end = printed.indexOf("\n")) {
            log(printed.substring(0, end));
            printed.delete(0, end + 1);
        }
    }

    /** What was printed last may have no end of line. */
    void end() {
        if (!printed.isEmpty()) {
            say("\n");
        }
    }

    @Word(
            value =
                    "Runs a program in the script's directory and gives what it printed. It fails when the program does, or"
                            + " prints more than 8 MB. When the hook's time is up, the program is ended, and so are its child"
                            + " processes; what has detached itself from it goes on.",
            example = "exec 'make', 'flush'")
    public String exec(String... command) throws IOException, InterruptedException {
        return exec(List.of(command));
    }

    public String exec(Collection<String> command) throws IOException, InterruptedException {
        return Execution.run(List.copyOf(command), directory);
    }

    @Word(
            value = "Says something, in what `snapdsl run` or `snapdsl restore --plan` prints.",
            example = "log 'flushed'")
    public void log(Object text) {
        context.log().accept(String.valueOf(text));
    }

    @Word("The name of the policy, or of the restore plan.")
    public String getPolicy() {
        return context.policy();
    }

    @Word("What made the policy act.")
    public String getTrigger() {
        return context.trigger();
    }

    @Word("When that was.")
    public Instant getTime() {
        return context.time();
    }

    /** A script tests for null where Java would have an Optional. */
    @Word("The id of the snapshot that was taken; null when there is none.")
    public String getSnapshot() {
        return context.snapshotId().orElse(null);
    }

    @Word("What went wrong; null when nothing did.")
    public Exception getError() {
        return context.error().orElse(null);
    }
}
