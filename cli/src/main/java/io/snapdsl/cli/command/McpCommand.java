package io.snapdsl.cli.command;

import io.snapdsl.cli.AgentCommands;
import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.Version;
import io.snapdsl.engine.ErrorCode.Outcome;
import io.snapdsl.mcp.McpStdio;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "mcp",
        description = {
            "Gives an agent the commands of snapdsl as tools, by the Model Context Protocol on standard input and output, until"
                    + " the agent closes it. It is what you enter in the agent's settings.",
            "While 'snapdsl run' or 'snapdsl serve' runs, the same is at http://127.0.0.1:PORT/mcp, with the token."
        },
        footer = {"", "Example: snapdsl mcp    entered in Claude Code by: claude mcp add snapdsl -- snapdsl mcp"})
public final class McpCommand implements Callable<Integer> {
    @ParentCommand
    private SnapdslCommand snapdsl;

    @Override
    public Integer call() throws InterruptedException {
        try (McpStdio server = new McpStdio(
                AgentCommands.here(snapdsl),
                Version.text(),
                snapdsl.in(),
                snapdsl.out().bytes())) {
            snapdsl.endBy(server::stop);
            server.await();
            return Outcome.DONE.status();
        } finally {
            snapdsl.ended();
        }
    }
}
