package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.ErrorCode.Outcome;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.retention.Decision;
import io.snapdsl.engine.retention.DefaultPruning;
import io.snapdsl.engine.retention.KeepRules;
import io.snapdsl.engine.retention.Limits;
import io.snapdsl.engine.retention.Pruning;
import io.snapdsl.engine.retention.Pruning.Pruned;
import io.snapdsl.engine.retention.Pruning.Request;
import io.snapdsl.engine.shape.RetentionShape;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "prune",
        description = {
            "Removes the snapshots that no rule keeps, and gives the space back. Works on a full disk.",
            "",
            "A snapshot is kept if any rule wants it. Without rules and limits, what the policies keep that protect it; where"
                    + " none does, the last 100, the last 5 sessions, all within 7 days, hourly 48, daily 30, weekly 12, monthly 24, yearly 10. With"
                    + " limits only, all are kept that the limits allow.",
            "Of a container, without rules, limits and policies: all within 7 days, at most 10; with --all at most 100 and"
                    + " 10 GB of all containers together.",
            "Limits come after the rules, and take the oldest first: of each, then in all, then by size.",
            "Never removed: the newest of a workspace or container, and what is pinned or part of a milestone; nor by a limit what was"
                    + " chosen by --keep or --keep-tagged.",
            "",
            "How the size limit decides: snapshots share content, so it is added up from the newest snapshot to the oldest,"
                    + " each piece once. Where the sum passes the limit, that snapshot and all older ones go. What is left is"
                    + " then measured, and if it is still too much, the next oldest go too.",
            "",
            "Entries of removed snapshots stay in the log; 'snapdsl explain ID' says which rule removed one."
        },
        footer = {"", "Example: snapdsl prune --keep-last 10 --keep-daily 14 --keep-tagged release --dry-run"})
public final class PruneCommand implements Callable<Integer> {
    @ParentCommand
    private SnapdslCommand snapdsl;

    @Parameters(
            arity = "0..1",
            paramLabel = "SUBJECT",
            description = "A workspace's or container's name, instead of the current workspace.")
    private Optional<String> subject;

    @Option(names = "--all", description = "All workspaces and containers of the store.")
    private boolean all;

    @Mixin
    private KeepOptions keep;

    @Mixin
    private LimitOptions limit;

    @Option(names = "--dry-run", description = "Only list what would be kept and removed, and why.")
    private boolean dryRun;

    @Override
    public Integer call() {
        if (all && subject.isPresent()) {
            throw new SnapdslException(
                    ErrorCode.USAGE,
                    "--all means every workspace and container, and a name only one.",
                    "Give one of them.");
        }
        List<Request> requests = requests();
        Pruning pruning = new Pruning(snapdsl.store(), snapdsl.clock(), snapdsl.progress());
        if (dryRun) {
            List<Decision> decisions = requests.stream()
                    .flatMap(request -> pruning.plan(request).stream())
                    .toList();
            list(decisions);
            say(decisions, Optional.empty());
            snapdsl.out().json(RetentionShape.planned(decisions));
        } else {
            List<Pruned> pruned = requests.stream().map(pruning::prune).toList();
            say(
                    pruned.stream().flatMap(part -> part.decisions().stream()).toList(),
                    Optional.of(pruned.stream().mapToLong(Pruned::bytesFreed).sum()));
            snapdsl.out().json(RetentionShape.pruned(pruned));
            EngineImages.sweep(
                    snapdsl,
                    pruned.stream()
                            .flatMap(part -> part.decisions().stream())
                            .filter(decision -> !decision.keep())
                            .map(decision -> decision.subject().id())
                            .toList());
            if (pruned.stream().anyMatch(Pruned::tooLarge)) {
                snapdsl.out()
                        .note(
                                "The store still holds more than --max-size, or the default for containers, allows: what is"
                                        + " left is protected, or was chosen by --keep or --keep-tagged.");
                return Outcome.DONE_IN_PART.status();
            }
        }
        return Outcome.DONE.status();
    }

    private List<Request> requests() {
        List<Subject> subjects = all
                ? snapdsl.existingStore().subjects().all()
                : List.of(snapdsl.choice().existing(subject));
        Limits limits = limit.limits(all);
        Optional<KeepRules> rules = keep.rules(snapdsl.clock().getZone(), this::named);
        return rules.isPresent() || !limits.isNone()
                ? List.of(Request.of(subjects, rules, limits))
                : defaults(subjects);
    }

    /** What policies keep; without any, each kind of subject is pruned by its own defaults. */
    private List<Request> defaults(List<Subject> subjects) {
        return DefaultPruning.requests(
                snapdsl.store().statedRules(),
                subjects,
                all,
                one -> keep.defaults(one, snapdsl.clock().getZone()));
    }

    private SnapshotId named(String id) {
        if (all) {
            return snapdsl.choice().snapshot(id).id();
        }
        Subject pruned = snapdsl.choice().existing(subject);
        Snapshot snapshot = snapdsl.choice().snapshot(id, pruned);
        if (!snapshot.subjectId().equals(pruned.id())) {
            throw new SnapdslException(
                    ErrorCode.USAGE,
                    "Snapshot " + snapshot.id().shortHex() + " is of '"
                            + snapshot.facts().subject() + "', and only '" + pruned.name() + "' is pruned.",
                    "Leave it out, or prune all with --all.");
        }
        return snapshot.id();
    }

    private void list(List<Decision> decisions) {
        ZoneId zone = keep.chosenZone(snapdsl.clock().getZone());
        int names = decisions.stream()
                .mapToInt(decision -> Output.plain(decision.subject().name()).length())
                .max()
                .orElse(0);
        for (Decision decision : decisions) {
            String name = all
                    ? String.format(
                            "%-" + names + "s  ",
                            Output.plain(decision.subject().name()))
                    : "";
            snapdsl.out()
                    .line(String.format(
                            "%-6s  %s%s  %6s  %s  %s",
                            RetentionShape.action(decision),
                            name,
                            decision.id().shortHex(),
                            "#" + decision.snapshot().sequence(),
                            snapdsl.out().time(decision.snapshot().time(), zone),
                            Output.plain(String.join("; ", decision.reasons()))));
        }
    }

    /** @param freed the bytes, unless this is a dry run */
    private void say(List<Decision> decisions, Optional<Long> freed) {
        long kept = decisions.stream().filter(Decision::keep).count();
        long removed = decisions.size() - kept;
        snapdsl.out()
                .line(freed.map(bytes -> "Removed " + Output.count(removed, "snapshot") + ", kept " + kept
                                + "; the store is " + Output.size(bytes) + " smaller.")
                        .orElse("Would remove " + Output.count(removed, "snapshot") + " and keep " + kept + "."));
    }
}
