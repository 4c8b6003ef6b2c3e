package io.snapdsl.engine.moment

import io.snapdsl.engine.Progress
import io.snapdsl.engine.WorkspaceFixture
import io.snapdsl.engine.capture.Capturing
import io.snapdsl.engine.capture.WorkspaceCapture
import io.snapdsl.engine.continuity.WorkspaceTaking
import io.snapdsl.engine.history.Note
import io.snapdsl.engine.history.Snapshot
import io.snapdsl.engine.history.Subject
import io.snapdsl.engine.history.Trigger
import io.snapdsl.engine.moment.MomentRecorder.Together
import java.nio.file.Files
import java.nio.file.Path
import spock.lang.AutoCleanup
import spock.lang.Specification
import spock.lang.TempDir

/** Two workspaces that belong together. */
abstract class MomentSpecification extends Specification {
    static final Note NOTE = Note.of(Trigger.SCHEDULE, '', 'every hour', '').wantedBy('p')

    @TempDir
    Path base

    @AutoCleanup
    WorkspaceFixture ws

    Path tools
    Subject.Workspace other

    def setup() {
        ws = new WorkspaceFixture(base)
        tools = Files.createDirectory(base.resolve('tools')).toRealPath()
        other = ws.workspaces.register(tools, false).workspace()
        ws.write('file', 'one')
        Files.writeString(tools.resolve('tool'), 'one')
    }

    Taking taking(Subject.Workspace workspace, boolean always = false, Runnable capturing = {}) {
        def capture = new WorkspaceCapture(ws.store, Progress.NONE)
        def observed = { Subject.Workspace it -> capturing.run(); capture.capture(it) }
        new WorkspaceTaking(ws.store, observed as Capturing, ws.clock, workspace, NOTE, always)
    }

    MomentRecorder.Taken take(List<Taking> takings = [taking(ws.workspace), taking(other)], Together together = Together.IF_CHANGED) {
        new MomentRecorder(ws.store, ws.clock).take(takings, NOTE, together)
    }

    Snapshot head(Subject subject) {
        ws.store.catalog().head(subject.id()).get()
    }
}
