package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.capture.IgnoreFile;
import io.snapdsl.engine.capture.IgnoreRules;
import io.snapdsl.engine.capture.IgnoreRules.Rule;
import io.snapdsl.engine.files.NativePaths;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.shape.PresentShape;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.engine.tree.TreePath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "ignore",
        description = "What snapshots leave out: the rules, and which one concerns a file.",
        synopsisSubcommandLabel = "(create | info | test)",
        footer = {"", "Example: snapdsl ignore test build/app.js"})
public final class IgnoreCommand implements Runnable {
    @ParentCommand
    private SnapdslCommand snapdsl;

    @picocli.CommandLine.Spec
    private picocli.CommandLine.Model.CommandSpec spec;

    @Override
    public void run() {
        throw new picocli.CommandLine.ParameterException(spec.commandLine(), "Say which: create, info or test.");
    }

    @Command(
            description = "Writes a .snapshotignore with the default rules, to be edited.",
            footer = {"", "Example: snapdsl ignore create 'outputs/**' '*_temp.*'"})
    int create(
            @Option(names = "--force", description = "Overwrite an existing one.") boolean force,
            @Parameters(arity = "0..*", paramLabel = "PATTERN", description = "More patterns.") List<String> patterns)
            throws IOException {
        Workspace workspace = snapdsl.choice().workspace(Optional.empty());
        Path file = IgnoreFile.create(workspace.directory(), patterns == null ? List.of() : patterns, force);
        int count = snapdsl.ignoreRules(workspace.directory()).rules().size();
        snapdsl.out().line("Wrote " + Output.plain(file) + " with " + Output.count(count, "rule") + ".");
        snapdsl.out().json(Shapes.object("file", file, "patternCount", count));
        return 0;
    }

    @Command(
            description = "Lists the rules in force, and where each comes from.",
            footer = {"", "Example: snapdsl ignore info"})
    int info() {
        Path directory = snapdsl.surroundings();
        Path file = directory.resolve(IgnoreRules.FILE_NAME);
        boolean exists = Files.exists(file);
        IgnoreRules inForce = snapdsl.ignoreRules(directory);
        Output out = snapdsl.out();
        out.line(
                exists
                        ? "The rules of " + Output.plain(file) + ":"
                        : "There is no " + IgnoreRules.FILE_NAME + ", so the default rules hold:");
        inForce.rules().forEach(rule -> out.line(String.format("  %-22s %s", rule.text(), rule.source())));
        out.line("Always left alone: .git directories, and snapdsl's own store.");
        out.json(PresentShape.ignored(directory, inForce));
        return 0;
    }

    @Command(
            description = "Says of each path by which rule snapshots leave it out, if by any.",
            footer = {"", "Example: snapdsl ignore test src/main.py notes.log"})
    int test(@Parameters(arity = "1..*", paramLabel = "PATH") List<String> paths) {
        Path base = snapdsl.surroundings();
        IgnoreRules rules = snapdsl.ignoreRules(base);
        List<Map<String, Object>> answers = new ArrayList<>();
        for (String text : paths) {
            TreePath path = snapdsl.choice().pathIn(base, text);
            boolean directory =
                    text.endsWith("/") || Files.isDirectory(NativePaths.resolve(base, path), LinkOption.NOFOLLOW_LINKS);
            Optional<Rule> rule = path.isRoot() ? Optional.empty() : rules.matchAnywhere(path, directory);
            snapdsl.out()
                    .line(path + ": "
                            + rule.map(r -> "left out by " + r.text() + " (" + r.source() + ")")
                                    .orElse("left out by no rule"));
            answers.add(PresentShape.tested(path, rule));
        }
        snapdsl.out().json(Shapes.object("paths", answers));
        return 0;
    }
}
