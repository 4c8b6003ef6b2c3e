package io.snapdsl.engine.agent;

import io.snapdsl.engine.agent.AgentStep.AfterTool;
import io.snapdsl.engine.agent.AgentStep.BeforeTool;
import io.snapdsl.engine.agent.AgentStep.Ended;
import io.snapdsl.engine.agent.AgentStep.Prompted;
import io.snapdsl.engine.agent.AgentStep.Started;
import io.snapdsl.engine.agent.AgentStep.TurnEnded;
import io.snapdsl.engine.agent.UnderWay.Use;
import io.snapdsl.engine.capture.Capturing;
import io.snapdsl.engine.continuity.OperationRecorder.Recorded;
import io.snapdsl.engine.continuity.RunBoundaries;
import io.snapdsl.engine.continuity.Share;
import io.snapdsl.engine.continuity.ShareRecorder;
import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.history.Trigger;
import io.snapdsl.engine.history.UnknownChanges;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.tree.TreePath;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What follows from one step in its workspace: which changes are whose. Files that a tool is known to change belong to its
 * session. A tool that may change anything, such as a shell, gets whatever has changed, but for the files of tools that are
 * under way; and if two such tools of two sessions are, nobody can tell, so it is nobody's. What nobody's tool can have
 * changed was changed by somebody else, and is integrated before the next tool begins, or when the run ends. Only of a run that
 * tells of no tools, all that has changed until its end is its own.
 */
final class StepTaking {
    private final SnapshotStore store;
    private final Clock clock;
    private final Workspace workspace;
    private final UnderWay underWay;
    private final HubSession session;
    private final RunBoundaries boundaries;
    private final ShareRecorder shares;

    StepTaking(
            SnapshotStore store,
            Clock clock,
            Workspace workspace,
            Capturing capture,
            UnderWay underWay,
            HubSession session) {
        this.store = store;
        this.clock = clock;
        this.workspace = workspace;
        this.underWay = underWay;
        this.session = session;
        this.boundaries = new RunBoundaries(store, capture, clock);
        this.shares = new ShareRecorder(store, capture, clock);
    }

    List<Snapshot> take(AgentStep step) {
        if (step instanceof Started started) {
            session.begin(started.goal(), workspace.id());
            return begin();
        } else if (step instanceof Prompted prompted) {
            session.begin(prompted.goal(), workspace.id());
            underWay.forget(session.name());
            return begin();
        } else if (step instanceof BeforeTool before) {
            session.begin("", workspace.id());
            return before(before);
        } else if (step instanceof AfterTool after) {
            session.begin("", workspace.id());
            underWay.begin(session.name());
            return after(after);
        } else if (step instanceof TurnEnded) {
            return end();
        }
        List<Snapshot> taken = end();
        session.end(((Ended) step).outcome());
        return taken;
    }

    private List<Snapshot> begin() {
        return underWay.begin(session.name()) ? start() : List.of();
    }

    private List<Snapshot> start() {
        return underWay.anyChangesAnything(use -> true)
                        || !underWay.files(use -> true).isEmpty()
                ? integrate("before " + session.name())
                : listed(boundaries.start(workspace, session.name()));
    }

    private List<Snapshot> before(BeforeTool step) {
        List<Snapshot> taken = underWay.begin(session.name())
                ? start()
                : integrate("before " + step.call().name());
        underWay.begin(new Use(
                session.name(),
                step.call(),
                paths(step.run(), step.call()),
                store.catalog().head(workspace.id()).map(Snapshot::id),
                clock.instant()));
        return taken;
    }

    /** What none of the tools under way can have changed, if that can be told. */
    private List<Snapshot> integrate(String goal) {
        return underWay.anyChangesAnything(use -> true) || !integrates()
                ? List.of()
                : shares.record(
                        workspace, List.of(Share.allBut(underWay.files(use -> true), Note.unknownChanges(goal))));
    }

    private List<Snapshot> after(AfterTool step) {
        Optional<Use> use = underWay.done(session.name(), step.call());
        Optional<Set<TreePath>> files = paths(step.run(), step.call());
        return files.isPresent() ? afterKnown(step.call(), files.get()) : afterUnknown(step.call(), use);
    }

    private List<Snapshot> afterKnown(ToolCall call, Set<TreePath> files) {
        if (files.isEmpty()) {
            return List.of(); // All of them lie elsewhere.
        }
        List<Share> all = new ArrayList<>();
        if (!underWay.anyChangesAnything(use -> true) && integrates()) {
            Set<TreePath> known = underWay.files(use -> true);
            known.addAll(files);
            all.add(Share.allBut(known, Note.unknownChanges("before " + call.name())));
        }
        all.add(Share.only(files, note(call).announcing(List.copyOf(files))));
        return shares.record(workspace, all);
    }

    /** Else what nobody announced stays until somebody's snapshot takes it, or is undone. */
    private boolean integrates() {
        return workspace.unknownChanges() == UnknownChanges.AUTO_INTEGRATE;
    }

    private List<Snapshot> afterUnknown(ToolCall call, Optional<Use> use) {
        Set<TreePath> others = underWay.files(UnderWay.notOf(session.name()));
        if (underWay.anyChangesAnything(UnderWay.notOf(session.name()))) {
            return shares.record(
                    workspace,
                    List.of(Share.allBut(
                            Set.of(), Note.unknownChanges("while " + call.name() + " and others were under way"))));
        }
        List<Share> all = new ArrayList<>();
        List<TreePath> taken = new TakenMeanwhile(store, workspace).since(use.flatMap(Use::head), others);
        if (!taken.isEmpty()) {
            // First: only what came since the session's own last snapshot can be taken over.
            all.add(Share.only(Set.copyOf(taken), note(call).announcing(taken)));
        }
        all.add(Share.allBut(others, note(call)));
        if (!others.isEmpty() && integrates()) {
            // The tool may have changed those, too. Whoever has a tool under way for them takes this over when it is
            // done.
            all.add(Share.only(others, Note.unknownChanges("when " + call.name() + " was done")));
        }
        return shares.record(workspace, all);
    }

    private Note note(ToolCall call) {
        return Note.of(Trigger.ACTION, call.name(), session.goal(), session.name());
    }

    /** A tool that was interrupted never told that it is done. What else has changed is not known to be its work. */
    private List<Snapshot> end() {
        boolean isUsing = underWay.anyChangesAnything(UnderWay.of(session.name()));
        Set<TreePath> files = underWay.files(UnderWay.of(session.name()));
        underWay.end(session.name());
        if (!underWay.isAlone(session.name())) {
            return integrate("when " + session.name() + " ended");
        }
        Note note = Note.of(Trigger.RUN_END, "", "after " + session.name(), session.name());
        if (isUsing || !tellsTools()) {
            return shares.record(workspace, List.of(Share.allBut(Set.of(), note)));
        }
        List<Snapshot> taken = new ArrayList<>();
        if (!files.isEmpty()) {
            taken.addAll(shares.record(workspace, List.of(Share.only(files, note))));
        }
        taken.addAll(integrate("when " + session.name() + " ended"));
        return taken;
    }

    /** Else its end is all there is to know its work by. A hook without a hub finds it in the history. */
    private boolean tellsTools() {
        return underWay.tellsTools(session.name())
                || store.sessions().snapshots(session.name()).stream()
                        .anyMatch(snapshot -> snapshot.note().trigger() == Trigger.ACTION);
    }

    private Optional<Set<TreePath>> paths(AgentRun run, ToolCall call) {
        return call.files().map(files -> WorkspacePaths.in(workspace.directory(), run.directory(), files));
    }

    private static List<Snapshot> listed(Optional<Recorded> recorded) {
        return recorded.map(Recorded::snapshot).stream().toList();
    }
}
