package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.output.Output;
import io.snapdsl.dsl.Loaded;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.ErrorCode.Outcome;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.policy.Declared;
import io.snapdsl.engine.policy.Policy;
import io.snapdsl.engine.policy.PolicyFile;
import io.snapdsl.engine.run.Agenda;
import io.snapdsl.engine.run.PolicyRunner;
import io.snapdsl.engine.run.SteppedRun;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.web.DashboardServer;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "run",
        description = {
            "Does what a policy says, until it is stopped with Ctrl-C: takes what is due, watches for changes and for agents' "
                    + "runs, merges and removes what the rules don't keep.",
            "When the script changes, the new policy counts at once, but for ten minutes, or until a run "
                    + "is started anew, nothing is removed or merged by it; one with mistakes is told, and the old one stays.",
            "The history can be seen in the browser meanwhile: it prints the link.",
            "With --json, each thing that happens is an object on a line of its own; with --once too, all are in one object "
                    + "at the end.",
            "Ctrl-C or SIGTERM stops it: what is under way has half a minute to finish; a second one ends it at once. Exit "
                    + "status: 130 after Ctrl-C, 143 after SIGTERM, 1 if something had to be given up."
        },
        footer = {
            "",
            "Example: snapdsl run policy.groovy",
            "         snapdsl run policy.groovy --port 8080",
            "         snapdsl run policy.groovy --once    (for cron and CI)"
        })
public final class RunCommand implements Callable<Integer> {
    /** So many of the next times are told at the start; 'plan' has more. */
    private static final int NEXT = 3;

    @ParentCommand
    private SnapdslCommand snapdsl;

    @Mixin
    private PolicyScript script;

    @Option(
            names = "--once",
            description =
                    "Do what is due now, and end. Exit status 1 if something failed, 6 if all that failed was locked.")
    private boolean once;

    @Mixin
    private Dashboard dashboard;

    @Option(names = "--no-dashboard", description = "Without the page in the browser and the HTTP API.")
    private boolean withoutDashboard;

    @Override
    public Integer call() throws InterruptedException {
        Optional<PolicyFile> loaded = script.load(snapdsl);
        if (loaded.isEmpty()) {
            return ErrorCode.POLICY_MISTAKES.outcome().status();
        }
        return once ? runOnce(loaded.get()) : run(loaded.get());
    }

    private int runOnce(PolicyFile policies) {
        RunEvents events = new RunEvents(snapdsl.out(), snapdsl.clock(), false);
        boolean well = new SteppedRun(
                        snapdsl.store(),
                        snapdsl.workspaces(),
                        snapdsl.clock(),
                        snapdsl.progress(),
                        snapdsl::containers,
                        events,
                        policies)
                .once();
        if (events.isEmpty()) {
            snapdsl.out().line("Nothing is due.");
        }
        snapdsl.out().json(Shapes.object("ok", well, "events", events.shapes()));
        if (well) {
            return Outcome.DONE.status();
        }
        return (events.wasOnlyLocked() ? Outcome.LOCKED : Outcome.FAILED).status();
    }

    private int run(PolicyFile policies) throws InterruptedException {
        RunEvents events = new RunEvents(snapdsl.out(), snapdsl.clock(), true);
        try (PolicyRunner runner = new PolicyRunner(
                snapdsl.store(), snapdsl.workspaces(), snapdsl.clock(), snapdsl::connectToContainers, events)) {
            introduce(policies);
            Optional<DashboardServer> server = startDashboard(runner, events);
            new ScriptFollower(script.path(snapdsl), () -> reload(runner, events)).start();
            snapdsl.endBy(runner::stop);
            StopSignals signals = StopSignals.to(runner::stop);
            IdleMemory.watch();
            boolean allDone = runner.run(policies);
            server.ifPresent(DashboardServer::close);
            snapdsl.out().line("Stopped.");
            return allDone ? signals.status() : Outcome.FAILED.status();
        } finally {
            snapdsl.out().flush();
            snapdsl.ended();
        }
    }

    /** Snapshots are taken with it or without. */
    private Optional<DashboardServer> startDashboard(PolicyRunner runner, RunEvents events) {
        if (withoutDashboard) {
            return Optional.empty();
        }
        try {
            DashboardServer server = dashboard.start(snapdsl, runner.watched(), Optional.of(runner));
            events.serving(server.link());
            return Optional.of(server);
        } catch (SnapdslException e) {
            events.notServing(e);
            return Optional.empty();
        }
    }

    private void introduce(PolicyFile policies) {
        Output out = snapdsl.out();
        for (Policy policy : policies.policies()) {
            out.line("Policy " + Output.plain(policy.name()) + " protects "
                    + policy.subjects().stream()
                            .map(Declared::name)
                            .map(Output::plain)
                            .collect(Collectors.joining(", "))
                    + ":");
            policy.triggers().forEach(trigger -> out.line("  " + trigger.words()));
        }
        new Agenda(policies.policies(), snapdsl.store().policyRuns().of(policies.source()))
                .upcoming(snapdsl.clock().instant(), NEXT)
                .forEach(due -> out.line("Next: " + out.time(due.time()) + "  "
                        + Output.plain(due.policy().name()) + ", "
                        + due.trigger().words()));
        out.line("Running; Ctrl-C stops.");
        out.flush();
    }

    /** @return whether that is settled; else it is to be tried again */
    private boolean reload(PolicyRunner runner, RunEvents events) {
        try {
            Loaded loaded = script.read(snapdsl);
            if (loaded instanceof Loaded.Valid valid) {
                runner.use(valid.policies());
                events.reloaded();
            } else {
                events.notReloaded(((Loaded.Mistaken) loaded).mistakes());
            }
            return true;
        } catch (RuntimeException e) {
            // The store is locked, say.
            events.troubled(e);
            return false;
        }
    }
}
