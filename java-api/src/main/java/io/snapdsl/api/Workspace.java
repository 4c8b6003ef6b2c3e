package io.snapdsl.api;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.Progress;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.capture.StateComparison;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.continuity.OperationRecorder;
import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.history.SnapshotFinder;
import io.snapdsl.engine.history.SnapshotLog;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Trigger;
import io.snapdsl.engine.restore.Selection;
import io.snapdsl.engine.restore.WorkspaceRestore;
import io.snapdsl.engine.revert.What;
import io.snapdsl.engine.revert.WorkspaceRevert;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/**
 * A directory whose states are kept. A snapshot is called by what {@link #find} understands: its id, {@code @latest}, {@code
 * "10 minutes ago"}.
 */
public final class Workspace {
    private static final int LISTED = 5;

    private final Opened opened;
    private final Subject.Workspace subject;

    Workspace(Opened opened, Subject.Workspace subject) {
        this.opened = opened;
        this.subject = subject;
    }

    public String name() {
        return subject.name();
    }

    public Path directory() {
        return subject.directory();
    }

    /** Takes a snapshot, also if nothing has changed. */
    public Snapshot snap(String goal) {
        return Snapshot.of(new OperationRecorder(opened.store(), opened.capture(subject), opened.clock())
                .record(subject, Note.manual("", goal, ""), false)
                .snapshot());
    }

    /** As {@link #snap}; the caller does not wait. */
    public CompletableFuture<Snapshot> snapAsync(String goal) {
        return opened.later(() -> snap(goal));
    }

    /** @throws SnapdslException if there is none */
    public Snapshot find(String expression) {
        return Snapshot.of(stored(expression));
    }

    /** Newest first. */
    public List<Snapshot> log(int limit) {
        return new SnapshotLog(opened.store().catalog(), subject)
                .newest(limit, Optional.empty(), snapshot -> !snapshot.isRemoved()).stream()
                        .map(Snapshot::of)
                        .toList();
    }

    /** What happened between two of its states. What the later one does not cover any more is not told as deleted. */
    public List<FileChange> changes(Snapshot before, Snapshot after) {
        return opened.store().locks().usingContent().during(() -> {
            List<FileChange> changes = new ArrayList<>();
            StateComparison.between(
                            Optional.of(stored(before.id())),
                            stored(after.id()),
                            new ContentReader(opened.store().content()))
                    .visible()
                    .forEach(change -> changes.add(FileChange.of(change)));
            return List.copyOf(changes);
        });
    }

    /**
     * Brings a state back. What is there now is kept first; {@link #undo} takes it back.
     *
     * @param paths files, directories or patterns such as {@code src/**}; none means everything
     */
    public Restored restore(Snapshot target, String... paths) {
        var stored = stored(target.id());
        var request = new WorkspaceRestore.Request(
                stored,
                paths.length == 0 ? Selection.Request.EVERYTHING : Selection.Request.written(List.of(paths)),
                Trigger.RESTORE,
                "restore " + stored.id().shortHex(),
                "",
                false);
        return Restored.of(restore().restore(subject, request).done());
    }

    /** As {@link #restore}; the caller does not wait. */
    public CompletableFuture<Restored> restoreAsync(Snapshot target, String... paths) {
        return opened.later(() -> restore(target, paths));
    }

    /** One step back, also behind a restore. */
    public Restored undo() {
        return Restored.of(restore().undo(subject, "", false).done());
    }

    /** Takes the newest undo back. */
    public Restored redo() {
        return Restored.of(restore().redo(subject, "", false).done());
    }

    /**
     * Takes back what one run of an agent did, and keeps everything that came later.
     *
     * @throws SnapdslException if the same lines were changed again since; then nothing was done
     */
    public Restored revert(String session) {
        var request = new WorkspaceRevert.Request(new What.Session(session), Optional.empty(), "", "", false);
        var report = new WorkspaceRevert(opened.store(), opened.clock(), Progress.NONE).revert(subject, request);
        return Restored.of(report.done()
                .orElseThrow(() -> new SnapdslException(
                        ErrorCode.CONFLICTS,
                        "What " + session + " did was changed again since: "
                                + report.conflicts().stream()
                                        .limit(LISTED)
                                        .map(conflict -> conflict.path().toString())
                                        .collect(Collectors.joining(", "))
                                + ".",
                        "Nothing was done. 'snapdsl revert --session " + session
                                + "' lists the overlaps, and takes a decision.")));
    }

    /** For one run of an agent in this directory. */
    public AgentCallbacks callbacks(String agent) {
        return opened.callbacks(agent, subject.directory());
    }

    private WorkspaceRestore restore() {
        return new WorkspaceRestore(opened.store(), opened.clock(), Progress.NONE);
    }

    /** Ids are known in the whole store: one of another workspace must not be brought back here. */
    private io.snapdsl.engine.history.Snapshot stored(String expression) {
        var found = new SnapshotFinder(opened.store(), opened.clock()).find(expression, subject);
        if (!found.subjectId().equals(subject.id())) {
            throw new SnapdslException(
                    ErrorCode.USAGE,
                    "Snapshot " + found.id().shortHex() + " is of '"
                            + found.facts().subject() + "', not of '" + name() + "'.",
                    "Ask the workspace whose it is.");
        }
        return found;
    }
}
