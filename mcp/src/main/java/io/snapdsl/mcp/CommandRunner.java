package io.snapdsl.mcp;

import java.util.List;

/** The commands of snapdsl, run inside of this process for an agent. */
public interface CommandRunner {
    /** Where a command is run. */
    sealed interface Where {
        /** What it does has to do with no directory. */
        record Anywhere() implements Where {}

        /** The agent did not say. */
        record Usual() implements Where {}

        /** @param name a workspace's name, or an absolute directory in it */
        record Workspace(String name) implements Where {}
    }

    /**
     * What to run.
     *
     * @param words the command with its options and parameters
     * @param input what it finds on standard input
     */
    record Call(Where where, List<String> words, byte[] input) {
        public Call {
            words = List.copyOf(words);
            input = input.clone();
        }

        @Override
        public byte[] input() {
            return input.clone();
        }
    }

    /** One answer, for programs and for readers. */
    record Answer(String json, String words) {}

    /** The word for a name of any bytes: they need not be UTF-8. */
    String word(byte[] name);

    /** What the command answers; mistakes and failures are answers too, under {@code error}. */
    Answer ask(Call call);

    /**
     * What a command prints that prints bytes.
     *
     * @throws io.snapdsl.engine.SnapdslException if it fails, or prints more than an agent can take
     */
    byte[] read(Call call);
}
