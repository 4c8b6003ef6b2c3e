package io.snapdsl.cli.command;

import io.snapdsl.cli.AgentCommands;
import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.Version;
import io.snapdsl.engine.capture.WatchedWorkspaces;
import io.snapdsl.engine.run.PolicyRunner;
import io.snapdsl.mcp.McpEndpoint;
import io.snapdsl.web.DashboardServer;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.http.Mounted;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where the dashboard listens. What it is made of is loaded only when it starts. */
final class Dashboard {
    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "7070",
            description = "The dashboard's port on this machine; 0 for any that is free. Default: ${DEFAULT-VALUE}.")
    private int port;

    /** @param policies those that run in this process, if any do */
    DashboardServer start(SnapdslCommand snapdsl, WatchedWorkspaces watched, Optional<PolicyRunner> policies) {
        return start(snapdsl, watched, policies, port);
    }

    /** On any port that is free. */
    DashboardServer startAnywhere(SnapdslCommand snapdsl, WatchedWorkspaces watched) {
        return start(snapdsl, watched, Optional.empty(), 0);
    }

    private static DashboardServer start(
            SnapdslCommand snapdsl, WatchedWorkspaces watched, Optional<PolicyRunner> policies, int port) {
        return DashboardServer.start(
                new StoreView(
                        snapdsl.store(),
                        snapdsl.workspaces(),
                        snapdsl.clock(),
                        snapdsl::containers,
                        policies,
                        snapdsl.storeToName()),
                watched,
                List.of(new Mounted(
                        McpEndpoint.PATH,
                        () -> new McpEndpoint(AgentCommands.anywhere(snapdsl), Version.text()).servlet())),
                port);
    }
}
