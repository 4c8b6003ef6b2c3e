package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.agent.AgentSettings;
import io.snapdsl.cli.agent.HookedAgent;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.tree.ByteText;
import java.nio.file.Path;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which agent, and whose settings of it. */
final class AgentChoice {
    @Parameters(paramLabel = "AGENT", description = "claude, codex or gemini.")
    private String name;

    @Option(
            names = "--project",
            description =
                    "The settings of the project in this directory, which its other users get too. Default: your own,"
                            + " for all projects.")
    private boolean project;

    HookedAgent agent() {
        return agent(name);
    }

    static HookedAgent agent(String name) {
        return HookedAgent.named(name)
                .orElseThrow(() -> new SnapdslException(
                        ErrorCode.USAGE,
                        "No agent '" + ByteText.display(name) + "' is known.",
                        "There are: " + String.join(", ", HookedAgent.words()) + "."));
    }

    boolean isOfProject() {
        return project;
    }

    AgentSettings settings(SnapdslCommand snapdsl) {
        Path directory = project ? snapdsl.directory() : snapdsl.home();
        return new AgentSettings(agent(), directory);
    }
}
