package io.snapdsl.engine.restore

import io.snapdsl.engine.ErrorCode
import io.snapdsl.engine.SnapdslException
import io.snapdsl.engine.WorkspaceFixture
import io.snapdsl.engine.files.FileStat
import io.snapdsl.engine.history.Trigger
import io.snapdsl.engine.tree.TreePath
import java.nio.file.Files
import java.nio.file.Path
import java.nio.file.attribute.FileTime
import java.time.Instant
import spock.lang.AutoCleanup
import spock.lang.Specification
import spock.lang.TempDir

class RestoreSpec extends Specification {
    @TempDir
    Path base

    @AutoCleanup
    WorkspaceFixture ws

    def setup() {
        ws = new WorkspaceFixture(base)
    }

    def 'a restore brings back content, modes, times, links, empty directories, and removes what was not there'() {
        given:
        def file = ws.write('src/a.txt', 'one')
        Files.setAttribute(file, 'unix:mode', 04750)
        Files.setLastModifiedTime(file, FileTime.from(Instant.parse('1955-11-05T06:15:00.123456789Z')))
        Files.createSymbolicLink(ws.directory.resolve('link'), Path.of('src/a.txt'))
        Files.createDirectory(ws.directory.resolve('empty'))
        def before = FileStat.of(file)
        def snapshot = ws.snap()

        when:
        ws.delete('src')
        ws.delete('link')
        ws.delete('empty')
        ws.write('link/is/a/directory/now', 'x')
        ws.write('extra', 'x')
        def report = ws.restore(snapshot)

        then:
        report.done().problems().empty
        ws.read('src/a.txt') == 'one'
        with(FileStat.of(file)) {
            mode() == before.mode()
            modified() == before.modified()
        }
        Files.readSymbolicLink(ws.directory.resolve('link')) == Path.of('src/a.txt')
        Files.isDirectory(ws.directory.resolve('empty'))
        !ws.exists('extra')

        and: 'the result is, to the last bit, the tree of the snapshot'
        report.done().result().get().root() == snapshot.root()
    }

    def 'what was there before a restore is a snapshot of its own, so nothing is lost'() {
        given:
        ws.write('a', 'first')
        def first = ws.snap()
        ws.write('a', 'never snapped')
        ws.write('b', 'nor this')

        when:
        def report = ws.restore(first)

        then:
        with(report.done().saved().get().note()) {
            trigger() == Trigger.UNKNOWN_CHANGE
            tool() == 'UnknownChangeIntegration'
        }

        when:
        ws.restore(report.done().saved().get())

        then:
        ws.read('a') == 'never snapped'
        ws.read('b') == 'nor this'
    }

    def 'files that are right already are not touched at all'() {
        given:
        ws.write('changes', '1')
        def untouched = ws.write('dir/stays', 'x')
        def snapshot = ws.snap()
        def before = FileStat.of(untouched)
        ws.write('changes', '2')

        when:
        def report = ws.restore(snapshot)

        then:
        report.done().plan().first(100)*.path()*.toString().findAll { it != '' } == ['changes']
        FileStat.of(untouched) == before
    }

    def 'a dry run has the same plan and touches nothing'() {
        given:
        ws.write('a', '1')
        def snapshot = ws.snap()
        ws.write('a', '2')

        when:
        def planned = ws.restore(snapshot, [], true)

        then:
        ws.read('a') == '2'
        planned.done().result().empty
        ws.store.catalog().head(ws.workspace.id()).get().sequence() == 1

        expect:
        ws.restore(snapshot).done().plan().first(100) == planned.done().plan().first(100)
    }

    def 'only the chosen paths come back: #paths'() {
        given:
        ['src/a.java', 'src/deep/b.java', 'docs/c.md', 'd.md'].each { ws.write(it, 'old') }
        def snapshot = ws.snap()
        ['src/a.java', 'src/deep/b.java', 'docs/c.md', 'd.md'].each { ws.write(it, 'new') }

        when:
        ws.restore(snapshot, paths)

        then:
        ['src/a.java', 'src/deep/b.java', 'docs/c.md', 'd.md'].findAll { ws.read(it) == 'old' } == restored

        where:
        paths              | restored
        ['src']            | ['src/a.java', 'src/deep/b.java']
        ['src/a.java']     | ['src/a.java']
        ['*.md']           | ['d.md']
        ['**/*.md']        | ['docs/c.md', 'd.md']
        ['*/*.md']         | ['docs/c.md']
        ['src/?.java']     | ['src/a.java']
        ['src/**']         | ['src/a.java', 'src/deep/b.java']
        ['docs', 'd.md']   | ['docs/c.md', 'd.md']
    }

    def 'a path that looks like a pattern is first of all a path'() {
        given:
        ws.write('app/[id]/page.tsx', 'old')
        ws.write('app/i/page.tsx', 'old')
        def snapshot = ws.snap()
        ws.write('app/[id]/page.tsx', 'new')
        ws.write('app/i/page.tsx', 'new')

        when:
        ws.restore(snapshot, ['app/[id]/page.tsx'])

        then:
        ws.read('app/[id]/page.tsx') == 'old'
        ws.read('app/i/page.tsx') == 'new'
    }

    def 'a pattern is relative to the directory it was written in, whatever that is called'() {
        given:
        ['app/[id]/a.ts', 'app/[id]/deep/b.ts', 'app/i/a.ts'].each { ws.write(it, 'x') }
        def trees = new io.snapdsl.engine.tree.TreeReader(new io.snapdsl.engine.content.ContentReader(ws.store.content()))
        def base = TreePath.of('app/[id]')

        when:
        def selection = new Selection.Request([TreePath.of('app/[id]/*.ts')], base).in(trees, [ws.snap().root()], 'There is no')

        then:
        selection.covers(TreePath.of('app/[id]/a.ts'), false)
        !selection.covers(TreePath.of('app/[id]/deep/b.ts'), false)
        !selection.covers(TreePath.of('app/i/a.ts'), false)
    }

    def 'what stands in the way and can not be saved is left alone, and said'() {
        given:
        ws.write('f', 'x')
        def snapshot = ws.snap()
        ws.delete('f')
        assert ['mkfifo', ws.directory.resolve('f').toString()].execute().waitFor() == 0

        when:
        def report = ws.restore(snapshot)

        then:
        report.done().problems()*.path()*.toString() == ['f']
        report.done().result().empty
    }

    def 'a chosen file comes back although its directories are gone'() {
        given:
        ws.write('a/b/c/file', 'x')
        ws.write('a/b/other', 'x')
        def snapshot = ws.snap()
        ws.delete('a')

        when:
        ws.restore(snapshot, ['a/b/c/file'])

        then:
        ws.read('a/b/c/file') == 'x'
        !ws.exists('a/b/other')
    }

    def 'the path #path, which neither side has, was mistyped'() {
        given:
        ws.write('a', '1')
        def snapshot = ws.snap()

        when:
        ws.restore(snapshot, [path])

        then:
        def e = thrown(SnapdslException)
        e.code() == ErrorCode.UNKNOWN_PATH

        where:
        path << ['b', '*.nope', 'b/*']
    }

    def 'ignored files are neither deleted nor overwritten unsaved'() {
        given: 'a snapshot from when logs were captured'
        ws.write('.snapshotignore', '# nothing\n')
        ws.write('app.log', 'then')
        def old = ws.snap()

        and: 'now they are ignored, and one has changed'
        ws.write('.snapshotignore', '*.log\n')
        ws.write('app.log', 'now, and in no snapshot')
        ws.write('other.log', 'ignored too')

        when:
        def report = ws.restore(old)

        then:
        ws.read('app.log') == 'then'
        ws.read('other.log') == 'ignored too'

        when:
        ws.restore(report.done().saved().get())

        then:
        ws.read('app.log') == 'now, and in no snapshot'
    }

    def 'what a snapshot left out by its own rules is left alone when it is restored'() {
        given:
        ws.write('.snapshotignore', '*.log\n')
        ws.write('app.log', 'not in the first snapshot')
        def first = ws.snap()
        ws.write('.snapshotignore', '# nothing\n')
        ws.snap()

        when:
        def report = ws.restore(first)

        then:
        ws.read('app.log') == 'not in the first snapshot'
        report.done().plan().first(100).find { it.path().toString() == 'app.log' } instanceof Step.Keep
    }

    def 'a directory that holds ignored files stays when its captured files go'() {
        given:
        ws.write('keep', 'x')
        def snapshot = ws.snap()
        ws.write('dir/captured', 'x')
        ws.write('dir/ignored.log', 'x')
        ws.snap()

        when:
        def report = ws.restore(snapshot)

        then:
        !ws.exists('dir/captured')
        ws.exists('dir/ignored.log')
        report.done().problems()*.path()*.toString() == ['dir']
    }

    def 'hard links come back as hard links'() {
        given:
        def a = ws.write('a', 'shared')
        Files.createLink(ws.directory.resolve('b'), a)
        Files.createLink(Files.createDirectory(ws.directory.resolve('d')).resolve('c'), a)
        def snapshot = ws.snap()

        when:
        ws.delete('b')
        ws.delete('d')
        ws.restore(snapshot)

        then:
        ['b', 'd/c'].every { FileStat.of(ws.directory.resolve(it)).inode() == FileStat.of(a).inode() }

        when:
        def elsewhere = base.resolve('elsewhere')
        ws.restorer.restoreTo(elsewhere, snapshot, Selection.Request.EVERYTHING, false)

        then:
        ['a', 'b', 'd/c'].collect { FileStat.of(elsewhere.resolve(it)).inode() }.toSet().size() == 1
    }

    def 'nothing is written through a link that was put in the place of a directory'() {
        given:
        ws.write('dir/file', 'mine')
        def snapshot = ws.snap()
        def outside = Files.createDirectory(base.resolve('outside'))
        Files.writeString(outside.resolve('file'), 'theirs')
        ws.delete('dir')
        Files.createSymbolicLink(ws.directory.resolve('dir'), outside)

        when:
        ws.restore(snapshot)

        then:
        Files.readString(outside.resolve('file')) == 'theirs'
        ws.read('dir/file') == 'mine'
        !Files.isSymbolicLink(ws.directory.resolve('dir'))
    }

    def 'a restore to another place overwrites nothing'() {
        given:
        ws.write('a', '1')
        def snapshot = ws.snap()
        Files.createDirectory(base.resolve('taken'))
        Files.writeString(base.resolve('taken/file'), 'x')

        when:
        ws.restorer.restoreTo(base.resolve('taken'), snapshot, Selection.Request.EVERYTHING, false)

        then:
        def e = thrown(SnapdslException)
        e.code() == ErrorCode.TARGET_NOT_EMPTY
    }
}
