package io.snapdsl.engine.consolidation

import io.snapdsl.engine.Progress
import io.snapdsl.engine.WorkspaceFixture
import io.snapdsl.engine.capture.WorkspaceCapture
import io.snapdsl.engine.continuity.OperationRecorder
import io.snapdsl.engine.history.Note
import io.snapdsl.engine.history.Operation
import io.snapdsl.engine.history.Snapshot
import io.snapdsl.engine.history.Subject
import io.snapdsl.engine.retention.Pinning
import io.snapdsl.engine.tree.TreePath
import io.snapdsl.engine.verify.StoreVerifier
import java.nio.file.Path
import java.time.Instant
import spock.lang.AutoCleanup
import spock.lang.Specification
import spock.lang.TempDir

class AutomaticConsolidationSpec extends Specification {
    @TempDir
    Path base

    @AutoCleanup
    WorkspaceFixture ws

    int written = 0

    def setup() {
        ws = new WorkspaceFixture(base)
    }

    OperationRecorder.Recorded snap(Map note = [:]) {
        ws.write('file', ++written)
        if (note.unknown) ws.write('other', written)
        def announced = note.unknown ? [TreePath.of('file')] : []
        new OperationRecorder(ws.store, new WorkspaceCapture(ws.store, Progress.NONE), ws.clock)
            .record(ws.workspace, Note.manual(note.tool ?: 'editor', '', note.session ?: '').announcing(announced), false)
    }

    AutomaticConsolidation getAutomatic() {
        new AutomaticConsolidation(ws.store, ws.clock, Progress.NONE)
    }

    Subject.Workspace told(int number) {
        ws.store.subjects().setConsolidateAbove(ws.workspace.id(), OptionalInt.of(number),
            new Operation(Instant.now(), 'configure', Optional.of(ws.workspace.id()), Optional.empty(), ''))
        ws.store.subjects().find(ws.workspace.id()).get()
    }

    List<Snapshot> shown() {
        ws.store.catalog().page(ws.workspace.id(), Long.MAX_VALUE, 10_000)
    }

    boolean isClean() {
        new StoreVerifier(ws.store, Progress.NONE).verify(true).clean
    }

    def 'with #count snapshots, and #above allowed, #left are left'() {
        given:
        count.times { snap() }

        when:
        def done = automatic.consolidate(ws.workspace, above, new Strategy.Sequential(), false)

        then:
        done.present == (left < count)
        shown().size() == left
        shown()[0].sequence() == count
        clean

        where: 'half of what is allowed stays, but not more than fifty'
        count | above || left
        4     | 4     || 4
        5     | 4     || 3
        11    | 10    || 6
        61    | 60    || 31
        130   | 120   || 51
        3     | 1     || 3  // the newest is not merged, and two are not worth it
        4     | 1     || 2
    }

    def 'only neighbours of the same session and tool are merged, and never a pinned one'() {
        given:
        3.times { snap(session: 'A') }
        3.times { snap(session: 'A', tool: 'other') }
        3.times { snap(session: 'B', tool: 'other') }
        def pinned = snap().snapshot()
        new Pinning(ws.store, ws.clock).pin([pinned], '')
        2.times { snap() }
        4.times { snap(session: 'end') }

        when:
        def done = automatic.consolidate(ws.workspace, 6, new Strategy.Sequential(), false).get()

        then:
        done.results()*.note().collect { [it.session(), it.tool()] } == [['A', 'editor'], ['A', 'other'], ['B', 'other']]
        shown()*.sequence() == [16, 15, 14, 13, 12, 11, 10, 9, 6, 3]
        clean
    }

    def 'a workspace that says nothing about it is left as it is'() {
        given:
        def recorded = (1..30).collect { snap() }

        expect:
        automatic.after(recorded.last(), ws.workspace).empty
        shown().size() == 30
    }

    def 'a snap keeps the number near #above, and looks only ten times on the way from there to twice as many'() {
        given:
        def workspace = told(above)

        when:
        def sizes = (1..count).collect {
            automatic.after(snap(), workspace)
            shown().size()
        }

        then:
        sizes.max() == most
        sizes.last() < count
        clean

        where:
        above | count || most
        5     | 20    || 5
        20    | 45    || 21
        30    | 70    || 32
    }

    def 'that unknown changes were taken in before it does not make a snap miss its turn'() {
        given:
        def workspace = told(20)
        21.times { snap() }

        expect:
        automatic.after(snap(unknown: true), workspace).present
        clean
    }

    def 'while others use content the snapshots are merged, and the space is left for the next sweep'() {
        given:
        9.times { snap() }
        def reader = ws.store.locks().usingContent()
        def started = System.nanoTime()

        when:
        def done = automatic.consolidate(ws.workspace, 4, new Strategy.Sequential(), false)
        def seconds = (System.nanoTime() - started) / 1e9

        then:
        done.get().results().size() == 1
        seconds < 4
        shown().size() == 3

        when:
        reader.release()

        then:
        clean
    }
}
