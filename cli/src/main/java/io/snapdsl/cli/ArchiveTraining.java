package io.snapdsl.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Runs commands in one process, on a scratch directory and a scratch store, so that their classes end up in a class-data
 * archive (see prepare.sh): one for everyday, one with Groovy for policies, one for containers. What is missing from these lists still
 * works, it only starts more slowly.
 */
final class ArchiveTraining {
    private static final Map<String, List<String>> COMMANDS = Map.of(
            "snapdsl",
            List.of(
                    "--version",
                    "--help",
                    "snap -m training",
                    "log",
                    "status",
                    "diff @latest",
                    "show @latest",
                    "log --json",
                    "state checkpoint training --label work --session run ../state.json",
                    "state event run --type work"),
            "policy",
            // Compiled the first time, from the cache the second.
            List.of("check ../policy.groovy", "check ../policy.groovy", "run --once ../policy.groovy"),
            "container",
            // Without an engine they fail, after loading what it takes to ask for one.
            List.of("container list", "container snap box", "container restore @latest --dry-run"));

    private static final String POLICY = """
            def here = workspace('workspace') { path 'workspace' }
            policy('training') {
                protect here
                on policyStart, schedule('0 * * * *')
                keep { last 10; within 7.days }
            }
            """;

    private ArchiveTraining() {}

    /** @param args the archive's name, and an empty directory to work in */
    public static void main(String[] args) throws IOException {
        Path scratch = Path.of(args[1]);
        Path workspace = Files.createDirectory(scratch.resolve("workspace"));
        Files.writeString(workspace.resolve("file.txt"), "some text\n".repeat(100));
        Files.writeString(scratch.resolve("policy.groovy"), POLICY);
        Files.writeString(scratch.resolve("state.json"), "{\"step\": 1}");
        for (String command : COMMANDS.get(args[0])) {
            run(
                    command,
                    "-C",
                    workspace.toString(),
                    "--store",
                    scratch.resolve("store").toString());
        }
    }

    /** A command that fails spoils only its own share of the archive; its log in lib/archive tells. */
    private static void run(String command, String... options) {
        String[] words =
                Stream.concat(Stream.of(command.split(" ")), Stream.of(options)).toArray(String[]::new);
        try {
            System.err.println(command + ": exit code " + Main.run(new SnapdslCommand(Caller.ofProcess()), words));
        } catch (RuntimeException failure) {
            System.err.println(command + ": " + failure);
        }
    }
}
