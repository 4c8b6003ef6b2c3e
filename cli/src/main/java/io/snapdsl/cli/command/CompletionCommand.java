package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.engine.shape.Shapes;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

@Command(
        name = "generate-completion",
        description = "Prints a script with which bash and zsh complete the words of this command.",
        footer = {"", "Example: source <(snapdsl generate-completion)"})
public final class CompletionCommand implements Runnable {
    @ParentCommand
    private SnapdslCommand snapdsl;

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        String script = AutoComplete.bash(spec.root().name(), spec.root().commandLine());
        snapdsl.out().line(script.stripTrailing());
        snapdsl.out().json(Shapes.object("script", script));
    }
}
