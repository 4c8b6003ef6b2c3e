package io.snapdsl.engine.export;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The user's git, run in one directory. */
final class GitProcess {
    /** How it ended, and what it said; texts are held with one character per byte. */
    record Answer(int status, String out, String err) {
        boolean succeeded() {
            return status == 0;
        }
    }

    /** Whoever runs us from a hook or an alias has these set, for a repository that need not be the workspace's. */
    private static final List<String> OF_ANOTHER_REPOSITORY = List.of(
            "GIT_DIR",
            "GIT_WORK_TREE",
            "GIT_COMMON_DIR",
            "GIT_INDEX_FILE",
            "GIT_OBJECT_DIRECTORY",
            "GIT_ALTERNATE_OBJECT_DIRECTORIES",
            "GIT_NAMESPACE",
            "GIT_PREFIX");

    private final Path directory;

    GitProcess(Path directory) {
        this.directory = directory;
    }

    /** At work. What it says is read as it comes: it may be more than a pipe holds, from hooks for instance. */
    static final class Running {
        private final Process process;
        private final CompletableFuture<String> out;
        private final CompletableFuture<String> err;

        private Running(Process process) {
            this.process = process;
            this.out = read(process.getInputStream());
            this.err = read(process.getErrorStream());
        }

        OutputStream input() {
            return process.getOutputStream();
        }

        void kill() {
            process.destroyForcibly();
        }

        private static CompletableFuture<String> read(InputStream stream) {
            return CompletableFuture.supplyAsync(
                    () -> {
                        try {
                            return new String(stream.readAllBytes(), StandardCharsets.ISO_8859_1);
                        } catch (IOException e) {
                            return ""; // It was killed.
                        }
                    },
                    task -> {
                        Thread reader = new Thread(task, "what git says");
                        reader.setDaemon(true);
                        reader.start();
                    });
        }
    }

    Running start(String... words) {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
        builder.environment().keySet().removeAll(OF_ANOTHER_REPOSITORY);
        builder.environment().put("LC_ALL", "C");
        try {
            return new Running(builder.start());
        } catch (IOException e) {
            throw new SnapdslException(
                    ErrorCode.GIT_FAILED,
                    "git could not be started in " + directory + ".",
                    "Install git, and see that 'git --version' works.",
                    e);
        }
    }

    Answer ask(String... words) {
        Running running = start(words);
        try {
            running.input().close();
            return finish(running);
        } catch (IOException e) {
            throw failed(e.getMessage());
        }
    }

    /** To be called when nothing more is sent to it. */
    Answer finish(Running running) {
        try {
            int status = running.process.waitFor();
            return new Answer(status, running.out.join(), running.err.join());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed("it was interrupted");
        }
    }

    SnapdslException failed(String said) {
        String first = said.strip().lines().findFirst().orElse("it gave no reason");
        return new SnapdslException(
                ErrorCode.GIT_FAILED,
                "git could not do its part in " + directory + ": " + first.replaceFirst("^(fatal|error|warning): ", "")
                        + ".",
                "See what 'git status' says there; nothing of the work tree, the index or HEAD was touched.");
    }
}
