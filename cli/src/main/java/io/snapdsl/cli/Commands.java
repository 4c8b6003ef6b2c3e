package io.snapdsl.cli;

import io.snapdsl.cli.command.AgentCommand;
import io.snapdsl.cli.command.CatCommand;
import io.snapdsl.cli.command.CheckCommand;
import io.snapdsl.cli.command.CompletionCommand;
import io.snapdsl.cli.command.ConsolidateCommand;
import io.snapdsl.cli.command.ContainerCommand;
import io.snapdsl.cli.command.DiffCommand;
import io.snapdsl.cli.command.DoctorCommand;
import io.snapdsl.cli.command.ExplainCommand;
import io.snapdsl.cli.command.ExportCommand;
import io.snapdsl.cli.command.HistoryCommand;
import io.snapdsl.cli.command.HookCommand;
import io.snapdsl.cli.command.IgnoreCommand;
import io.snapdsl.cli.command.InitCommand;
import io.snapdsl.cli.command.LogCommand;
import io.snapdsl.cli.command.McpCommand;
import io.snapdsl.cli.command.MilestoneCommand;
import io.snapdsl.cli.command.MomentCommand;
import io.snapdsl.cli.command.PinCommand;
import io.snapdsl.cli.command.PlanCommand;
import io.snapdsl.cli.command.PruneCommand;
import io.snapdsl.cli.command.RedoCommand;
import io.snapdsl.cli.command.ResetContinuityCommand;
import io.snapdsl.cli.command.RestoreCommand;
import io.snapdsl.cli.command.RevertCommand;
import io.snapdsl.cli.command.RmCommand;
import io.snapdsl.cli.command.RunCommand;
import io.snapdsl.cli.command.ServeCommand;
import io.snapdsl.cli.command.SessionCommand;
import io.snapdsl.cli.command.SessionDefault;
import io.snapdsl.cli.command.ShowCommand;
import io.snapdsl.cli.command.SnapCommand;
import io.snapdsl.cli.command.StateCommand;
import io.snapdsl.cli.command.StatsCommand;
import io.snapdsl.cli.command.StatusCommand;
import io.snapdsl.cli.command.SyncCommand;
import io.snapdsl.cli.command.UndoCommand;
import io.snapdsl.cli.command.UnpinCommand;
import io.snapdsl.cli.command.VerifyCommand;
import io.snapdsl.cli.command.WrapCommand;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine;

/** All commands. Setting one up takes milliseconds, so only those whose name was typed are. */
final class Commands {
    private static final Map<String, Supplier<Object>> ALL = new LinkedHashMap<>();

    static {
        // Or picocli starts Groovy, at every start, to see whether an annotation holds a closure.
        System.setProperty("picocli.disable.closures", "true");
        ALL.put("init", InitCommand::new);
        ALL.put("run", RunCommand::new);
        ALL.put("plan", PlanCommand::new);
        ALL.put("check", CheckCommand::new);
        ALL.put("snap", SnapCommand::new);
        ALL.put("log", LogCommand::new);
        ALL.put("show", ShowCommand::new);
        ALL.put("diff", DiffCommand::new);
        ALL.put("cat", CatCommand::new);
        ALL.put("history", HistoryCommand::new);
        ALL.put("restore", RestoreCommand::new);
        ALL.put("undo", UndoCommand::new);
        ALL.put("redo", RedoCommand::new);
        ALL.put("container", ContainerCommand::new);
        ALL.put("moment", MomentCommand::new);
        ALL.put("session", SessionCommand::new);
        ALL.put("state", StateCommand::new);
        ALL.put("revert", RevertCommand::new);
        ALL.put("status", StatusCommand::new);
        ALL.put("sync", SyncCommand::new);
        ALL.put("reset-continuity", ResetContinuityCommand::new);
        ALL.put("consolidate", ConsolidateCommand::new);
        ALL.put("milestone", MilestoneCommand::new);
        ALL.put("export", ExportCommand::new);
        ALL.put("pin", PinCommand::new);
        ALL.put("unpin", UnpinCommand::new);
        ALL.put("rm", RmCommand::new);
        ALL.put("prune", PruneCommand::new);
        ALL.put("explain", ExplainCommand::new);
        ALL.put("verify", VerifyCommand::new);
        ALL.put("stats", StatsCommand::new);
        ALL.put("ignore", IgnoreCommand::new);
        ALL.put("serve", ServeCommand::new);
        ALL.put("wrap", WrapCommand::new);
        ALL.put("hook", HookCommand::new);
        ALL.put("agent", AgentCommand::new);
        ALL.put("mcp", McpCommand::new);
        ALL.put("doctor", DoctorCommand::new);
        ALL.put("generate-completion", CompletionCommand::new);
    }

    private Commands() {}

    static CommandLine commandLine(SnapdslCommand snapdsl, String... args) {
        CommandLine line = new CommandLine(snapdsl);
        line.setExpandAtFiles(false); // @1 is a snapshot, also where there is a file named 1.
        List<String> named = Arrays.stream(args).filter(ALL::containsKey).toList();
        boolean wantsAll = named.isEmpty() || named.contains("generate-completion");
        boolean onlyVersion = args.length == 1 && args[0].equals("--version");
        ALL.forEach((name, command) -> {
            if (named.contains(name) || (wantsAll && !onlyVersion)) {
                line.addSubcommand(name, command.get());
            }
        });
        line.setDefaultValueProvider(SessionDefault.in(snapdsl.environment()));
        // A directory may be called log or history.
        line.setAllowSubcommandsAsOptionParameters(true);
        // Whatever an agent gives as a value is one: it is written as --option=value there.
        line.setAllowOptionsAsOptionParameters(snapdsl.isForAgent());
        line.registerConverter(Path.class, RawArguments::path);
        // From its first word on, the options are those of the wrapped command.
        Optional.ofNullable(line.getSubcommands().get("wrap")).ifPresent(wrap -> wrap.setStopAtPositional(true));
        return line;
    }
}
