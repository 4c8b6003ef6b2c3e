package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.ErrorCode.Outcome;
import io.snapdsl.engine.event.Event;
import io.snapdsl.engine.event.EventDraft;
import io.snapdsl.engine.policy.PolicyFile;
import io.snapdsl.engine.replay.Finding;
import io.snapdsl.engine.replay.Reducer;
import io.snapdsl.engine.replay.Replay;
import io.snapdsl.engine.replay.ReplayListener;
import io.snapdsl.engine.shape.ReplayShape;
import io.snapdsl.engine.shape.StateShape;
import io.snapdsl.engine.state.NamedCheckpoint;
import io.snapdsl.engine.state.Restored;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "replay",
        description = {
            "Goes through what happened in a session once more, without doing any of it: checks every event, and every"
                    + " checkpoint and snapshot that they name, and prints what was decided and made use of.",
            "Two replays print the same. Exit status 5 if the history is not what was recorded."
        },
        footer = {"", "Example: snapdsl state replay run-7 --from planner@3"})
public final class StateReplayCommand implements Callable<Integer> {
    private static final int SHOWN = 120;
    private static final int WIDTH = 7;

    @ParentCommand
    private StateCommand state;

    @Parameters(paramLabel = "SESSION", description = "The agent run.")
    private String session;

    @Option(names = "--until", paramLabel = "N", description = "No further than the event at this logical time.")
    private Optional<Long> until = Optional.empty();

    @Option(names = "--from", paramLabel = "NAME@N", description = "Start after this checkpoint.")
    private Optional<String> from;

    @Option(
            names = "--policy",
            paramLabel = "POLICY",
            description = "Compute states anew, by the replay { } blocks of this policy, and compare them.")
    private Optional<Path> policy;

    @Override
    public Integer call() {
        SnapdslCommand snapdsl = state.snapdsl();
        Map<String, Map<String, Reducer>> reducers = Map.of();
        if (policy.isPresent()) {
            Optional<PolicyFile> loaded =
                    PolicyScript.loadToRestore(snapdsl.directory().resolve(policy.get()), snapdsl);
            if (loaded.isEmpty()) {
                return ErrorCode.POLICY_MISTAKES.outcome().status();
            }
            reducers = loaded.get().reducers();
            if (reducers.isEmpty()) {
                snapdsl.out().note("No state of the policy has a replay { }: nothing is computed anew.");
            }
        }
        snapdsl.storeToRead();
        snapdsl.sessions().find(session);
        Replay.Request request = new Replay.Request(
                session,
                until.map(OptionalLong::of).orElseGet(OptionalLong::empty),
                from.map(text -> NamedCheckpoint.find(state.existing(), text).checkpoint()),
                reducers);
        Replay.Result result = snapdsl.out().isInWords() ? print(request) : answer(request);
        if (snapdsl.out().isInWords() && snapdsl.out().isInJson()) {
            answer(request);
        }
        return result.finding()
                .map(finding -> finding.code().outcome())
                .orElse(Outcome.DONE)
                .status();
    }

    private Replay.Result replay(Replay.Request request, ReplayListener listener) {
        return new Replay(state.snapdsl().store(), request, listener).run();
    }

    private Replay.Result print(Replay.Request request) {
        Output out = state.snapdsl().out();
        Replay.Result result = replay(request, (event, kept) -> out.line(line(event, kept)));
        result.finding().ifPresent(finding -> {
            out.line(headline(finding));
            finding.differences().forEach(difference -> out.line("  " + Output.plain(difference.text())));
        });
        if (result.finding().isEmpty()) {
            out.line(Output.count(result.events(), "event") + " replayed, "
                    + Output.count(result.checkpoints(), "checkpoint") + " and "
                    + Output.count(result.snapshots(), "snapshot") + " verified"
                    + (result.removed() > 0
                            ? " (" + Output.count(result.removed(), "snapshot")
                                    + " by no more than the entry: removed since)"
                            : "")
                    + (result.elsewhere() > 0
                            ? ", " + Output.count(result.elsewhere(), "snapshot") + " in another store"
                            : "")
                    + computed(result)
                    + ".");
        }
        return result;
    }

    private String computed(Replay.Result result) {
        return policy.isEmpty()
                ? ""
                : ", " + Output.count(result.compared(), "checkpoint") + " computed anew"
                        + (result.compared() > 0 ? ": identical" : "");
    }

    private static String headline(Finding finding) {
        return switch (finding.code()) {
            case DIVERGED ->
                String.format(
                        Locale.ROOT,
                        "diverges at event %,d: %s; expected -> got:",
                        finding.clock(),
                        Output.plain(finding.problem()));
            case RULE_FAILED ->
                String.format(Locale.ROOT, "stops at event %,d: %s", finding.clock(), Output.plain(finding.problem()));
            default ->
                String.format(Locale.ROOT, "BROKEN at event %,d: %s", finding.clock(), Output.plain(finding.problem()));
        };
    }

    private static String line(Event event, Optional<Restored> kept) {
        EventDraft what = event.what();
        StringBuilder line = new StringBuilder(80);
        String clock = Long.toString(event.clock());
        line.append(" ".repeat(Math.max(0, WIDTH - clock.length()))).append(clock);
        append(line, "  ", what.type());
        append(line, "  uses ", what.capability());
        append(line, "  because of ", what.cause());
        append(line, "  -> ", what.result());
        String details = kept.map(Restored::checkpoint)
                .map(entry -> CheckpointAnswer.name(entry) + "  " + entry.label())
                .or(() -> StateShape.snapshot(what))
                .orElseGet(() -> what.details().toString());
        if (!details.equals("{}")) {
            append(line, "  ", shortened(details));
        }
        return line.toString();
    }

    /** Never in the middle of a character. */
    private static String shortened(String text) {
        return text.codePointCount(0, text.length()) > SHOWN
                ? text.substring(0, text.offsetByCodePoints(0, SHOWN)) + "…"
                : text;
    }

    private static void append(StringBuilder line, String before, String text) {
        if (!text.isEmpty()) {
            line.append(before).append(Output.plain(text));
        }
    }

    private Replay.Result answer(Replay.Request request) {
        ReplayShape shape = new ReplayShape(listener -> replay(request, listener));
        state.snapdsl().out().json(shape.of(session));
        return shape.result();
    }
}
