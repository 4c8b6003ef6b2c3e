package io.snapdsl.engine.revert

import io.snapdsl.engine.ErrorCode
import io.snapdsl.engine.Progress
import io.snapdsl.engine.SnapdslException
import io.snapdsl.engine.WorkspaceFixture
import io.snapdsl.engine.files.FileStat
import io.snapdsl.engine.history.Note
import io.snapdsl.engine.history.Snapshot
import io.snapdsl.engine.history.Trigger
import io.snapdsl.engine.retention.Removal
import java.nio.file.Files
import java.nio.file.LinkOption
import java.nio.file.Path
import spock.lang.AutoCleanup
import spock.lang.Specification
import spock.lang.TempDir

/** Three states of one path, 'it', in words: see {@link #make}. */
class RevertSpec extends Specification {
    static final String NOTHING = '-'

    @TempDir
    Path base

    @AutoCleanup
    WorkspaceFixture ws

    def setup() {
        ws = new WorkspaceFixture(base)
        ws.write('steady', 'x')
    }

    /** Words are lines of a text; 'bin …' has a zero byte, 'run …' may be executed, 'link …' leads there, 'dir a=1 b=2' holds files. */
    void make(String state) {
        def it = ws.directory.resolve('it')
        if (Files.exists(it, LinkOption.NOFOLLOW_LINKS)) ws.delete('it')
        def (kind, rest) = [state.split(' ')[0], state.split(' ').drop(1)]
        switch (kind) {
            case NOTHING -> null
            case 'link' -> Files.createSymbolicLink(it, Path.of(rest[0]))
            case 'bin' -> ws.write('it', '\0' + rest.join(' '))
            case 'dir' -> {
                Files.createDirectory(it)
                rest.each { file -> ws.write('it/' + file.split('=')[0], file.split('=')[1] + '\n') }
            }
            default -> {
                ws.write('it', (kind == 'run' ? rest : state.split(' ')).collect { it + '\n' }.join(''))
                Files.setAttribute(it, 'unix:mode', kind == 'run' ? 0755 : 0644)
            }
        }
    }

    /** The same words for what is there. */
    String state() {
        def it = ws.directory.resolve('it')
        if (!Files.exists(it, LinkOption.NOFOLLOW_LINKS)) return NOTHING
        if (Files.isSymbolicLink(it)) return 'link ' + Files.readSymbolicLink(it)
        if (Files.isDirectory(it)) {
            return 'dir' + it.toFile().listFiles().sort().collect { " $it.name=${it.text.strip()}" }.join('')
        }
        def text = Files.readString(it)
        if (text.startsWith('\0')) return 'bin ' + text.substring(1)
        ((FileStat.of(it).mode() & 0100) ? 'run ' : '') + text.readLines().join(' ').replaceAll(/snapshot [0-9a-f]{10}/, 'snapshot ID')
    }

    Snapshot snap(String session = '') {
        ws.record(Note.manual('', '', session)).snapshot()
    }

    Snapshot made(String state, String session = '') {
        make(state)
        snap(session)
    }

    WorkspaceRevert.Report revert(What what, Resolution resolution = null, boolean dryRun = false) {
        ws.revert(what, Optional.ofNullable(resolution), dryRun)
    }

    WorkspaceRevert.Report revert(Snapshot... snapshots) {
        revert(new What.Snapshots(snapshots as List))
    }

    def 'from #before to #after, now #now: becomes #result'() {
        given:
        made(before)
        def snapshot = made(after)
        make(now)

        when:
        def report = revert(snapshot)

        then:
        report.conflicts().empty
        report.done().get().problems().empty
        state() == result

        and: 'a second time there is nothing left to take back'
        revert(snapshot).done().get().plan().done
        state() == result

        where:
        before      | after       | now           | result
        'a b c'     | 'A b c'     | 'A b c'       | 'a b c'
        'a b c'     | 'A b c'     | 'A b C'       | 'a b C'
        'a b c'     | 'A b c'     | 'a b c'       | 'a b c'
        'a b c'     | 'A b c'     | 'a b C'       | 'a b C'
        'a'         | NOTHING     | NOTHING       | 'a'
        'a'         | NOTHING     | 'a'           | 'a'
        NOTHING     | 'a'         | 'a'           | NOTHING
        NOTHING     | 'a'         | NOTHING       | NOTHING
        'a'         | 'run a'     | 'run a'       | 'a'
        'a'         | 'run a'     | 'run b'       | 'b'
        'a b c'     | 'run A b c' | 'run A b C'   | 'a b C'
        'run a b c' | 'A b c'     | 'A b C'       | 'run a b C'
        'a'         | 'b'         | 'run b'       | 'run a'
        'bin a'     | 'bin b'     | 'bin b'       | 'bin a'
        'bin a'     | 'b'         | 'b'           | 'bin a'
        'link a'    | 'link b'    | 'link b'      | 'link a'
        'link a'    | 'link b'    | 'link a'      | 'link a'
        'a'         | 'link b'    | 'link b'      | 'a'
        'dir'       | NOTHING     | NOTHING       | 'dir'
        NOTHING     | 'dir'       | 'dir'         | NOTHING
        NOTHING     | 'dir a=1'   | 'dir a=1'     | NOTHING
        NOTHING     | 'dir a=1'   | 'dir a=1 b=2' | 'dir b=2'
        'dir a=1'   | NOTHING     | NOTHING       | 'dir a=1'
        'dir a=1'   | NOTHING     | 'dir b=2'     | 'dir a=1 b=2'
        'dir a=1'   | 'dir a=2'   | 'dir a=2 b=3' | 'dir a=1 b=3'
        'dir a=1'   | 'dir b=1'   | 'dir b=1 c=2' | 'dir a=1 c=2'
        'a'         | 'dir a=1'   | 'dir a=1'     | 'a'
        'dir a=1'   | 'a'         | 'a'           | 'dir a=1'
        'dir a=1'   | 'a'         | 'dir a=1'     | 'dir a=1'
        'dir a=1'   | 'link b'    | 'link b'      | 'dir a=1'
    }

    def 'from #before to #after, now #now: is a conflict, it #reason'() {
        given:
        made(before)
        def snapshot = made(after)
        made(now)
        def untouched = FileStat.of(ws.directory.resolve('steady'))

        when:
        def refused = revert(snapshot)

        then:
        refused.conflicts()*.path()*.toString() == [path]
        refused.conflicts()*.reason() == [reason]
        refused.done().empty
        state() == now
        ws.store.catalog().head(ws.workspace.id()).get().sequence() == 3

        when:
        def results = [Resolution.OURS, Resolution.THEIRS, Resolution.MERGE_MARKERS].collect {
            make(now)
            assert revert(new What.Snapshots([snapshot]), it).done().get().problems().empty
            state()
        }

        then:
        results == [ours, theirs, both]
        FileStat.of(ws.directory.resolve('steady')) == untouched

        where:
        before    | after     | now           | path   | reason                                                || ours          | theirs    | both
        'a b c'   | 'A b c'   | 'x b c'       | 'it'   | 'has lines that were changed since'                   || 'x b c'       | 'a b c'   | '<<<<<<< now x ======= a >>>>>>> snapshot ID b c'
        'a b c d' | 'A b C d' | 'x b C d'     | 'it'   | 'has lines that were changed since'                   || 'x b c d'     | 'a b c d' | '<<<<<<< now x ======= a >>>>>>> snapshot ID b c d'
        'bin a'   | 'bin b'   | 'bin c'       | 'it'   | 'is binary and was changed since'                     || 'bin c'       | 'bin a'   | 'bin c'
        'a'       | 'b'       | 'bin c'       | 'it'   | 'is binary and was changed since'                     || 'bin c'       | 'a'       | 'bin c'
        'a'       | 'b'       | NOTHING       | 'it'   | 'was deleted since'                                   || NOTHING       | 'a'       | NOTHING
        NOTHING   | 'a'       | 'b'           | 'it'   | 'was changed since it was made'                       || 'b'           | NOTHING   | 'b'
        'a'       | NOTHING   | 'b'           | 'it'   | 'was made anew since it was deleted'                  || 'b'           | 'a'       | '<<<<<<< now b ======= a >>>>>>> snapshot ID'
        'link a'  | 'link b'  | 'link c'      | 'it'   | 'is a symbolic link and was changed since'            || 'link c'      | 'link a'  | 'link c'
        'a'       | 'b'       | 'link c'      | 'it'   | 'has become a symbolic link since'                    || 'link c'      | 'a'       | 'link c'
        'a'       | 'b'       | 'dir c=1'     | 'it'   | 'has become a directory since'                        || 'dir c=1'     | 'a'       | 'dir c=1'
        'dir a=1' | 'b'       | 'c'           | 'it'   | 'is a file and was changed since'                     || 'c'           | 'dir a=1' | 'c'
        'a'       | 'dir b=1' | 'dir b=1 c=2' | 'it'   | 'is a directory in which something was changed since' || 'dir b=1 c=2' | 'a'       | 'dir b=1 c=2'
        'dir a=1' | 'dir a=2' | 'b'           | 'it'   | 'has become a file since'                             || 'b'           | 'dir a=1' | 'b'
        'dir a=1' | 'dir a=2' | NOTHING       | 'it/a' | 'was deleted since'                                   || NOTHING       | 'dir a=1' | NOTHING
        'dir a=1' | 'dir a=2' | 'dir b=1'     | 'it/a' | 'was deleted since'                                   || 'dir b=1'     | 'dir a=1 b=1' | 'dir b=1'
    }

    def 'permissions that were changed again are a conflict of their own'() {
        given:
        def modes = { Files.setAttribute(ws.directory.resolve(path), 'unix:mode', it) }
        ws.write('it/file', 'x')
        modes(0755)
        snap()
        modes(0700)
        def snapshot = snap()
        modes(0711)

        expect:
        revert(snapshot).conflicts()*.reason() == ['has permissions that were changed since']

        when:
        revert(new What.Snapshots([snapshot]), resolution)

        then:
        FileStat.of(ws.directory.resolve(path)).mode() == mode

        where:
        path      | resolution               || mode
        'it'      | Resolution.OURS          || 0711
        'it'      | Resolution.THEIRS        || 0755
        'it/file' | Resolution.MERGE_MARKERS || 0711
        'it/file' | Resolution.THEIRS        || 0755
    }

    def 'several are taken back at once, and what lay between them stays: #reverted'() {
        given:
        def snapshots = ['a b c d e', 'A b c d e', 'A b C d e', 'A b C d E'].collect { made(it) }

        when:
        revert(*reverted.collect { snapshots[it] })

        then:
        state() == result
        with(ws.store.catalog().head(ws.workspace.id()).get().note()) {
            trigger() == Trigger.REVERT
            origin().get() == snapshots[reverted.max()].id()
            goal() == 'revert ' + reverted.sort(false).reverse().unique().collect { snapshots[it].id().shortHex() }.join(' ')
        }

        where:
        reverted  || result
        [1]       || 'a b C d E'
        [1, 3]    || 'a b C d e'
        [3, 1, 3] || 'a b C d e'
        [2, 1]    || 'a b c d E'
        [1, 2, 3] || 'a b c d e'
    }

    def 'steps over the same lines are one change, so that taking them back twice is no conflict'() {
        given:
        made('one')
        def first = made('two')
        ws.write('other', 'of someone else')
        snap()
        def second = made('three')

        when:
        revert(first, second)

        then:
        state() == 'one'
        ws.read('other') == 'of someone else'
        revert(second, first).done().get().plan().done
    }

    def 'a change between them that overlaps is a conflict'() {
        given:
        made('one')
        def first = made('two')
        made('by someone else')
        def second = made('three')

        expect:
        revert(first, second).conflicts()*.reason() == ['has lines that were changed since']
        state() == 'three'
    }

    def 'a kind that changed twice comes back'() {
        given:
        made('dir a=1')
        def first = made('file')
        ws.write('other', 'x')
        snap()
        def second = made('dir b=2')

        when:
        revert(second, first)

        then:
        state() == 'dir a=1'
        ws.read('other') == 'x'
    }

    def 'the work of one session is taken back, and that of the others kept to the byte'() {
        given:
        ws.write('shared', (1..9).join('\n'))
        made('a')
        ws.write('shared', (['by A'] + (1..9)).join('\n'))
        ws.write('of A', 'new')
        snap('A')
        ws.write('shared', (['by A'] + (1..9) + ['by B']).join('\n'))
        ws.write('of B', 'new')
        snap('B')
        made('by A', 'A')

        when:
        def report = revert(new What.Session('A'))

        then:
        report.reverted()*.sequence() == [4, 2]
        state() == 'a'
        ws.read('shared') == ((1..9) + ['by B']).join('\n')
        ws.read('of B') == 'new'
        !ws.exists('of A')
        ws.store.catalog().head(ws.workspace.id()).get().note().goal() == 'revert session A'
    }

    def 'what nobody announced is not the work of the session on whose way it was saved'() {
        given:
        def first = made('one', 'A')
        made('two', 'A')
        ws.write('human', 'edit')
        ws.restorer.undo(ws.workspace, 'A', false)

        when: 'the undo of the session is taken back with all else it did'
        def report = revert(new What.Session('A'))

        then:
        report.notes() == ["What ${first.id().shortHex()} holds stays: no state before it is known, because it is the first one of workspace."]
        ws.read('human') == 'edit'
        state() == 'one'
    }

    def 'unsaved changes are saved first, and undo brings all of it back'() {
        given:
        made('a b c')
        def snapshot = made('A b c')
        make('A b C')
        ws.write('unsaved', 'x')

        when:
        def report = revert(snapshot)

        then:
        report.done().get().saved().get().note().trigger() == Trigger.UNKNOWN_CHANGE
        state() == 'a b C'

        when:
        ws.restorer.undo(ws.workspace, '', false)

        then:
        state() == 'A b C'
        ws.read('unsaved') == 'x'

        when:
        ws.restorer.redo(ws.workspace, '', false)

        then:
        state() == 'a b C'
    }

    def 'a dry run says the same and does nothing'() {
        given:
        made('a b c')
        def snapshot = made('A b c')
        made('A b C')

        when:
        def planned = revert(new What.Snapshots([snapshot]), null, true)

        then:
        planned.done().get().plan().first(9)*.path()*.toString() == ['it']
        planned.done().get().result().empty
        state() == 'A b C'
        ws.store.catalog().head(ws.workspace.id()).get().sequence() == 3
    }

    def 'what the rules leave out is never touched'() {
        given: 'a file that was captured, changed, and is ignored by now'
        ws.write('.snapshotignore', '# nothing\n')
        ws.write('app.log', 'one')
        ws.write('logs/deep.txt', 'one')
        made('a')
        ws.write('app.log', 'two')
        ws.write('logs/deep.txt', 'two')
        def snapshot = made('b')
        ws.write('.snapshotignore', '*.log\nlogs/\n')
        ws.write('app.log', 'three')
        snap()

        when:
        def report = revert(snapshot)

        then:
        state() == 'a'
        ws.read('app.log') == 'three'
        ws.read('logs/deep.txt') == 'two'
        report.leftAlone().collect { [it.path().toString(), it.reason()] } ==
            [['app.log', 'is left out by *.log'], ['logs', 'is left out by logs/']]
    }

    def 'a file that a snapshot only came to hold by other rules was not made by it, and stays'() {
        given:
        ws.write('.snapshotignore', '*.dat\n')
        ws.write('big.dat', 'was there all the time')
        snap()
        ws.write('.snapshotignore', '# nothing\n')
        def snapshot = made('new')

        when:
        def report = revert(snapshot)

        then:
        state() == NOTHING
        ws.read('.snapshotignore') == '*.dat\n'
        ws.read('big.dat') == 'was there all the time'
        report.leftAlone()*.path()*.toString() == ['big.dat']
    }

    def 'hard links come back as one file, and never with the content of another'() {
        given:
        def paths = ['a', 'b', 'c'].collect { ws.directory.resolve(it) }
        ws.write('a', 'one\n')
        Files.createLink(paths[1], paths[0])
        snap()
        Files.writeString(paths[0], 'two\n')
        def snapshot = snap()
        Files.createLink(paths[2], paths[0])

        when:
        revert(snapshot)

        then:
        paths.collect { Files.readString(it) } == ['one\n', 'one\n', 'two\n']
        Files.isSameFile(paths[0], paths[1])
    }

    def 'is refused where nothing can be taken back: #what'() {
        given:
        def first = made('one', 'A')
        made('two', 'B')

        when:
        revert(chosen(first))

        then:
        def e = thrown(SnapdslException)
        e.code() == ErrorCode.NOTHING_TO_REVERT
        state() == 'two'

        where:
        what                                    | chosen
        'the first snapshot'                    | { new What.Snapshots([it]) }
        'a session that has only the first one' | { new What.Session('A') }
        'a session that nobody knows'           | { new What.Session('nobody') }
    }

    def 'a snapshot whose predecessor was removed is taken back with that, and says so'() {
        given:
        made('a b c')
        def removed = made('A b c', 'B')
        def snapshot = made('A b C', 'A')
        new Removal(ws.store, ws.clock, Progress.NONE).with {
            ws.write('later', 'x')
            ws.snap()
            it.remove([removed], '')
        }

        when: 'by a session, which did not do that'
        revert(new What.Session('A'))

        then:
        def e = thrown(SnapdslException)
        e.code() == ErrorCode.CONFLICTS
        state() == 'A b C'

        when:
        def report = revert(snapshot)

        then:
        report.notes().size() == 1
        report.notes()[0].contains(removed.id().shortHex())
        state() == 'a b c'
        ws.read('later') == 'x'
    }
}
