package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.engine.ErrorCode.Outcome;
import io.snapdsl.engine.capture.WatchedWorkspaces;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.engine.store.StoreLocks;
import io.snapdsl.web.DashboardServer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
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

    @Option(
            names = "--hub",
            description =
                    "As a hook starts it ('snapdsl hook AGENT --start-hub'): on any port that is free, and not at all if"
                            + " another such one runs for this store.")
    private boolean asHub;

    @Option(
            names = "--idle",
            paramLabel = "SECONDS",
            description = "End when nobody has asked for anything for so long. Default: never.")
    private Optional<Integer> idleSeconds;

    @Override
    public Integer call() throws InterruptedException {
        Optional<StoreLocks.Held> alone = asHub ? snapdsl.store().locks().hubIfFree() : Optional.of(() -> {});
        if (alone.isEmpty()) {
            snapdsl.out().line("Another one takes the hooks of this store already.");
            snapdsl.out().jsonLine(Shapes.object("event", "notNeeded"));
            return Outcome.DONE.status();
        }
        try {
            return serve();
        } finally {
            alone.get().release();
        }
    }

    private int serve() throws InterruptedException {
        CountDownLatch stopped = new CountDownLatch(1);
        try (WatchedWorkspaces watched = new WatchedWorkspaces(snapdsl.store());
                DashboardServer server = asHub
                        ? dashboard.startAnywhere(snapdsl, watched)
                        : dashboard.start(snapdsl, watched, Optional.empty())) {
            snapdsl.endBy(stopped::countDown);
            StopSignals signals = StopSignals.to(stopped::countDown);
            IdleMemory.watch();
            snapdsl.out().line("Dashboard: " + server.link());
            snapdsl.out().line("Ctrl-C stops.");
            snapdsl.out().jsonLine(Shapes.object("event", "dashboard", "link", server.link(), "port", server.port()));
            return await(stopped, server) ? signals.status() : Outcome.DONE.status();
        } finally {
            snapdsl.ended();
        }
    }

    /** @return whether somebody stopped it */
    private boolean await(CountDownLatch stopped, DashboardServer server) throws InterruptedException {
        if (idleSeconds.isEmpty()) {
            stopped.await();
            return true;
        }
        Duration longest = Duration.ofSeconds(idleSeconds.get());
        Duration left = longest;
        while (left.compareTo(Duration.ZERO) > 0) {
            if (stopped.await(left.toMillis() + 1, TimeUnit.MILLISECONDS)) {
                return true;
            }
            left = longest.minus(server.idle());
        }
        return false;
    }
}
