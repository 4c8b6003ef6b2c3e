package io.snapdsl.engine.restore

import io.snapdsl.engine.ErrorCode
import io.snapdsl.engine.Progress
import io.snapdsl.engine.SnapdslException
import io.snapdsl.engine.WorkspaceFixture
import io.snapdsl.engine.retention.Removal
import java.nio.file.Files
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

    def 'an undo that stopped halfway is gone on with by the next one, and both are one step'() {
        given: 'a directory that cannot be removed, because of something that snapshots leave out'
        ws.write('.snapshotignore', 'kept')
        ws.snap('rules')
        ws.write('f', 'four')
        ws.write('dir/g', 'g')
        ws.snap('four')
        ws.write('dir/kept', 'in the way')

        when:
        def halfway = ws.restorer.undo(ws.workspace, '', false)

        then:
        halfway.done().problems()*.path()*.toString() == ['dir']
        halfway.unfinished()
        ws.read('f') == 'three'
        !ws.exists('dir/g')

        when: 'nothing is in the way any more'
        ws.delete('dir/kept')
        def rest = ws.restorer.undo(ws.workspace, '', false)

        then:
        rest.target() == halfway.target()
        rest.done().problems().empty
        !rest.unfinished()
        !ws.exists('dir')

        and:
        redo() == 'four'
        ws.read('dir/g') == 'g'
        undo() == 'three'
        ws.exists('.snapshotignore')
        undo() == 'three'
        !ws.exists('.snapshotignore')
        undo() == 'two'
    }

    def 'a redo that #gotSomewhere is gone on with too'() {
        given:
        ws.write('.snapshotignore', 'kept')
        Files.createDirectory(ws.directory.resolve('dir'))
        files.each { ws.write("dir/$it", it) }
        ws.snap('dir')
        ws.delete('dir')
        ws.snap('without')
        undo()
        ws.write('dir/kept', 'in the way')

        when: 'the directory has to stay, but not what is in it'
        def halfway = ws.restorer.redo(ws.workspace, '', false)

        then:
        halfway.unfinished()

        when:
        ws.delete('dir/kept')
        ws.restorer.redo(ws.workspace, '', false)

        then:
        !ws.exists('dir')

        when:
        undo()

        then:
        ws.exists('dir')
        files.every { ws.read("dir/$it") == it }

        where:
        gotSomewhere        | files
        'stopped halfway'   | ['g', 'h']
        'did not even start' | []
    }

    def 'what cannot be done at all is tried again once, and is then in nobody\'s way'() {
        given:
        ws.write('.snapshotignore', 'kept')
        ws.snap('rules')
        ws.write('dir/g', 'g')
        ws.snap('dir')
        ws.write('dir/kept', 'for ever')

        when:
        def unfinished = (1..2).collect { ws.restorer.undo(ws.workspace, '', false).unfinished() }

        then:
        unfinished == [true, false]
        ws.exists('.snapshotignore')

        when:
        undo()

        then:
        !ws.exists('.snapshotignore')
    }

    def 'an undo that also takes back what a removed one had changed says so, tried or done'() {
        given:
        def (two, three) = [1, 0].collect { ws.store.catalog().back(ws.workspace.id(), it).get() }
        new Removal(ws.store, ws.clock, Progress.NONE).remove([two], '')
        def note = "What ${two.id().shortHex()} had changed is taken back too: it was removed, so it can't be told from what " +
            "${three.id().shortHex()} changed."

        expect:
        ws.restorer.undo(ws.workspace, '', true).notes() == [note]
        ws.restorer.undo(ws.workspace, '', false).notes() == [note]
        ws.read('f') == 'one'
        ws.restorer.redo(ws.workspace, '', false).notes() == []
        ws.read('f') == 'three'
    }

    def 'what was undone and then removed is not redone, and nothing is touched'() {
        given:
        def three = ws.store.catalog().head(ws.workspace.id()).get()
        undo()
        new Removal(ws.store, ws.clock, Progress.NONE).remove([three], '')

        when:
        redo()

        then:
        def e = thrown(SnapdslException)
        e.code() == ErrorCode.NOTHING_TO_REDO
        e.message.contains(three.id().shortHex() + ', which held it, was removed')
        ws.read('f') == 'two'
    }
}
