package io.snapdsl.dsl.words;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** A program run by a hook. However the hook ends, the program does not outlive it, nor do its children. */
final class Execution {
    /** More than a hook can want to read, and less than fills the memory. */
    private static final int MOST_OUTPUT = 8 * 1024 * 1024;

    private static final long OUTPUT_GRACE_MILLIS = 1_000;

    private Execution() {}

    static String run(List<String> command, Path directory) throws IOException, InterruptedException {
        if (command.isEmpty()) {
            throw new IllegalArgumentException("exec needs a program to run");
        }
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        Output output = new Output(process);
        try {
            process.getOutputStream().close();
            output.start();
            int status = process.waitFor();
            // Something it left running may hold its output open: that is no reason to wait for ever.
            output.join(OUTPUT_GRACE_MILLIS);
            if (output.isTooMuch()) {
                throw new IOException("'" + String.join(" ", command)
                        + "' printed more than 8 MB and was ended: let it write to a file instead");
            }
            if (status != 0) {
                throw new IOException("'" + String.join(" ", command) + "' ended with status " + status
                        + (output.text().isEmpty() ? "" : ": " + output.lastLine()));
            }
            return output.text();
        } finally {
            if (process.isAlive()) {
                kill(process);
            }
        }
    }

    /** The parent first, so that it can't start another while its children are ended. */
    private static void kill(Process process) throws IOException {
        List<ProcessHandle> children = process.descendants().toList();
        process.destroyForcibly();
        children.forEach(child -> {
            child.descendants().forEach(ProcessHandle::destroyForcibly);
            child.destroyForcibly();
        });
        process.getInputStream().close();
    }

    private static final class Output extends Thread {
        private final Process process;
        private final ByteArrayOutputStream read = new ByteArrayOutputStream();
        private boolean tooMuch;

        Output(Process process) {
            super("snapdsl exec output");
            setDaemon(true);
            this.process = process;
        }

        @Override
        public void run() {
            byte[] buffer = new byte[8 * 1024];
            try {
                InputStream stream = process.getInputStream();
                for (int count = stream.read(buffer); count >= 0; count = stream.read(buffer)) {
                    keep(buffer, count);
                    if (isTooMuch()) {
                        kill(process);
                        return;
                    }
                }
            } catch (IOException e) {
                // The program was killed: what it had said stays.
                return;
            }
        }

        private synchronized void keep(byte[] bytes, int count) {
            tooMuch = read.size() + count > MOST_OUTPUT;
            if (!tooMuch) {
                read.write(bytes, 0, count);
            }
        }

        synchronized boolean isTooMuch() {
            return tooMuch;
        }

        synchronized String text() {
            return read.toString(StandardCharsets.UTF_8).strip();
        }

        String lastLine() {
            String text = text();
            return text.substring(text.lastIndexOf('\n') + 1);
        }
    }
}
