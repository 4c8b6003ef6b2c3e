package io.snapdsl.engine.plan;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.Progress;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.capture.Capturing;
import io.snapdsl.engine.capture.WorkspaceCapture;
import io.snapdsl.engine.container.CaptureOptions;
import io.snapdsl.engine.container.ContainerRecorder;
import io.snapdsl.engine.container.ContainerRuntime;
import io.snapdsl.engine.continuity.WorkspaceTaking;
import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Subject.Container;
import io.snapdsl.engine.history.Subject.State;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.history.Trigger;
import io.snapdsl.engine.moment.AbsentTaking;
import io.snapdsl.engine.moment.Moment;
import io.snapdsl.engine.moment.MomentRecorder;
import io.snapdsl.engine.moment.MomentRecorder.Outcome;
import io.snapdsl.engine.moment.MomentRecorder.Together;
import io.snapdsl.engine.moment.Part;
import io.snapdsl.engine.moment.Taking;
import io.snapdsl.engine.state.StateTaking;
import io.snapdsl.engine.store.SnapshotStore;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Brings a moment back: all its parts, or none. First the present is kept as a moment of its own, which is what {@link
 * #undone} finds; then each part is restored as a step of a plan is.
 */
public final class MomentRestore {
    /** What moments are for that hold what was there before another was brought back. */
    private static final Set<Trigger> SAVING = Set.of(Trigger.RESTORE, Trigger.UNDO);

    private final SnapshotStore store;
    private final Supplier<ContainerRuntime> engine;
    private final Clock clock;
    private final Progress progress;
    private final String session;
    private final BegunRestore begun;

    /**
     * @param engine reaches the containers' engine, and is asked only if there are any
     * @param session the agent's run it belongs to, or empty
     */
    public MomentRestore(
            SnapshotStore store, Supplier<ContainerRuntime> engine, Clock clock, Progress progress, String session) {
        this.store = store;
        this.engine = engine;
        this.clock = clock;
        this.progress = progress;
        this.session = session;
        this.begun = new BegunRestore(store.auditLog(), clock);
    }

    /** The moment that the last restore or undo of a moment has kept: to bring it back is to undo that. */
    public Moment undone() {
        Moment kept = store.moments()
                .newestFor(SAVING)
                .orElseThrow(
                        () -> new SnapdslException(
                                ErrorCode.NOTHING_TO_UNDO,
                                "No moment was restored yet, so there is nothing to undo.",
                                "'snapdsl undo' takes back what happened in one workspace; 'snapdsl moment list' lists the moments."));
        begun.requireNoneSince(kept);
        return kept;
    }

    /** To preview it, or to carry it out once {@link #keepPresent} is done. */
    public PlanRun run(Moment moment, PlanListener listener) {
        return PlanRun.of(moment, session, store, engine, clock, progress, listener);
    }

    /**
     * What is there now, of all that {@code moment} has; of a container that is gone, that it is.
     *
     * @param trigger {@code RESTORE} or {@code UNDO}
     * @throws SnapdslException if something is there and can't be kept: then nothing may be restored
     */
    public Optional<Moment> keepPresent(Moment moment, Trigger trigger) {
        // An undo that is killed early is simply done again.
        return trigger == Trigger.RESTORE ? begun.during(moment, () -> kept(moment, trigger)) : kept(moment, trigger);
    }

    private Optional<Moment> kept(Moment moment, Trigger trigger) {
        String goal = "before the " + trigger.word() + " of " + moment.id().shortHex();
        List<Taking> takings = moment.parts().stream()
                .map(Part::subjectId)
                .flatMap(id -> store.subjects().find(id).stream())
                .map(subject -> taking(subject, goal))
                .toList();
        Note note = Note.of(trigger, "snapdsl moment", goal, session);
        MomentRecorder.Taken taken = new MomentRecorder(store, clock).take(takings, note, Together.ALWAYS);
        taken.outcomes().stream()
                .map(Outcome::failure)
                .flatMap(Optional::stream)
                .findFirst()
                .ifPresent(failure -> {
                    throw failure;
                });
        return taken.moment();
    }

    private Taking taking(Subject subject, String goal) {
        Note note = Note.unknownChanges(goal);
        if (subject instanceof Workspace workspace) {
            WorkspaceCapture capture = new WorkspaceCapture(store, progress);
            Capturing remains = one -> capture.captureRemains(one, path -> false);
            return new WorkspaceTaking(store, remains, clock, workspace, note, false);
        } else if (subject instanceof State state) {
            return StateTaking.remains(store, clock, state, note);
        }
        Container container = (Container) subject;
        return new ContainerRecorder(store, engine.get(), clock, progress)
                .taking(container, CaptureOptions.DEFAULT, note, false)
                .map(Taking.class::cast)
                .orElseGet(() -> new AbsentTaking(container));
    }
}
