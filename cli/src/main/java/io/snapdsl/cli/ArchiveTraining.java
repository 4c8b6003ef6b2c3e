package io.snapdsl.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Runs the everyday commands in one process, on a scratch directory and a scratch store, so that their classes end up
 * in the class-data archive (see prepare.sh). What is missing from this list still works, it only starts more slowly.
 */
final class ArchiveTraining {
    private static final List<String> COMMANDS = List.of(
            "--version",
            "--help",
            "snap -m training",
            "log",
            "status",
            "diff @latest",
            "show @latest",
            "log --json",
            "check ../policy.groovy");

    /** Twice: compiled the first time, loaded from the cache the second. */
    private static final String POLICY = """
            def here = workspace('workspace') { path 'workspace' }
            policy('training') {
                protect here
                on policyStart, schedule('0 * * * *')
                keep { last 10; within 7.days }
            }
            """;

    private ArchiveTraining() {}

    public static void main(String[] args) throws IOException {
        Path scratch = Path.of(args[0]);
        Path workspace = Files.createDirectory(scratch.resolve("workspace"));
        Files.writeString(workspace.resolve("file.txt"), "some text\n".repeat(100));
        Files.writeString(scratch.resolve("policy.groovy"), POLICY);
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        for (String command : COMMANDS) {
            run(
                    command,
                    "-C",
                    workspace.toString(),
                    "--store",
                    scratch.resolve("store").toString());
        }
    }

    /** A command that fails spoils only its own share of the archive; lib/archive/log tells. */
    private static void run(String command, String... options) {
        String[] words =
                Stream.concat(Stream.of(command.split(" ")), Stream.of(options)).toArray(String[]::new);
        try {
            System.err.println(command + ": exit code " + Main.run(new SnapdslCommand(), words));
        } catch (RuntimeException failure) {
            System.err.println(command + ": " + failure);
        }
    }
}
