package io.snapdsl.engine.run;

import io.snapdsl.engine.Progress;
import io.snapdsl.engine.capture.Capturing.Captured;
import io.snapdsl.engine.capture.Coverage;
import io.snapdsl.engine.capture.WorkspaceCapture;
import io.snapdsl.engine.consolidation.Consolidation.Candidate;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.diff.TreeComparison;
import io.snapdsl.engine.history.ChangeCounts;
import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.history.Workspaces;
import io.snapdsl.engine.policy.Declared;
import io.snapdsl.engine.policy.Policy;
import io.snapdsl.engine.policy.PolicyFile;
import io.snapdsl.engine.policy.When;
import io.snapdsl.engine.retention.Decision;
import io.snapdsl.engine.run.Agenda.Due;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.tree.TreeReader;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a policy would do now: by the same decisions that a run makes, and nothing is done.
 *
 * @param due the triggers that a single run would attend to
 * @param upcoming the next times by the clock
 * @param coming how many snapshots there would be more, taken by this policy or one before it
 * @param retention what would be kept and removed of what there is now, after those have been taken
 * @param merging what would then be merged
 */
public record PolicyPlan(
        Policy policy,
        List<SubjectPlan> subjects,
        List<When> due,
        List<Due> upcoming,
        int coming,
        List<Decision> retention,
        Map<Workspace, List<Candidate>> merging) {
    /**
     * @param known empty if it would be registered first, and all of it captured
     * @param otherName if the policy's is not the one that the store has for it, or would have
     */
    public record SubjectPlan(Declared declared, Optional<Known> known, Optional<OtherName> otherName) {}

    /** @param changes since the newest snapshot */
    public record Known(Workspace workspace, Optional<Snapshot> newest, Captured captured, ChangeCounts changes) {
        public Coverage.Totals size() {
            return captured.coverage().captured();
        }
    }

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

        /** One after the other, as a run does them: each goes by what those before will have done. */
        public List<PolicyPlan> plan(PolicyFile file) {
            ForeseenStore foreseen = new ForeseenStore(store);
            Tidying tidying = new Tidying(foreseen, clock, file.policies());
            return file.policies().stream()
                    .map(policy -> plan(policy, tidying, foreseen))
                    .toList();
        }

        private PolicyPlan plan(Policy policy, Tidying tidying, ForeseenStore foreseen) {
            Instant now = clock.instant();
            Agenda agenda = new Agenda(List.of(policy), store.policyRuns());
            List<When> due = SteppedRun.atStart(policy, agenda.due(now));
            List<SubjectPlan> found = new ArrayList<>();
            Map<Declared, Workspace> known = new LinkedHashMap<>();
            for (Declared declared : policy.subjects()) {
                Optional<Known> looked = subjects.known(declared).map(this::look);
                found.add(new SubjectPlan(declared, looked, subjects.otherName(declared)));
                looked.ifPresent(subject -> known.put(declared, subject.workspace));
                if (!due.isEmpty()) {
                    looked.flatMap(subject -> next(subject, due.get(0), foreseen))
                            .ifPresent(foreseen::take);
                }
            }
            List<Decision> retention = tidying.retention(policy, known);
            foreseen.remove(retention.stream()
                    .filter(decision -> !decision.keep())
                    .map(Decision::id)
                    .toList());
            Map<Workspace, List<Candidate>> merging = tidying.merging(policy, known);
            merging.values().stream().flatMap(List::stream).forEach(group -> foreseen.remove(allButNewest(group)));
            List<Decision> present = retention.stream()
                    .filter(decision -> !foreseen.isToCome(decision.id()))
                    .toList();
            return new PolicyPlan(
                    policy,
                    found,
                    due,
                    agenda.upcoming(now, UPCOMING),
                    retention.size() - present.size(),
                    present,
                    merging);
        }

        /** The snapshot that would be taken; empty if nothing has changed. */
        private Optional<Snapshot> next(Known known, When trigger, ForeseenStore foreseen) {
            Workspace workspace = known.workspace;
            Optional<Snapshot> head = foreseen.catalog().head(workspace.id());
            boolean isUnchanged = head.filter(
                            newest -> !newest.isRemoved() && newest.root().equals(known.captured.root()))
                    .isPresent();
            return isUnchanged
                    ? Optional.empty()
                    : Optional.of(Snapshot.of(new Snapshot.Facts(
                            workspace.id(),
                            workspace.name(),
                            head.map(Snapshot::sequence).orElse(0L) + 1,
                            head.map(Snapshot::id),
                            clock.instant(),
                            Note.of(trigger.trigger(), "", trigger.words(), ""),
                            known.captured.root(),
                            known.captured.coverageHash(),
                            known.changes,
                            Optional.empty(),
                            List.of())));
        }

        /** About so it is when they have become one: that has the newest one's place. */
        private static List<SnapshotId> allButNewest(Candidate group) {
            List<Snapshot> members = group.members();
            return members.subList(0, members.size() - 1).stream()
                    .map(Snapshot::id)
                    .toList();
        }

        private Known look(Workspace workspace) {
            Captured captured = capture.look(workspace);
            Optional<Snapshot> newest = store.catalog().head(workspace.id()).filter(head -> !head.isRemoved());
            Coverage.Totals size = captured.coverage().captured();
            ChangeCounts changes = newest.map(head -> comparison.count(head.root(), captured.root()))
                    .orElse(new ChangeCounts(size.files() + size.links(), 0, 0));
            return new Known(workspace, newest, captured, changes);
        }
    }
}
