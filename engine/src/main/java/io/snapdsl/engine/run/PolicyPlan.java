package io.snapdsl.engine.run;

import io.snapdsl.engine.Progress;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.capture.Capturing.Captured;
import io.snapdsl.engine.capture.Coverage;
import io.snapdsl.engine.capture.StateComparison;
import io.snapdsl.engine.capture.WorkspaceCapture;
import io.snapdsl.engine.consolidation.Consolidation.Candidate;
import io.snapdsl.engine.container.ContainerRuntime;
import io.snapdsl.engine.container.Containers;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.history.ChangeCounts;
import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Subject.Container;
import io.snapdsl.engine.history.Subject.State;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.history.Workspaces;
import io.snapdsl.engine.policy.Declared;
import io.snapdsl.engine.policy.Policy;
import io.snapdsl.engine.policy.PolicyFile;
import io.snapdsl.engine.policy.When;
import io.snapdsl.engine.retention.Decision;
import io.snapdsl.engine.run.Agenda.Due;
import io.snapdsl.engine.state.Checkpoint;
import io.snapdsl.engine.state.StoredCheckpoint;
import io.snapdsl.engine.store.PolicyRuns;
import io.snapdsl.engine.store.SnapshotStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

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
     * @param obstacle why it can't be taken now, if that is so
     */
    public record SubjectPlan(
            Declared declared, Optional<Known> known, Optional<OtherName> otherName, Optional<String> obstacle) {}

    /** A subject that is registered. */
    public sealed interface Known {
        Subject subject();

        Optional<Snapshot> newest();
    }

    /** @param changes since the newest snapshot */
    public record KnownWorkspace(Workspace subject, Optional<Snapshot> newest, Captured captured, ChangeCounts changes)
            implements Known {
        public Coverage.Totals size() {
            return captured.coverage().captured();
        }
    }

    /** Whether it has changed is only known once it is captured, and for that it would have to hold still. */
    public record KnownContainer(Container subject, Optional<Snapshot> newest) implements Known {}

    /** @param latest what the agent knew last */
    public record KnownState(State subject, Optional<Checkpoint> latest) implements Known {
        @Override
        public Optional<Snapshot> newest() {
            return Optional.empty();
        }
    }

    private static final int UPCOMING = 10;

    /** Whether a limit in bytes decides: how much room is won is measured as snapshots go. */
    public boolean isRough() {
        return policy.subjects().stream()
                .anyMatch(declared -> policy.limitsFor(declared).bytes().isPresent());
    }

    /** Makes plans. */
    public static final class Planner {
        private final SnapshotStore store;
        private final ContainerEngine engine;
        private final Subjects subjects;
        private final WorkspaceCapture capture;
        private final ContentReader content;
        private final Clock clock;

        /** @param containers reaches their engine, and is asked only if a policy protects one */
        public Planner(
                SnapshotStore store,
                Workspaces workspaces,
                Clock clock,
                Progress progress,
                Supplier<ContainerRuntime> containers) {
            this.store = store;
            this.engine = new ContainerEngine(containers);
            this.clock = clock;
            this.capture = new WorkspaceCapture(store, progress);
            this.subjects = new Subjects(store, workspaces, workspace -> capture, engine, clock, progress);
            this.content = new ContentReader(store.content());
        }

        /** By how much the clock has gone ahead, if so much that a run would neither merge nor remove anything. */
        public Optional<Duration> doubtedJump() {
            return new StoredClock(store.auditLog()).jump(clock.instant());
        }

        /** One after the other, as a run does them: each goes by what those before will have done. */
        public List<PolicyPlan> plan(PolicyFile file) {
            ForeseenStore foreseen = new ForeseenStore(store);
            PolicyRuns runs = store.policyRuns().of(file.source());
            Tidying tidying = new Tidying(foreseen, clock, file, subjects::known, engine);
            return file.policies().stream()
                    .map(policy -> plan(policy, new Agenda(List.of(policy), runs), tidying, foreseen))
                    .toList();
        }

        private PolicyPlan plan(Policy policy, Agenda agenda, Tidying tidying, ForeseenStore foreseen) {
            Instant now = clock.instant();
            List<When> due = SteppedRun.atStart(policy, agenda.due(now));
            List<SubjectPlan> found = new ArrayList<>();
            Map<Declared, Subject> known = new LinkedHashMap<>();
            for (Declared declared : policy.subjects()) {
                // First whether it is there: an engine that was reached tells which of several namesakes is meant.
                Optional<String> obstacle = obstacle(declared);
                Optional<Known> looked = subjects.known(declared).map(this::look);
                found.add(
                        new SubjectPlan(declared, looked, subjects.of(declared).otherName(), obstacle));
                looked.ifPresent(subject -> known.put(declared, subject.subject()));
                if (!due.isEmpty() && looked.orElse(null) instanceof KnownWorkspace workspace) {
                    next(workspace, due.get(0), foreseen).ifPresent(foreseen::take);
                }
                if (looked.isEmpty() && policy.limits().bytes().isEmpty()) {
                    first(declared, due, foreseen).ifPresent(workspace -> known.put(declared, workspace));
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

        /** One that is new counts towards a limit as soon as it is taken. */
        private Optional<Workspace> first(Declared declared, List<When> due, ForeseenStore foreseen) {
            Optional<Workspace> before = foreseen.first(declared);
            return before.isEmpty() && !due.isEmpty() && declared instanceof Declared.Workspace fresh
                    ? Optional.of(foreseen.takeFirst(fresh, due.get(0), clock.instant()))
                    : before;
        }

        private Optional<String> obstacle(Declared declared) {
            if (!(declared instanceof Declared.Container)) {
                return Optional.empty();
            }
            try {
                new Containers(store, engine.runtime()).require(declared.name());
                return Optional.empty();
            } catch (SnapdslException e) {
                return Optional.of(e.getMessage() + " " + e.hint());
            }
        }

        /** The snapshot that would be taken; empty if nothing has changed. */
        private Optional<Snapshot> next(KnownWorkspace known, When trigger, ForeseenStore foreseen) {
            Workspace workspace = known.subject;
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

        private Known look(Subject subject) {
            Optional<Snapshot> newest = store.catalog().head(subject.id()).filter(head -> !head.isRemoved());
            if (subject instanceof Workspace workspace) {
                return look(workspace, newest);
            }
            return subject instanceof State state
                    ? new KnownState(
                            state, store.checkpoints().latest(state.id()).map(StoredCheckpoint::entry))
                    : new KnownContainer((Container) subject, newest);
        }

        private Known look(Workspace workspace, Optional<Snapshot> newest) {
            Captured captured = capture.look(workspace);
            Coverage.Totals size = captured.coverage().captured();
            ChangeCounts changes = newest.map(head -> StateComparison.since(Optional.of(head.root()), captured, content)
                            .count())
                    .orElse(new ChangeCounts(size.files() + size.links(), 0, 0));
            return new KnownWorkspace(workspace, newest, captured, changes);
        }
    }
}
