package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.engine.capture.WatchedWorkspaces;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.web.DashboardServer;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "serve",
        description = {
            "Shows the history in the browser, and answers the HTTP API, until it is stopped with Ctrl-C.",
            "Only this machine can connect, and only with the token that the printed link carries. 'snapdsl run' has the"
                    + " same dashboard.",
            "Scripts find the token in the file 'token' beside the store, and send it as 'Authorization: Bearer TOKEN'."
        },
        footer = {"", "Example: snapdsl serve --port 8080"})
public final class ServeCommand implements Callable<Integer> {
    @ParentCommand
    private SnapdslCommand snapdsl;

    @Mixin
    private Dashboard dashboard;

    @Override
    public Integer call() throws InterruptedException {
        CountDownLatch stopped = new CountDownLatch(1);
        try (WatchedWorkspaces watched = new WatchedWorkspaces(snapdsl.store());
                DashboardServer server = dashboard.start(snapdsl, watched, Optional.empty())) {
            snapdsl.endBy(stopped::countDown);
            StopSignals signals = StopSignals.to(stopped::countDown);
            snapdsl.out().line("Dashboard: " + server.link());
            snapdsl.out().line("Ctrl-C stops.");
            snapdsl.out().jsonLine(Shapes.object("event", "dashboard", "link", server.link(), "port", server.port()));
            stopped.await();
            return signals.status();
        } finally {
            snapdsl.ended();
        }
    }
}
