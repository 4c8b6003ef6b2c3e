package io.snapdsl.engine.capture

import io.snapdsl.engine.WorkspaceFixture
import java.nio.file.Files
import java.nio.file.Path
import java.nio.file.attribute.FileTime
import java.time.Instant
import spock.lang.AutoCleanup
import spock.lang.Specification
import spock.lang.TempDir

class CaptureSpec extends Specification {
    @TempDir
    Path base

    @AutoCleanup
    WorkspaceFixture ws

    def setup() {
        ws = new WorkspaceFixture(base)
    }

    def 'a snapshot holds files, links and empty directories, but not what the rules leave out'() {
        given:
        ws.write('src/a.txt', 'a')
        ws.write('noise.log', 'x')
        ws.write('node_modules/lib/index.js', 'x')
        Files.createDirectory(ws.directory.resolve('empty'))
        Files.createSymbolicLink(ws.directory.resolve('link'), Path.of('nowhere'))

        when:
        def recorded = ws.record()

        then:
        ws.listing(recorded.snapshot()) == ['empty/', 'link', 'src/', 'src/a.txt']
        recorded.coverage().captured() == new Coverage.Totals(1, 2, 1, 1)
        recorded.coverage().leftOut().findAll { it.count() }.collectEntries { [it.rule().pattern(), it.count()] } ==
            ['*.log': 1, 'node_modules/': 1]
    }

    def 'changes are counted against the snapshot before'() {
        given:
        ws.write('stays', '1')
        ws.write('changes', '1')
        ws.write('goes', '1')
        ws.snap()

        when:
        ws.write('changes', '2')
        ws.write('comes', '1')
        ws.delete('goes')
        def changes = ws.snap().facts().changes()

        then:
        changes.created() == 1
        changes.modified() == 1
        changes.deleted() == 1
    }

    def 'a changed mode is a change; a new time alone is not'() {
        given:
        def file = ws.write('script', 'x')
        ws.snap()

        when:
        Files.setLastModifiedTime(file, FileTime.from(Instant.parse('2001-01-01T00:00:00Z')))

        then:
        ws.snap().facts().changes().empty

        when:
        Files.setAttribute(file, 'unix:mode', 0755)

        then:
        ws.snap().facts().changes().modified() == 1
    }

    def 'a directory that comes or goes empty, or changes its mode, is a change'() {
        given:
        ws.write('d/f', 'x')
        Files.createDirectory(ws.directory.resolve('goes'))
        ws.snap()

        when:
        Files.createDirectories(ws.directory.resolve('outer/comes'))
        Files.delete(ws.directory.resolve('goes'))
        Files.setAttribute(ws.directory.resolve('d'), 'unix:mode', 0700)

        then:
        ws.snap().facts().changes() == new io.snapdsl.engine.history.ChangeCounts(1, 1, 1)
    }

    def 'an unchanged directory is not stored again'() {
        given:
        30.times { ws.write("dir$it/file", "content $it") }
        def first = ws.snap()
        def packs = ws.store.content().sizes().packs()

        when:
        def second = ws.snap()

        then:
        second.root() == first.root()
        ws.store.content().sizes().packs() == packs
    }

    def 'the same content is stored once, wherever it is'() {
        given:
        def bytes = new byte[300_000]
        new Random(1).nextBytes(bytes)
        ws.write('a', bytes)
        ws.snap()
        def before = ws.store.content().sizes().fileBytes()

        when:
        ws.write('elsewhere/b', bytes)
        ws.snap()

        then:
        ws.store.content().sizes().fileBytes() == before
    }

    def 'an edit of the same size with the old time put back is seen'() {
        given:
        def file = ws.write('f', 'old content')
        def time = Files.getLastModifiedTime(file)
        ws.snap()

        when:
        ws.write('f', 'new content')
        Files.setLastModifiedTime(file, time)

        then:
        ws.snap().facts().changes().modified() == 1
    }

    def 'files are captured again as soon as a rule no longer leaves them out, and not before'() {
        given:
        ws.write('.snapshotignore', '*.dat\n')
        ws.write('x.dat', '1')
        ws.write('sub/y.dat', '1')
        ws.write('sub/z.txt', '1')
        ws.snap()

        when:
        ws.write('.snapshotignore', '# nothing\n')

        then:
        ws.listing(ws.snap()) == ['.snapshotignore', 'sub/', 'sub/y.dat', 'sub/z.txt', 'x.dat']

        when:
        ws.write('.snapshotignore', '*.dat\n')

        then:
        ws.listing(ws.snap()) == ['.snapshotignore', 'sub/', 'sub/z.txt']
    }

    def 'a store inside of its own workspace is left out'() {
        given:
        def inside = new WorkspaceFixture(base.resolve('nested').tap { Files.createDirectory(it) })
        def outer = inside.workspaces.register(base.resolve('nested'), false).workspace()

        when:
        def rules = new WorkspaceCapture(inside.store, io.snapdsl.engine.Progress.NONE).rules(outer)

        then:
        rules.match(io.snapdsl.engine.tree.TreePath.of('store'), true).get().source() == 'always'

        cleanup:
        inside.close()
    }
}
