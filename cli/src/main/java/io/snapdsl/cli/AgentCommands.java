package io.snapdsl.cli;

import io.snapdsl.cli.command.SessionDefault;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.ErrorCode.Outcome;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.mcp.CommandRunner;
import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Commands that an agent has run, on the store of the command that serves it. Each one opens the store for itself, as it would
 * in a process of its own: so it can't leave anything behind for the next.
 */
public final class AgentCommands implements CommandRunner {
    private final SnapdslCommand server;
    private final Map<String, String> environment;
    private final Path anywhere;
    private final Supplier<Path> usual;

    /**
     * @param anywhere where a command runs that has to do with no directory
     * @param usual where one runs that has, if the agent does not say
     */
    private AgentCommands(SnapdslCommand server, Map<String, String> environment, Path anywhere, Supplier<Path> usual) {
        this.server = server;
        this.environment = environment;
        this.anywhere = anywhere;
        this.usual = usual;
    }

    /** For an agent that has started the server where it works. */
    public static CommandRunner here(SnapdslCommand server) {
        return new AgentCommands(server, server.environment(), server.directory(), server::directory);
    }

    /** For agents that may be anywhere: what is meant without a name is clear only where there is one workspace. */
    public static CommandRunner anywhere(SnapdslCommand server) {
        Map<String, String> environment = new HashMap<>(server.environment());
        environment.remove(SessionDefault.VARIABLE); // It is the run of whoever started the server.
        return new AgentCommands(server, environment, server.directory().getRoot(), () -> {
            List<Workspace> all = workspaces(server);
            if (all.size() == 1) {
                return all.get(0).directory();
            }
            throw new SnapdslException(
                    ErrorCode.USAGE,
                    "It is not clear which workspace is meant.",
                    "Name one with 'workspace', or give an absolute directory: " + list(all));
        });
    }

    @Override
    public String word(byte[] name) {
        return RawArguments.decode(name);
    }

    @Override
    public Answer ask(Call call) {
        Excerpt words = new Excerpt();
        Limited json = new Limited();
        PrintStream said = new PrintStream(words, false, StandardCharsets.UTF_8);
        run(new SnapdslCommand(caller(call, json, said), true), call);
        said.flush();
        return new Answer(new String(json.complete(), StandardCharsets.UTF_8), words.text());
    }

    @Override
    public byte[] read(Call call) {
        Excerpt words = new Excerpt();
        Limited bytes = new Limited();
        PrintStream said = new PrintStream(words, false, StandardCharsets.UTF_8);
        int status = run(new SnapdslCommand(caller(call, bytes, said)), call);
        said.flush();
        byte[] read = bytes.complete();
        if (status != Outcome.DONE.status()) {
            throw failure(words.text());
        }
        return read;
    }

    private static int run(SnapdslCommand command, Call call) {
        return Main.run(command, call.words().toArray(String[]::new));
    }

    /** As {@link io.snapdsl.cli.output.Output#error} has put it: what happened on the first line, then what to do. */
    private static SnapdslException failure(String said) {
        String[] lines = said.strip().split("\n", 2);
        return new SnapdslException(
                ErrorCode.IO_FAILED, lines[0].replaceFirst("^snapdsl: ", ""), lines.length > 1 ? lines[1] : "");
    }

    private Caller caller(Call call, OutputStream out, PrintStream err) {
        Map<String, String> variables = new HashMap<>(environment);
        variables.put("SNAPDSL_STORE", server.storeDirectory().toString());
        return new Caller(directory(call), variables, new ByteArrayInputStream(call.input()), out, err, false);
    }

    private Path directory(Call call) {
        if (call.where() instanceof Where.Workspace workspace) {
            return named(workspace.name());
        }
        return call.where() instanceof Where.Usual ? usual.get() : anywhere;
    }

    private Path named(String name) {
        if (name.startsWith("/")) {
            return SnapdslCommand.realOrSelf(RawArguments.path(name).normalize());
        }
        List<Workspace> all = workspaces(server);
        return all.stream()
                .filter(workspace -> workspace.name().equals(name))
                .findFirst()
                .map(Workspace::directory)
                .orElseThrow(() -> new SnapdslException(
                        ErrorCode.UNKNOWN_SUBJECT,
                        "There is no workspace '" + name + "'.",
                        "Give its name or an absolute directory: " + list(all)));
    }

    private static List<Workspace> workspaces(SnapdslCommand server) {
        synchronized (server) {
            if (!server.hasStore()) {
                return List.of();
            }
            return server.store().subjects().all().stream()
                    .filter(Workspace.class::isInstance)
                    .map(Workspace.class::cast)
                    .toList();
        }
    }

    private static String list(List<Workspace> all) {
        return all.isEmpty()
                ? "there are no workspaces yet, and create_snapshot makes the directory one."
                : all.stream()
                        .map(workspace -> workspace.name() + " (" + workspace.directory() + ")")
                        .collect(Collectors.joining(", ", "there are ", "."));
    }
}
