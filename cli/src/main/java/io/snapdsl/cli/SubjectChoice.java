package io.snapdsl.cli;

import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.files.NativePaths;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotFinder;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Subject.Container;
import io.snapdsl.engine.history.Subject.State;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.history.Workspaces;
import io.snapdsl.engine.history.Workspaces.Found;
import io.snapdsl.engine.history.Workspaces.Located;
import io.snapdsl.engine.restore.Selection;
import io.snapdsl.engine.tree.TreePath;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What a command is about: a subject by its name, or the workspace around the current directory; and a snapshot, which
 * if given by its id needs neither.
 */
public final class SubjectChoice {
    private final SnapdslCommand snapdsl;

    SubjectChoice(SnapdslCommand snapdsl) {
        this.snapdsl = snapdsl;
    }

    /** The workspace that was named, or the one around the current directory, made on first use. */
    public Workspace workspace(Optional<String> name) {
        if (name.isPresent()) {
            return requireWorkspace(named(name.get()));
        }
        Optional<Workspace> deleted = workspaces().deletedAt(snapdsl.directory());
        if (deleted.isPresent()) {
            return deleted.get();
        }
        Located located = workspaces().locate(snapdsl.directory());
        Workspace workspace = located.workspace();
        if (located.how() == Found.REGISTERED) {
            snapdsl.out().note("New workspace '" + workspace.name() + "': " + Output.plain(workspace.directory()));
        } else if (located.how() == Found.RELINKED) {
            announceMove(workspace);
        }
        return workspace;
    }

    /** As {@link #workspace}, for commands that only look: they register nothing. */
    public Workspace existingWorkspace(Optional<String> name) {
        return requireWorkspace(existing(name));
    }

    /** What was named and has snapshots, or the workspace around the current directory. */
    public Subject existing(Optional<String> name) {
        snapdsl.existingStore();
        Subject chosen = name.map(this::named).orElseGet(this::here);
        if (chosen instanceof State state) {
            throw notForStates(state);
        }
        return chosen;
    }

    private Subject here() {
        Optional<Workspace> around = workspaces().deletedAt(snapdsl.directory()).or(this::around);
        if (around.isPresent()) {
            return around.get();
        }
        return moved().orElseThrow(() -> new SnapdslException(
                ErrorCode.UNKNOWN_SUBJECT,
                snapdsl.directory() + " is in no workspace yet, so there is no history.",
                "'snapdsl snap' takes the first snapshot and makes this directory a workspace."));
    }

    private Optional<Workspace> moved() {
        if (workspaces().deletedAt(snapdsl.directory()).isPresent()) {
            return Optional.empty();
        }
        Optional<Workspace> moved = workspaces().relinkMoved(snapdsl.directory());
        moved.ifPresent(this::announceMove);
        return moved;
    }

    /** The workspace around the current directory, if that is in one. */
    public Optional<Workspace> around() {
        return workspaces().around(snapdsl.directory());
    }

    private Subject named(String name) {
        List<Subject> all = snapdsl.store().subjects().all();
        return all.stream()
                .filter(subject -> subject.name().equals(name))
                .findFirst()
                .or(() -> workspaces().at(snapdsl.directory().resolve(name)))
                .orElseThrow(() -> new SnapdslException(
                        ErrorCode.UNKNOWN_SUBJECT,
                        "There is no workspace, container or state '" + name + "'.",
                        all.isEmpty()
                                ? "There are none yet: 'snapdsl snap' makes one."
                                : "There are: "
                                        + String.join(
                                                ", ",
                                                all.stream().map(Subject::name).toList()) + "."));
    }

    /** The snapshot that is meant; without a subject in it, one of the workspace around the current directory. */
    public Snapshot snapshot(String expression) {
        snapdsl.existingStore();
        return finder().find(expression, this::here);
    }

    /** As {@link #snapshot}, with removed ones too. */
    public Snapshot anySnapshot(String expression) {
        snapdsl.existingStore();
        return finder().findAny(expression, this::here);
    }

    /** As {@link #snapshot}, for what can be done with a workspace only. */
    public Snapshot workspaceSnapshot(String expression) {
        Snapshot snapshot = snapshot(expression);
        requireWorkspace(subjectOf(snapshot));
        return snapshot;
    }

    /** Of {@code subject}, if nothing else is said. */
    public Snapshot snapshot(String expression, Subject subject) {
        return finder().find(expression, subject);
    }

    public Subject subjectOf(Snapshot snapshot) {
        Subject subject = snapdsl.store().subjects().find(snapshot.subjectId()).orElseThrow();
        return subject instanceof Workspace workspace && !Files.isDirectory(workspace.directory())
                ? moved().filter(found -> found.id().equals(subject.id())).orElse(workspace)
                : subject;
    }

    /** @param hint what to do if it is another's */
    public void requireOf(Workspace workspace, Snapshot snapshot, String hint) {
        if (!snapshot.subjectId().equals(workspace.id())) {
            Subject other = subjectOf(snapshot);
            throw new SnapdslException(
                    ErrorCode.USAGE,
                    "Snapshot " + snapshot.id().shortHex() + " is of the " + other.kind() + " '" + other.name()
                            + "', not of '" + workspace.name() + "'.",
                    hint);
        }
    }

    private static SnapdslException notForStates(State state) {
        return new SnapdslException(
                ErrorCode.NOT_A_WORKSPACE,
                "'" + state.name() + "' is a state, and has checkpoints instead of snapshots.",
                "'snapdsl state list " + state.name()
                        + "' lists them, 'snapdsl state --help' says what else there is.");
    }

    private static Workspace requireWorkspace(Subject subject) {
        if (subject instanceof State state) {
            throw notForStates(state);
        }
        if (subject instanceof Container container) {
            throw new SnapdslException(
                    ErrorCode.NOT_A_WORKSPACE,
                    "'" + container.name() + "' is a container, and this can be done with a workspace only.",
                    "'snapdsl container snap " + container.containerName() + "' takes a snapshot of it, 'snapdsl"
                            + " container restore ID' brings one back; 'snapdsl log " + container.name()
                            + "' lists what there is.");
        }
        return (Workspace) subject;
    }

    /** Paths and patterns as someone in the current directory writes them. */
    public Selection.Request selection(Subject subject, List<String> texts) {
        List<TreePath> paths = texts.stream().map(text -> pathIn(subject, text)).toList();
        return new Selection.Request(paths, pathIn(subject, "."));
    }

    /** A path as someone in the current directory writes it, seen from the subject's root. */
    public TreePath pathIn(Subject subject, String text) {
        // Nothing on this machine's disk is inside of a container: all paths start at its snapshots' root.
        return subject instanceof Workspace workspace
                ? pathIn(workspace.directory(), text)
                : pathIn(Path.of("/"), Path.of("/"), text);
    }

    public TreePath pathIn(Path base, String text) {
        return pathIn(base, SnapdslCommand.realOrSelf(snapdsl.directory()), text);
    }

    private static TreePath pathIn(Path base, Path current, String text) {
        Path given = RawArguments.path(text);
        Path normal = (current.startsWith(base) ? current : base).resolve(given).normalize();
        Path inside = normal.startsWith(base) ? normal : throughLinks(normal);
        if (!inside.startsWith(base)) {
            throw new SnapdslException(
                    ErrorCode.UNSAFE_PATH,
                    Output.plain(text) + " is outside of the workspace " + base + ".",
                    "Name a path inside it.");
        }
        return NativePaths.relative(base, inside);
    }

    /** The path with its directories resolved, as far as they exist. */
    private static Path throughLinks(Path path) {
        Path parent = path.getParent();
        if (parent == null) {
            return path;
        }
        Path real = Files.isDirectory(parent) ? SnapdslCommand.realOrSelf(parent) : throughLinks(parent);
        return real.resolve(path.getFileName());
    }

    private void announceMove(Workspace workspace) {
        snapdsl.out().note("Workspace '" + workspace.name() + "' has moved here; its history came along.");
    }

    private Workspaces workspaces() {
        return snapdsl.workspaces();
    }

    private SnapshotFinder finder() {
        return new SnapshotFinder(snapdsl.store(), snapdsl.clock());
    }
}
