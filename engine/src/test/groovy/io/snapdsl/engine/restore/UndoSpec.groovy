package io.snapdsl.engine.restore

import io.snapdsl.engine.ErrorCode
import io.snapdsl.engine.SnapdslException
import io.snapdsl.engine.WorkspaceFixture
import java.nio.file.Path
import spock.lang.AutoCleanup
import spock.lang.Specification
import spock.lang.TempDir

class UndoSpec extends Specification {
    @TempDir
    Path base

    @AutoCleanup
    WorkspaceFixture ws

    def setup() {
        ws = new WorkspaceFixture(base)
        ['one', 'two', 'three'].each {
            ws.write('f', it)
            ws.snap(it)
        }
    }

    String undo() {
        ws.restorer.undo(ws.workspace, '', false)
        ws.read('f')
    }

    String redo() {
        ws.restorer.redo(ws.workspace, '', false)
        ws.read('f')
    }

    def 'undo goes back step by step, redo forward again'() {
        expect:
        [undo(), undo(), redo(), undo(), redo(), redo()] == ['two', 'one', 'two', 'one', 'two', 'three']
    }

    def 'at the first state there is nothing left to undo, at the last nothing to redo'() {
        given:
        undo()
        undo()

        when:
        undo()

        then:
        def e = thrown(SnapdslException)
        e.code() == ErrorCode.NOTHING_TO_UNDO

        when:
        redo()
        redo()
        redo()

        then:
        def refused = thrown(SnapdslException)
        refused.code() == ErrorCode.NOTHING_TO_REDO
        ws.read('f') == 'three'
    }

    def 'a change that was never snapped is a step of its own, and can be redone'() {
        given:
        ws.write('f', 'unsnapped')

        expect:
        undo() == 'three'
        undo() == 'two'
        redo() == 'three'
        redo() == 'unsnapped'
    }

    def 'a restore is undone like anything else'() {
        when:
        ws.restore(ws.store.catalog().atSequence(ws.workspace.id(), 1).get())

        then:
        ws.read('f') == 'one'
        undo() == 'three'
        redo() == 'one'
    }

    def 'something new ends the way forward'() {
        given:
        undo()
        ws.write('f', 'new')
        ws.snap()

        when:
        redo()

        then:
        def e = thrown(SnapdslException)
        e.code() == ErrorCode.NOTHING_TO_REDO
        ws.read('f') == 'new'
        undo() == 'two'
        undo() == 'one'
    }

    def 'redo takes back the undo of something new, not an older one'() {
        given:
        undo()
        ws.write('f', 'new')
        ws.snap()

        expect:
        undo() == 'two'
        redo() == 'new'
    }

    def 'undo and redo agree with a plain stack, seed #seed'() {
        given:
        def random = new Random(seed)
        def done = ['one', 'two', 'three']
        def undone = []

        expect:
        (1..25).every { i ->
            switch (random.nextInt(5)) {
                case 0:
                    done << "edit $i".toString()
                    undone.clear()
                    ws.write('f', done.last())
                    ws.snap()
                    break
                case 1: // never snapped: undo saves it as a step of its own
                    done << "unsnapped $i".toString()
                    undone = [done.removeLast()]
                    ws.write('f', undone.last())
                    undo()
                    break
                case 2:
                    ws.snap('nothing new')
                    break
                case 3:
                    if (done.size() > 1) {
                        undone << done.removeLast()
                        undo()
                    }
                    break
                case 4:
                    if (undone) {
                        done << undone.removeLast()
                        redo()
                    }
            }
            ws.read('f') == done.last()
        }

        where:
        seed << (1..6)
    }

    def 'a restored file that is ignored by now does not stand in the way'() {
        given:
        ws.write('.snapshotignore', '# nothing\n')
        ws.write('app.log', 'old')
        def old = ws.snap()
        ws.write('.snapshotignore', '*.log\n')
        ws.write('app.log', 'new')
        ws.snap()

        when:
        ws.restore(old, ['app.log'])

        then:
        ws.read('app.log') == 'old'

        when:
        undo()

        then:
        ws.read('app.log') == 'new'
    }

    def 'snapshots without a change are no steps'() {
        given:
        3.times { ws.snap('nothing new') }

        expect:
        undo() == 'two'
    }

    def 'undo never rewrites history: it only adds to it'() {
        given:
        def before = ws.store.catalog().page(ws.workspace.id(), Long.MAX_VALUE, 100)

        when:
        undo()
        redo()

        then:
        def after = ws.store.catalog().page(ws.workspace.id(), Long.MAX_VALUE, 100)
        after.size() == before.size() + 2
        after.drop(2) == before
    }
}
