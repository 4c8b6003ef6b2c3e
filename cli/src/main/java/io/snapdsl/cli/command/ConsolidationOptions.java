package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.consolidation.Consolidation.Only;
import io.snapdsl.engine.consolidation.Consolidation.Range;
import io.snapdsl.engine.consolidation.Consolidation.Request;
import io.snapdsl.engine.consolidation.Consolidation.Scope;
import io.snapdsl.engine.consolidation.Strategy;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.history.TimeExpressions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** Which snapshots belong together. */
final class ConsolidationOptions {
    private static final Duration WINDOW = Duration.ofMinutes(5);

    @Option(
            names = "--strategy",
            paramLabel = "S",
            defaultValue = Strategy.Sequential.WORD,
            description = {
                "What becomes one. Default: ${DEFAULT-VALUE}.",
                "merge_sequential: neighbours made by the same tool;",
                "merge_by_time: what was taken within a window of time;",
                "merge_by_files: what changed the same files, even with others in between."
            })
    private String strategy;

    @Option(names = "--window", paramLabel = "TIME", description = "For merge_by_time: how long. Default: 5m.")
    private Optional<String> window;

    @Option(
            names = "--min",
            paramLabel = "N",
            description = "Merge only where at least so many become one. Default: 3; 2 with --only.")
    private Optional<Integer> minimum;

    @Option(names = "--from", paramLabel = "ID", description = "Only this snapshot and later ones.")
    private Optional<String> from;

    @Option(names = "--to", paramLabel = "ID", description = "Only this snapshot and earlier ones.")
    private Optional<String> to;

    @Option(
            names = "--only",
            paramLabel = "ID",
            description = "Only these, where they belong together with no other between them. Repeat it for each.")
    private List<String> only = List.of();

    Request request(SnapdslCommand snapdsl, Workspace workspace, boolean keepOriginals, boolean preserveDiffs) {
        int enough = minimum.orElse(only.isEmpty() ? 3 : 2);
        if (enough < 2) {
            throw new SnapdslException(
                    ErrorCode.USAGE, "--min " + enough + " would merge what stands alone.", "Give 2 or more.");
        }
        Scope scope = only.isEmpty() ? range(snapdsl, workspace) : only(snapdsl, workspace);
        return new Request(strategy(), enough, scope, keepOriginals, preserveDiffs);
    }

    private Scope only(SnapdslCommand snapdsl, Workspace workspace) {
        if (from.isPresent() || to.isPresent()) {
            throw new SnapdslException(
                    ErrorCode.USAGE, "--only names snapshots, and --from and --to a range.", "Choose one of the two.");
        }
        return new Only(
                only.stream().map(id -> snapshot(id, snapdsl, workspace).id()).collect(Collectors.toSet()));
    }

    private Strategy strategy() {
        Strategy chosen = Strategy.named(strategy, duration());
        if (window.isPresent() && !(chosen instanceof Strategy.ByTime)) {
            throw new SnapdslException(
                    ErrorCode.USAGE,
                    "--window has no meaning for " + strategy + ".",
                    "Leave it out, or choose --strategy merge_by_time.");
        }
        return chosen;
    }

    private Duration duration() {
        return window.map(text -> TimeExpressions.duration(text)
                        .filter(duration -> !duration.isZero())
                        .orElseThrow(() -> new SnapdslException(
                                ErrorCode.USAGE, "'" + text + "' is no length of time.", "Write 30s, 5m, 2h or 1d.")))
                .orElse(WINDOW);
    }

    private Range range(SnapdslCommand snapdsl, Workspace workspace) {
        long first = from.map(id -> sequence(id, snapdsl, workspace)).orElse(0L);
        long last = to.map(id -> sequence(id, snapdsl, workspace)).orElse(Long.MAX_VALUE);
        if (first > last) {
            throw new SnapdslException(
                    ErrorCode.USAGE,
                    "--from " + from.orElseThrow() + " is number " + first + ", after --to " + to.orElseThrow()
                            + ", number " + last + ".",
                    "Swap them.");
        }
        return new Range(first, last);
    }

    private static long sequence(String id, SnapdslCommand snapdsl, Workspace workspace) {
        return snapshot(id, snapdsl, workspace).sequence();
    }

    private static Snapshot snapshot(String id, SnapdslCommand snapdsl, Workspace workspace) {
        Snapshot snapshot = snapdsl.choice().anySnapshot(id);
        if (!snapshot.subjectId().equals(workspace.id())) {
            throw new SnapdslException(
                    ErrorCode.UNKNOWN_SNAPSHOT,
                    "Snapshot " + snapshot.id().shortHex() + " is of "
                            + snapshot.facts().subject() + ", not of " + workspace.name() + ".",
                    "Choose one from 'snapdsl log'.");
        }
        return snapshot;
    }
}
