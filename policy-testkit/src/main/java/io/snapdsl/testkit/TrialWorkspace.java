package io.snapdsl.testkit;

import io.snapdsl.engine.continuity.OperationRecorder;
import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.history.Workspaces;
import io.snapdsl.engine.policy.Declared;
import io.snapdsl.engine.run.SteppedRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A directory, empty at first, in the place of one that the policy protects; and the snapshots of it. */
public final class TrialWorkspace {
    private final Declared.Workspace declared;
    private final Workspaces workspaces;
    private final SteppedRun run;
    private final OperationRecorder recorder;
    private final TrialHistory history;

    TrialWorkspace(
            Declared.Workspace declared,
            Workspaces workspaces,
            SteppedRun run,
            OperationRecorder recorder,
            TrialHistory history) {
        this.declared = declared;
        this.workspaces = workspaces;
        this.run = run;
        this.recorder = recorder;
        this.history = history;
    }

    /** For edits that {@link #write} and {@link #delete} can't do; then say {@link #changed}. */
    public Path directory() {
        return declared.directory();
    }

    /** Somebody writes a file, now. */
    public void write(String path, String text) {
        try {
            Path file = directory().resolve(path);
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        changed();
    }

    /** Somebody deletes a file, now. */
    public void delete(String path) {
        try {
            Files.delete(directory().resolve(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        changed();
    }

    /** Something was changed by other means than ours, now. */
    public void changed() {
        registered().ifPresent(workspace -> run.changed(workspace.id()));
    }

    /** An agent records what it has done, now: as with {@code snapdsl snap --tool TOOL --session SESSION}. */
    public void snap(String tool, String session) {
        Workspace workspace =
                workspaces.register(directory(), declared.name(), false).workspace();
        recorder.record(workspace, Note.manual(tool, "", session), false);
        run.step();
    }

    /** Empty before its first snapshot. */
    private Optional<Workspace> registered() {
        return workspaces.at(directory());
    }

    /** Every snapshot that was ever taken, oldest first. */
    public List<TrialSnapshot> snapshots() {
        return registered().map(history::of).orElse(List.of());
    }

    /** Those that are still there, oldest first. */
    public List<TrialSnapshot> kept() {
        return snapshots().stream().filter(TrialSnapshot::isKept).toList();
    }

    /** Those that are gone, oldest first. */
    public List<TrialSnapshot> removed() {
        return snapshots().stream().filter(snapshot -> !snapshot.isKept()).toList();
    }
}
