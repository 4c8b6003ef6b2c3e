package io.snapdsl.cli;

import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.ErrorCode.Outcome;
import io.snapdsl.engine.Nearest;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.content.DamagedContentException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.UnmatchedArgumentException;

/** The {@code snapdsl} command. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        // Answers go to the file descriptor itself. What a policy prints must not get in between.
        System.setOut(System.err);
        AtomicBoolean finished = new AtomicBoolean();
        String[] words = RawArguments.recover(args);
        SnapdslCommand snapdsl = new SnapdslCommand(Caller.ofProcess());
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            if (!finished.get() && !snapdsl.endGently()) {
                sayInterrupted(snapdsl, snapdsl.out(List.of(words).contains("--json")));
            }
        }));
        int status = run(snapdsl, words);
        finished.set(true);
        System.exit(status);
    }

    /** Not by {@link #fail}: the command itself is still at work and may be answering. */
    private static void sayInterrupted(SnapdslCommand snapdsl, Output out) {
        if (!snapdsl.hasOpenedStore()) {
            out.interrupted(ErrorCode.INTERRUPTED.name(), "Interrupted.", "Nothing was done.");
            return;
        }
        if (!snapdsl.changesFiles()) {
            out.interrupted(
                    ErrorCode.INTERRUPTED.name(),
                    "Interrupted. Nothing is lost.",
                    "If you run the command again, give the snapshot's id: what @1 means may have changed.");
            return;
        }
        out.interrupted(
                ErrorCode.INTERRUPTED.name(),
                "Interrupted. Nothing is lost. See 'snapdsl status' first: if it lists changes, 'snapdsl undo' takes"
                        + " those back; if it lists none, 'snapdsl undo' takes back the last step.",
                "If you run the command again, give the snapshot's id: what @1 means may have changed.");
    }

    static int run(SnapdslCommand snapdsl, String... args) {
        CommandLine line = Commands.commandLine(snapdsl, args);
        line.setExecutionExceptionHandler((failure, command, result) -> fail(failure, snapdsl));
        line.setParameterExceptionHandler((mistake, words) -> explainUsage(mistake, snapdsl, List.of(words)));
        line.setExecutionStrategy(result ->
                Help.isAnswered(result, snapdsl.out()) ? Outcome.DONE.status() : new RunLast().execute(result));
        int status = execute(line, snapdsl, args);
        boolean answered = snapdsl.out().flush();
        return answered || status != Outcome.DONE.status() ? status : Outcome.FAILED.status();
    }

    private static int execute(CommandLine line, SnapdslCommand snapdsl, String... args) {
        try {
            return line.execute(args);
        } catch (OutOfMemoryError e) {
            snapdsl.out()
                    .error(
                            ErrorCode.IO_FAILED.name(),
                            "There is not enough memory for this.",
                            "Give it more, for instance with SNAPDSL_OPTS=-Xmx2g, and try again.");
            return Outcome.FAILED.status();
        } catch (StackOverflowError e) {
            snapdsl.out()
                    .error(
                            ErrorCode.IO_FAILED.name(),
                            "Directories are nested too deeply for this.",
                            "Allow for more, for instance with SNAPDSL_OPTS=-Xss64m, and try again.");
            return Outcome.FAILED.status();
        } finally {
            snapdsl.close();
        }
    }

    private static int fail(Exception failure, SnapdslCommand snapdsl) {
        SnapdslException known = known(failure);
        snapdsl.traceIfDebugging(failure);
        snapdsl.out().error(known.code().name(), known.getMessage(), known.hint());
        return known.code().outcome().status();
    }

    private static SnapdslException known(Exception failure) {
        if (failure instanceof SnapdslException known) {
            return known;
        }
        if (failure instanceof DamagedContentException damaged) {
            return new SnapdslException(
                    ErrorCode.DAMAGED,
                    "The store is damaged: " + damaged.getMessage() + ".",
                    "Run 'snapdsl verify --read-data' to see which snapshots and files are touched.",
                    damaged);
        }
        return new SnapdslException(
                ErrorCode.IO_FAILED,
                "Something unexpected went wrong: " + failure,
                "Run the command again with --debug, and report what it prints.",
                failure);
    }

    private static int explainUsage(ParameterException mistake, SnapdslCommand snapdsl, List<String> words) {
        if (words.contains("--json")) {
            snapdsl.answerInJson(); // The mistake may have come before the option was read.
        }
        String command = mistake.getCommandLine().getCommandSpec().qualifiedName();
        String message = Output.sentence(mistake.getMessage())
                .replaceFirst("^Error: (.*) are mutually exclusive.*", "Only one of $1 can be given.");
        String hint = "See '" + command + " --help'.";
        if (mistake instanceof UnmatchedArgumentException unmatched && isCommandName(unmatched)) {
            String word = unmatched.getUnmatched().get(0);
            message = "There is no command '" + word + "'.";
            List<String> near = Nearest.allTo(
                    word, unmatched.getCommandLine().getSubcommands().keySet());
            hint = (near.isEmpty() ? "" : "Did you mean '" + String.join("' or '", near) + "'? ") + hint;
        }
        snapdsl.out().error(ErrorCode.USAGE.name(), message, hint);
        return Outcome.WRONG_USAGE.status();
    }

    private static boolean isCommandName(UnmatchedArgumentException unmatched) {
        return !unmatched.isUnknownOption()
                && !unmatched.getCommandLine().getSubcommands().isEmpty();
    }
}
