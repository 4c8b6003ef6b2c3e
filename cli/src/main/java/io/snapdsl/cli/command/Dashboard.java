package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.engine.capture.WatchedWorkspaces;
import io.snapdsl.web.DashboardServer;
import picocli.CommandLine.Option;

/** Where the dashboard listens. What it is made of is loaded only when it starts. */
final class Dashboard {
    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "7070",
            description = "The dashboard's port on this machine; 0 for any that is free. Default: ${DEFAULT-VALUE}.")
    private int port;

    DashboardServer start(SnapdslCommand snapdsl, WatchedWorkspaces watched) {
        return DashboardServer.start(snapdsl.store(), snapdsl.workspaces(), watched, snapdsl.clock(), port);
    }
}
