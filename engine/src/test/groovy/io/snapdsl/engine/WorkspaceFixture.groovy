package io.snapdsl.engine

import io.snapdsl.engine.capture.WorkspaceCapture
import io.snapdsl.engine.content.ContentReader
import io.snapdsl.engine.continuity.OperationRecorder
import io.snapdsl.engine.history.Note
import io.snapdsl.engine.history.Snapshot
import io.snapdsl.engine.history.Subject
import io.snapdsl.engine.history.Trigger
import io.snapdsl.engine.history.Workspaces
import io.snapdsl.engine.restore.Selection
import io.snapdsl.engine.restore.WorkspaceRestore
import io.snapdsl.engine.revert.Resolution
import io.snapdsl.engine.revert.What
import io.snapdsl.engine.revert.WorkspaceRevert
import io.snapdsl.engine.store.SnapshotStore
import io.snapdsl.engine.tree.TreePath
import io.snapdsl.engine.tree.TreeReader
import io.snapdsl.storage.sqlite.SqliteSnapshotStore
import java.nio.file.Files
import java.nio.file.LinkOption
import java.nio.file.Path
import java.time.Clock
import java.time.Duration

/** A workspace on disk with a store of its own: what most specifications need. */
class WorkspaceFixture implements AutoCloseable {
    final Path directory
    final Path storeDirectory
    final SnapshotStore store
    final Subject.Workspace workspace
    final Clock clock

    WorkspaceFixture(Path base, Clock clock = Clock.systemUTC()) {
        this.clock = clock
        directory = Files.createDirectory(base.resolve('workspace')).toRealPath()
        storeDirectory = base.resolve('store')
        store = SqliteSnapshotStore.open(storeDirectory, Duration.ofSeconds(5))
        workspace = workspaces.register(directory, false).workspace()
    }

    Workspaces getWorkspaces() {
        new Workspaces(store, Path.of('/no/home'))
    }

    Path write(String path, Object content) {
        def file = directory.resolve(path)
        Files.createDirectories(file.parent)
        Files.write(file, content instanceof byte[] ? content : content.toString().getBytes('UTF-8'))
    }

    String read(String path) {
        Files.readString(directory.resolve(path))
    }

    boolean exists(String path) {
        Files.exists(directory.resolve(path))
    }

    void delete(String path) {
        def file = directory.resolve(path)
        Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS) ? file.toFile().deleteDir() : Files.delete(file)
    }

    OperationRecorder.Recorded record(Note note = Note.manual('', '', ''), Subject.Workspace subject = workspace, Clock at = clock) {
        new OperationRecorder(store, new WorkspaceCapture(store, Progress.NONE), at).record(subject, note, false)
    }

    Snapshot snap(String goal = '') {
        record(Note.manual('', goal, '')).snapshot()
    }

    WorkspaceRestore getRestorer() {
        new WorkspaceRestore(store, clock, Progress.NONE)
    }

    WorkspaceRestore.Report restore(Snapshot target, List<String> paths = [], boolean dryRun = false) {
        def selection = new Selection.Request(paths.collect { TreePath.of(it) }, TreePath.ROOT)
        restorer.restore(workspace, new WorkspaceRestore.Request(target, selection, Trigger.RESTORE, 'restore', '', dryRun))
    }

    WorkspaceRevert.Report revert(What what, Optional<Resolution> resolution = Optional.empty(), boolean dryRun = false) {
        new WorkspaceRevert(store, clock, Progress.NONE)
            .revert(workspace, new WorkspaceRevert.Request(what, resolution, '', '', dryRun))
    }

    /** The paths a snapshot holds, directories with a slash at the end. */
    List<String> listing(Snapshot snapshot) {
        def paths = []
        new TreeReader(new ContentReader(store.content())).walk(snapshot.root()) { path, entry ->
            paths << path.toString() + (entry.class.simpleName == 'DirectoryEntry' ? '/' : '')
        }
        paths
    }

    /** The text of each file a snapshot holds. */
    Map<String, String> filesOf(Snapshot snapshot) {
        def content = new ContentReader(store.content())
        def files = [:]
        new TreeReader(content).walk(snapshot.root()) { path, entry ->
            if (entry.class.simpleName == 'FileEntry') {
                def bytes = new ByteArrayOutputStream()
                content.copy(entry.content(), bytes)
                files[path.toString()] = bytes.toString('UTF-8')
            }
        }
        files
    }

    @Override
    void close() {
        store.close()
    }
}
