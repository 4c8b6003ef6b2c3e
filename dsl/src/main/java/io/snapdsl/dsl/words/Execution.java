package io.snapdsl.dsl.words;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** A program run by a hook. However the hook ends, the program does not outlive it. */
final class Execution {
    /** Of a program that prints without end, its last words are kept. */
    private static final int KEPT_OUTPUT = 64 * 1024;

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
        Output output = new Output(process.getInputStream());
        try {
            process.getOutputStream().close();
            output.start();
            int status = process.waitFor();
            // Something it left running may hold its output open: that is no reason to wait for ever.
            output.join(OUTPUT_GRACE_MILLIS);
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
        private final InputStream stream;
        private final byte[] kept = new byte[KEPT_OUTPUT];
        private long read;

        Output(InputStream stream) {
            super("snapdsl exec output");
            setDaemon(true);
            this.stream = stream;
        }

        @Override
        public void run() {
            byte[] buffer = new byte[8 * 1024];
            try {
                for (int count = stream.read(buffer); count >= 0; count = stream.read(buffer)) {
                    keep(buffer, count);
                }
            } catch (IOException e) {
                // The program was killed: what it had said stays.
                return;
            }
        }

        private synchronized void keep(byte[] bytes, int count) {
            for (int i = 0; i < count; i++) {
                kept[(int) (read++ % KEPT_OUTPUT)] = bytes[i];
            }
        }

        synchronized String text() {
            int length = (int) Math.min(read, KEPT_OUTPUT);
            byte[] text = new byte[length];
            for (int i = 0; i < length; i++) {
                text[i] = kept[(int) ((read - length + i) % KEPT_OUTPUT)];
            }
            return new String(text, StandardCharsets.UTF_8).strip();
        }

        String lastLine() {
            String text = text();
            return text.substring(text.lastIndexOf('\n') + 1);
        }
    }
}
