package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.agent.AgentSettings;
import io.snapdsl.cli.agent.AgentSettings.Change;
import io.snapdsl.cli.agent.HookCommandLine;
import io.snapdsl.cli.agent.HookTarget;
import io.snapdsl.cli.agent.HookedAgent;
import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.diff.UnifiedDiff;
import io.snapdsl.engine.shape.Shapes;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

@Command(
        name = "agent",
        description = {
            "Has an agent tell snapdsl what it does, so that each of its tool calls can be undone.",
            "Entries that run 'snapdsl hook' are put into the agent's settings, or taken out; everything else in them stays"
                    + " as it is."
        },
        synopsisSubcommandLabel = "(install | uninstall | doctor)",
        subcommands = AgentDoctorCommand.class,
        footer = {"", "Example: snapdsl agent install claude"})
public final class AgentCommand implements Runnable {
    @ParentCommand
    private SnapdslCommand snapdsl;

    @Spec
    private CommandSpec spec;

    SnapdslCommand snapdsl() {
        return snapdsl;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Say which: install, uninstall or doctor.");
    }

    @Command(
            description = {
                "Puts our entries into an agent's settings, and shows what that changes.",
                "Entries that are there already are not made twice; with other options they are replaced."
            },
            footer = {
                "",
                "Example: snapdsl agent install claude",
                "         snapdsl agent install gemini --project --dry-run"
            })
    int install(
            @Mixin AgentChoice choice,
            @Option(
                            names = "--start-hub",
                            description = "When none runs, a hook starts 'snapdsl serve --hub' in the background: the"
                                    + " hooks after it are quick.")
                    boolean startHub,
            @Option(
                            names = "--http",
                            arity = "0..1",
                            fallbackValue = "7070",
                            paramLabel = "PORT",
                            description =
                                    "Have the agent post to the server by itself, without a program in between: 'snapdsl"
                                            + " serve' or 'snapdsl run' must run at that port. Default: 7070. Claude Code can.")
                    Optional<Integer> port,
            @Option(names = "--dry-run", description = "Only show what would change.") boolean dryRun) {
        HookedAgent agent = choice.agent();
        requirePosting(agent, port, startHub);
        AgentSettings settings = choice.settings(snapdsl);
        String path = snapdsl.environment().getOrDefault("PATH", "");
        String command = HookCommandLine.of(agent, path, snapdsl.launcher(), choice.isOfProject(), startHub);
        Change change = settings.withEntries(port.map(number -> HookTarget.posting(agent, command, number))
                .orElseGet(() -> HookTarget.running(agent, command)));
        make(settings, change, dryRun);
        Output out = snapdsl.out();
        if (change.isNone()) {
            out.line(agent.title() + " tells snapdsl already what it does: nothing to change in "
                    + Output.plain(settings.path()) + ".");
        } else if (!dryRun) {
            out.line(agent.title() + " tells snapdsl what it does, from its next start on. Is all well? snapdsl agent"
                    + " doctor " + agent.word());
            if (agent == HookedAgent.CODEX) {
                out.line("Codex runs hooks only once you have trusted them: it asks, or type /hooks in it.");
            }
            if (port.isPresent()) {
                out.line("It needs the token where it is started: export " + HookTarget.TOKEN + "=$(cat "
                        + Output.plain(snapdsl.storeDirectory().resolve("token")) + ")");
                out.line("Keep 'snapdsl serve --port " + port.get()
                        + "' running: while nobody listens there, nothing is kept.");
            }
        }
        if (command.startsWith("snapdsl ")
                && HookCommandLine.find("snapdsl", path).isEmpty()) {
            out.note("No 'snapdsl' is on the PATH here, and the entries need one.");
        }
        return 0;
    }

    private static void requirePosting(HookedAgent agent, Optional<Integer> port, boolean startHub) {
        if (port.isPresent() && !agent.posts()) {
            throw new SnapdslException(
                    ErrorCode.USAGE,
                    agent.title() + " can't post by itself.",
                    "Leave out --http: its hooks run a command.");
        } else if (port.isPresent() && startHub) {
            throw new SnapdslException(
                    ErrorCode.USAGE,
                    "A server that a hook starts is at any port that is free, and --http needs to know which.",
                    "Choose --http or --start-hub.");
        } else if (port.filter(number -> number < 1 || number > 65_535).isPresent()) {
            throw new SnapdslException(ErrorCode.USAGE, port.get() + " is no port.", "Give 1 to 65535.");
        }
    }

    @Command(
            description = "Takes our entries out of an agent's settings, and shows what that changes.",
            footer = {"", "Example: snapdsl agent uninstall claude"})
    int uninstall(
            @Mixin AgentChoice choice,
            @Option(names = "--dry-run", description = "Only show what would change.") boolean dryRun) {
        AgentSettings settings = choice.settings(snapdsl);
        Change change = settings.withoutEntries();
        make(settings, change, dryRun);
        if (change.isNone()) {
            snapdsl.out().line("There are no entries of ours in " + Output.plain(settings.path()) + ".");
        } else if (!dryRun) {
            snapdsl.out().line(choice.agent().title() + " tells snapdsl nothing any more, from its next start on.");
        }
        return 0;
    }

    private void make(AgentSettings settings, Change change, boolean dryRun) {
        String diff = UnifiedDiff.of(change.before().orElse(""), change.after().orElse(""));
        if (!change.isNone()) {
            show(settings.path(), change, diff);
            if (!dryRun) {
                settings.make(change);
            }
        }
        snapdsl.out()
                .json(Shapes.object(
                        "agent",
                        settings.agent().word(),
                        "file",
                        settings.path().toString(),
                        "changed",
                        !change.isNone() && !dryRun,
                        "diff",
                        diff));
    }

    private void show(Path path, Change change, String diff) {
        Output out = snapdsl.out();
        out.line("--- " + (change.before().isEmpty() ? "/dev/null" : Output.plain(path)));
        out.line("+++ " + (change.after().isEmpty() ? "/dev/null" : Output.plain(path)));
        diff.lines().map(Output::plain).forEach(out::line);
    }
}
