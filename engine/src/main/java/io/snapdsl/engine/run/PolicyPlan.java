package io.snapdsl.engine.run;

import io.snapdsl.engine.Progress;
import io.snapdsl.engine.capture.Capturing.Captured;
import io.snapdsl.engine.capture.Coverage;
import io.snapdsl.engine.capture.WorkspaceCapture;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.diff.TreeComparison;
import io.snapdsl.engine.history.ChangeCounts;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.history.Workspaces;
import io.snapdsl.engine.policy.Declared;
import io.snapdsl.engine.policy.Policy;
import io.snapdsl.engine.policy.When;
import io.snapdsl.engine.retention.Decision;
import io.snapdsl.engine.run.Agenda.Due;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.tree.TreeReader;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a policy would do now: by the same decisions that a run makes, and nothing is done.
 *
 * @param due the triggers that a single run would attend to
 * @param upcoming the next times by the clock
 * @param retention what would be kept and removed
 */
public record PolicyPlan(
        Policy policy, List<SubjectPlan> subjects, List<When> due, List<Due> upcoming, List<Decision> retention) {
    /** @param known empty if it would be registered first, and all of it captured */
    public record SubjectPlan(Declared declared, Optional<Known> known) {}

    /** @param changes since the newest snapshot */
    public record Known(Workspace workspace, Optional<Snapshot> newest, Coverage.Totals size, ChangeCounts changes) {}

    private static final int UPCOMING = 10;

    /** Makes plans. */
    public static final class Planner {
        private final SnapshotStore store;
        private final Subjects subjects;
        private final WorkspaceCapture capture;
        private final TreeComparison comparison;
        private final Clock clock;

        public Planner(SnapshotStore store, Workspaces workspaces, Clock clock, Progress progress) {
            this.store = store;
            this.clock = clock;
            this.capture = new WorkspaceCapture(store, progress);
            this.subjects = new Subjects(store, workspaces, workspace -> capture, clock);
            this.comparison = new TreeComparison(new TreeReader(new ContentReader(store.content())));
        }

        public PolicyPlan plan(Policy policy) {
            Instant now = clock.instant();
            Agenda agenda = new Agenda(List.of(policy), store.policyRuns());
            Map<Declared, Workspace> known = new LinkedHashMap<>();
            policy.subjects().forEach(declared -> subjects.known(declared).ifPresent(it -> known.put(declared, it)));
            return new PolicyPlan(
                    policy,
                    policy.subjects().stream().map(this::look).toList(),
                    SteppedRun.atStart(policy, agenda.due(now)),
                    agenda.upcoming(now, UPCOMING),
                    new Tidying(store, clock).plan(policy, known));
        }

        private SubjectPlan look(Declared declared) {
            return new SubjectPlan(declared, subjects.known(declared).map(this::look));
        }

        private Known look(Workspace workspace) {
            Captured captured = capture.look(workspace);
            Optional<Snapshot> newest = store.catalog().head(workspace.id()).filter(head -> !head.isRemoved());
            Coverage.Totals size = captured.coverage().captured();
            ChangeCounts changes = newest.map(head -> comparison.count(head.root(), captured.root()))
                    .orElse(new ChangeCounts(size.files() + size.links(), 0, 0));
            return new Known(workspace, newest, size, changes);
        }
    }
}
