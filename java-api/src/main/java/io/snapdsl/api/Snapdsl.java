package io.snapdsl.api;

import io.snapdsl.engine.history.Workspaces;
import io.snapdsl.engine.state.States;
import io.snapdsl.engine.store.StoreDirectory;
import io.snapdsl.storage.sqlite.SqliteSnapshotStore;
import java.nio.file.Path;
import java.time.Duration;

/** A store of snapshots, shared with the {@code snapdsl} command and everybody else who opens it. */
public final class Snapdsl implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Opened opened;
    private final Workspaces workspaces;

    private Snapdsl(Path directory, Path home) {
        var store = SqliteSnapshotStore.open(directory, PATIENCE);
        workspaces = new Workspaces(store, home);
        opened = new Opened(store, workspaces);
    }

    /** The user's own store, which the command uses too: {@code $SNAPDSL_STORE}, else in {@code ~/.local/share/snapdsl}. */
    public static Snapdsl open() {
        return open(StoreDirectory.usual(System.getenv(), Path.of("").toAbsolutePath(), home()));
    }

    /** The store in a directory, which is made if it is not there. It should lie outside of all workspaces. */
    public static Snapdsl open(Path directory) {
        return new Snapdsl(directory.toAbsolutePath(), home());
    }

    private static Path home() {
        return Path.of(System.getProperty("user.home"));
    }

    /** The workspace at or above {@code directory}; if there is none, the directory becomes one. */
    public Workspace workspace(Path directory) {
        return new Workspace(opened, workspaces.locate(directory).workspace());
    }

    /** The state of that name, made on first use. */
    public State state(String name) {
        States states = new States(opened.store(), opened.clock());
        return new State(opened.store(), states, states.register(name));
    }

    /** What was begun is finished first. */
    @Override
    public void close() {
        opened.close();
    }
}
