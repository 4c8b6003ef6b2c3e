package io.snapdsl.web.api;

import io.javalin.http.Context;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.Progress;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.consolidation.Consolidation;
import io.snapdsl.engine.consolidation.Consolidation.Only;
import io.snapdsl.engine.consolidation.Consolidation.Range;
import io.snapdsl.engine.consolidation.Strategy;
import io.snapdsl.engine.container.ContainerSweep;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.history.TimeExpressions;
import io.snapdsl.engine.retention.DefaultPruning;
import io.snapdsl.engine.retention.KeepRules;
import io.snapdsl.engine.retention.Limits;
import io.snapdsl.engine.retention.Protection;
import io.snapdsl.engine.retention.Pruning;
import io.snapdsl.engine.retention.Pruning.Pruned;
import io.snapdsl.engine.retention.Pruning.Request;
import io.snapdsl.engine.retention.Removal;
import io.snapdsl.engine.shape.ConsolidationShape;
import io.snapdsl.engine.shape.RetentionShape;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.engine.shape.VerifyShape;
import io.snapdsl.engine.verify.StoreDoctor;
import io.snapdsl.engine.verify.StoreVerifier;
import io.snapdsl.engine.verify.VerifiedSnapshots;
import io.snapdsl.engine.verify.VerifyReport;
import io.snapdsl.web.StoreView;
import io.snapdsl.web.WorkspaceActions;
import io.snapdsl.web.http.Answer;
import io.snapdsl.web.http.Body;
import io.snapdsl.web.http.Route;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What keeps a store small and sound: pruning, removing, merging, checking. */
public final class UpkeepResource implements Route.Group {
    private static final String STORE = "the store";
    private static final Duration WINDOW = Duration.ofMinutes(5);

    private final StoreView view;
    private final WorkspaceActions actions;

    public UpkeepResource(StoreView view) {
        this.view = view;
        this.actions = new WorkspaceActions(view);
    }

    @Override
    public List<Route> routes() {
        Route prune = Route.post(Route.API + "/prune", "Removes what no rule keeps.", this::prune)
                .with("subject", "Whose snapshots; may be left out where there is only one.")
                .with("all", "true: of all subjects.")
                .with("dryRun", "true: only say what would be kept and removed, and why.");
        return List.of(
                KeepFields.describe(prune),
                Route.post(Route.API + "/rm", "Removes snapshots; their entries stay in the log.", this::remove)
                        .needing("snapshots", "A list of ids or their beginnings, @latest, @1, times.")
                        .with("subject", "What @latest, @1 and times refer to.")
                        .with("reason", "Why, for the audit log."),
                Route.post(Route.API + "/consolidate", "Merges snapshots of a workspace into fewer.", this::consolidate)
                        .with("subject", "The workspace; may be left out where there is only one.")
                        .with("strategy", "merge_sequential, merge_by_time or merge_by_files; the first.")
                        .with("window", "For merge_by_time: how long, say 1h; 5m.")
                        .with(
                                "minimum",
                                "Merge only where at least so many become one; 3, or 2 of those that are named.")
                        .with("from", "Only this snapshot and later ones.")
                        .with("to", "Only this snapshot and earlier ones.")
                        .with(
                                "snapshots",
                                "Instead: only these, where they belong together with no other between them.")
                        .with("keepOriginals", "true: only hide them.")
                        .with("preserveDiffs", "true: keep what each of them changed.")
                        .with("dryRun", "true: only list what would become one, and about how much that would free."),
                Route.get(
                        Route.API + "/doctor",
                        "Whether everything the store needs is in order.",
                        ctx -> examine(ctx, false)),
                Route.post(
                        Route.API + "/doctor/repair",
                        "Removes what unfinished work left in the container engine.",
                        ctx -> examine(ctx, true)),
                Route.post(Route.API + "/verify", "Checks the whole store.", this::verify)
                        .with("readData", "true: every byte of it.")
                        .with("repair", "true: forget damaged content, so that it is stored anew where it still is."));
    }

    private void prune(Context ctx) {
        Body body = new Body(ctx);
        boolean all = body.flag("all");
        List<Subject> subjects = all ? view.store().subjects().all() : List.of(view.subject(body.text("subject")));
        List<Request> requests = requests(body, subjects, all);
        if (body.flag("dryRun")) {
            Pruning pruning = new Pruning(view.store(), view.clock(), Progress.NONE);
            Answer.json(
                    ctx,
                    RetentionShape.planned(requests.stream()
                            .flatMap(request -> pruning.plan(request).stream())
                            .toList()));
            return;
        }
        List<Pruned> pruned = view.activity().during("prune", STORE, progress -> {
            Pruning pruning = new Pruning(view.store(), view.clock(), progress);
            return requests.stream().map(pruning::prune).toList();
        });
        sweepImages(pruned.stream()
                .flatMap(part -> part.decisions().stream())
                .filter(decision -> !decision.keep())
                .map(decision -> decision.subject().id())
                .toList());
        Answer.json(ctx, RetentionShape.pruned(pruned));
    }

    private List<Request> requests(Body body, List<Subject> subjects, boolean all) {
        KeepFields fields = new KeepFields(
                body, view.clock().getZone(), id -> prunable(view.snapshotOfAny(id, body.text("subject")), subjects));
        Limits limits = fields.limits(all);
        Optional<KeepRules> rules = fields.rules();
        return rules.isPresent() || !limits.isNone()
                ? List.of(Request.of(subjects, rules, limits))
                : DefaultPruning.requests(view.store().statedRules(), subjects, all, fields::defaults);
    }

    private static SnapshotId prunable(Snapshot snapshot, List<Subject> subjects) {
        if (subjects.stream().noneMatch(one -> one.id().equals(snapshot.subjectId()))) {
            throw new SnapdslException(
                    ErrorCode.USAGE,
                    "Snapshot " + snapshot.id().shortHex() + " is of '"
                            + snapshot.facts().subject() + "', which is not pruned.",
                    "Leave it out, or prune all: \"all\": true.");
        }
        return snapshot.id();
    }

    private void remove(Context ctx) {
        Body body = new Body(ctx);
        List<Snapshot> snapshots = body.texts("snapshots").stream()
                .map(id -> view.snapshot(id, body.text("subject")))
                .distinct()
                .toList();
        if (snapshots.isEmpty()) {
            throw new SnapdslException(
                    ErrorCode.USAGE, "No snapshot is named.", "Send \"snapshots\": a list of at least one.");
        }
        var removed = view.activity()
                .during(
                        "rm",
                        STORE,
                        progress -> new Removal(view.store(), view.clock(), progress)
                                .remove(snapshots, body.text("reason").orElse("")));
        sweepImages(snapshots.stream().map(Snapshot::subjectId).toList());
        Answer.json(ctx, RetentionShape.removed(snapshots, removed.bytesFreed()));
    }

    /** Snapshots of containers had images, which lie in the engine; one that is away is asked the next time. */
    private void sweepImages(List<SubjectId> subjects) {
        ContainerSweep.after(subjects, view.store(), view::containers, view.clock());
    }

    private void consolidate(Context ctx) {
        Body body = new Body(ctx);
        Workspace workspace = actions.workspace(view.subject(body.text("subject")));
        Set<SnapshotId> named = body.texts("snapshots").stream()
                .map(id -> of(id, workspace).id())
                .collect(Collectors.toSet());
        Consolidation.Request request = new Consolidation.Request(
                strategy(body),
                body.number("minimum", 2).orElse(named.isEmpty() ? 3 : 2),
                named.isEmpty()
                        ? new Range(
                                body.text("from")
                                        .map(id -> of(id, workspace).sequence())
                                        .orElse(0L),
                                body.text("to")
                                        .map(id -> of(id, workspace).sequence())
                                        .orElse(Long.MAX_VALUE))
                        : new Only(named),
                body.flag("keepOriginals"),
                body.flag("preserveDiffs"));
        Protection protection = new Protection(view.store());
        boolean dryRun = body.flag("dryRun");
        Answer.json(ctx, view.activity().during("consolidate", workspace.name(), progress -> {
            Consolidation consolidation = new Consolidation(
                    view.store(),
                    view.clock(),
                    progress,
                    snapshot -> protection.reason(snapshot).isPresent());
            return dryRun
                    ? ConsolidationShape.candidates(request.strategy(), consolidation.candidates(workspace, request))
                    : ConsolidationShape.done(request.strategy(), consolidation.consolidate(workspace, request));
        }));
    }

    private static Strategy strategy(Body body) {
        Duration window = body.text("window")
                .map(text -> TimeExpressions.duration(text)
                        .filter(duration -> !duration.isZero())
                        .orElseThrow(() -> new SnapdslException(
                                ErrorCode.USAGE, "'window' is no length of time.", "Write 30s, 5m, 2h or 1d.")))
                .orElse(WINDOW);
        return Strategy.named(body.text("strategy").orElse(Strategy.Sequential.WORD), window);
    }

    private Snapshot of(String id, Workspace workspace) {
        Snapshot snapshot = view.snapshotOfAny(id, Optional.of(workspace.name()));
        if (!snapshot.subjectId().equals(workspace.id())) {
            throw new SnapdslException(
                    ErrorCode.UNKNOWN_SNAPSHOT,
                    "Snapshot " + snapshot.id().shortHex() + " is of "
                            + snapshot.facts().subject() + ", not of " + workspace.name() + ".",
                    "Choose one of that workspace.");
        }
        return snapshot;
    }

    private void examine(Context ctx, boolean repair) {
        StoreDoctor doctor = new StoreDoctor(view.store(), view::containers, view.clock());
        List<StoreDoctor.Check> checks = Stream.of(
                        doctor.store(), doctor.workspaces(), doctor.containers(repair, Progress.NONE))
                .flatMap(List::stream)
                .toList();
        Answer.json(
                ctx,
                Shapes.object(
                        "ok",
                        checks.stream().allMatch(StoreDoctor.Check::ok),
                        "checks",
                        checks.stream()
                                .map(check -> Shapes.object(
                                        "check", check.what(), "ok", check.ok(), "finding", check.finding()))
                                .toList()));
    }

    private void verify(Context ctx) {
        Body body = new Body(ctx);
        boolean readData = body.flag("readData");
        boolean repair = body.flag("repair");
        VerifyReport report = view.activity().during("verify", STORE, progress -> {
            StoreVerifier verifier = new StoreVerifier(view.store(), progress);
            return repair ? verifier.repair(readData) : verifier.verify(readData);
        });
        new VerifiedSnapshots(view.store(), view.clock()).remember(report, readData);
        Answer.json(ctx, VerifyShape.of(report, repair));
    }
}
