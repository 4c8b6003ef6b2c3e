package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.ErrorCode.Outcome;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.continuity.BoundarySnapshot;
import io.snapdsl.engine.session.AgentSession;
import io.snapdsl.engine.session.AgentSessions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "wrap",
        description = {
            "Runs a command as one session: what it changes in the workspace can be told from everything else, and taken"
                    + " back.",
            "The command has our standard streams, and its exit status is ours. When it has ended, what it changed and how"
                    + " to undo that is said on standard error, with --json as one object. It finds the session's name in"
                    + " SNAPDSL_SESSION.",
            "Should the snapshots fail, that is said, and the command runs all the same; unless you ask for --strict."
        },
        footer = {"", "Example: snapdsl wrap -m 'update the dependencies' -- my-agent --yes"})
public final class WrapCommand implements Callable<Integer> {
    private static final int NOT_FOUND = 127;
    private static final int NOT_STARTED = 126;

    @ParentCommand
    private SnapdslCommand snapdsl;

    @Option(names = "--session", paramLabel = "S", description = "The session's name. Default: a new one is made up.")
    private Optional<String> name;

    @Option(names = "-m", paramLabel = "GOAL", defaultValue = "", description = "What it is to do.")
    private String goal;

    @Option(
            names = "--strict",
            description = "Don't run the command unless what is there has been kept; exit status 3 if what it leaves"
                    + " could not be.")
    private boolean strict;

    @Parameters(arity = "1..*", paramLabel = "CMD", description = "The command and its words.")
    private List<String> words;

    @Override
    public Integer call() {
        snapdsl.answerOnStandardError();
        snapdsl.endBy(() -> {}); // Where signals can't be heeded, we still wait for the command.
        try {
            Optional<AgentSession> session = begin();
            snapdsl.hideProgress();
            int status = run(session);
            return session.map(started -> end(started, status)).orElse(status);
        } finally {
            snapdsl.ended();
        }
    }

    /** Empty if the command runs without protection. */
    private Optional<AgentSession> begin() {
        try {
            snapdsl.choice().workspace(Optional.empty());
            AgentSession session = start();
            new RunBoundary(snapdsl)
                    .snapshot((it, workspace) -> it.start(workspace, session.id()))
                    .failure()
                    .ifPresent(failure -> giveUp(session, failure));
            return Optional.of(session);
        } catch (RuntimeException e) {
            if (strict) {
                throw e;
            }
            snapdsl.out().note("snapdsl: This run is not protected: " + reason(e));
            return Optional.empty();
        }
    }

    private AgentSession start() {
        AgentSessions sessions = snapdsl.sessionsHere();
        String tool = String.valueOf(Path.of(words.get(0)).getFileName());
        if (name.isEmpty()) {
            return sessions.start(tool, goal);
        }
        try {
            return sessions.start(name.get(), tool, goal);
        } catch (SnapdslException e) {
            if (strict || e.code() != ErrorCode.IN_USE) {
                throw e;
            }
            AgentSession other = sessions.start(tool, goal);
            snapdsl.out().note("snapdsl: " + e.getMessage() + " This one is called " + other.id() + ".");
            return other;
        }
    }

    private void giveUp(AgentSession session, RuntimeException failure) {
        snapdsl.sessions().end(session.id(), "not protected: what was there could not be kept");
        throw failure;
    }

    private int run(Optional<AgentSession> session) {
        ProcessBuilder builder = new ProcessBuilder(words);
        snapdsl.chosenDirectory().map(Path::toFile).ifPresent(builder::directory);
        Map<String, String> environment = builder.environment();
        environment.clear();
        environment.putAll(snapdsl.environment());
        session.ifPresent(started -> {
            environment.put("SNAPDSL_SESSION", started.id());
            environment.put("SNAPDSL_STORE", snapdsl.storeDirectory().toString());
        });
        try {
            return new WrappedProcess().run(builder);
        } catch (IOException e) {
            snapdsl.out().note("snapdsl: " + Output.plain(words.get(0)) + " could not be started: " + cause(e) + ".");
            return Files.exists(snapdsl.directory().resolve(words.get(0))) ? NOT_STARTED : NOT_FOUND;
        }
    }

    /** Java repeats the whole command; the system's own words come last. */
    private static String cause(IOException e) {
        String message = String.valueOf(e.getMessage());
        return Output.plain(message.substring(message.lastIndexOf(", ") + 1).strip());
    }

    private int end(AgentSession session, int status) {
        try {
            BoundarySnapshot after =
                    new RunBoundary(snapdsl).snapshot((it, workspace) -> it.end(workspace, session.id()));
            snapdsl.hideProgress();
            snapdsl.sessions().end(session.id(), "exit status " + status);
            after.failure().ifPresent(failure -> {
                throw failure;
            });
            new WrapSummary(snapdsl, session).print(status, after);
            return status;
        } catch (RuntimeException e) {
            snapdsl.out().note("snapdsl: What the command left could not be kept: " + reason(e));
            return strict && status == 0 ? Outcome.DONE_IN_PART.status() : status;
        }
    }

    private static String reason(RuntimeException failure) {
        return failure instanceof SnapdslException known ? known.getMessage() + " " + known.hint() : failure.toString();
    }
}
