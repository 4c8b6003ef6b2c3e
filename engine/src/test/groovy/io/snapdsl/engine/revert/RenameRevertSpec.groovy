package io.snapdsl.engine.revert

import io.snapdsl.engine.WorkspaceFixture
import io.snapdsl.engine.history.Note
import io.snapdsl.engine.history.Snapshot
import java.nio.file.Files
import java.nio.file.Path
import spock.lang.AutoCleanup
import spock.lang.Specification
import spock.lang.TempDir

/** States are written as 'a=1 2, d/b=3': exactly these files, of these lines. What keeps its lines was renamed. */
class RenameRevertSpec extends Specification {
    @TempDir
    Path base

    @AutoCleanup
    WorkspaceFixture ws

    def setup() {
        ws = new WorkspaceFixture(base)
    }

    void make(String state) {
        ws.directory.toFile().listFiles().each { ws.delete(it.name) }
        state.split(', ').each {
            def (name, lines) = it.split('=')
            ws.write(name, lines.split(' ').collect { it + '\n' }.join(''))
        }
    }

    String state() {
        def found = []
        Files.walk(ws.directory).withCloseable { paths ->
            paths.filter { it != ws.directory }.sorted().forEach {
                if (!Files.isDirectory(it)) found << "${ws.directory.relativize(it)}=${it.toFile().readLines().join(' ')}"
                else if (it.toFile().list().length == 0) found << "${ws.directory.relativize(it)}/"
            }
        }
        found.join(', ')
    }

    Snapshot made(String state, String session = '') {
        make(state)
        ws.record(Note.manual('', '', session)).snapshot()
    }

    /** @param steps who made what of it, one after the other */
    List<Snapshot> history(String first, List<List<String>> steps) {
        made(first)
        steps.collect { session, state -> made(state, session) }
    }

    WorkspaceRevert.Report revert(What what, Resolution resolution = null) {
        ws.revert(what, Optional.ofNullable(resolution))
    }

    WorkspaceRevert.Report revert(Snapshot... snapshots) {
        revert(new What.Snapshots(snapshots as List))
    }

    def 'from #before to #after, since then #later: becomes #result'() {
        given:
        made(before)
        def snapshot = made(after)
        later.init().each { made(it) }
        make(later.last())

        when:
        def report = revert(snapshot)

        then:
        report.conflicts().empty
        report.done().get().problems().empty
        state() == result

        and: 'a second time there is nothing left to take back'
        revert(snapshot).done().get().plan().done
        state() == result

        where: 'a rename is taken back; then an edit; then a rename of what was renamed again'
        before           | after             | later                                 || result
        'a=1 2 3'        | 'b=1 2 3'         | ['b=1 2 X']                           || 'a=1 2 X'
        'a=1 2 3'        | 'b=1 2 3'         | ['b=1 2 X', 'b=Y 2 X']                || 'a=Y 2 X'
        'a=1 2 3'        | 'd/b=1 2 3'       | ['d/b=1 2 X']                         || 'a=1 2 X'
        'a=1 2 3'        | 'd/b=1 2 3'       | ['d/b=1 2 X, d/c=4']                  || 'a=1 2 X, d/c=4'
        'd/a=1 2 3'      | 'b=1 2 3'         | ['b=1 2 X']                           || 'd/a=1 2 X'
        'd/a=1 2, d/b=3' | 'e/a=1 2, e/b=3'  | ['e/a=1 X, e/b=3']                    || 'd/a=1 X, d/b=3'
        'a=1 2, c=4 5 6' | 'b=1 2, c=9 5 6'  | ['b=1 X, c=9 5 7']                    || 'a=1 X, c=4 5 7'
        'a=1 2 3'        | 'a=A 2 3'         | ['b=A 2 3']                           || 'b=1 2 3'
        'a=1 2 3'        | 'a=A 2 3'         | ['b=A 2 3', 'b=A 2 X']                || 'b=1 2 X'
        'a=1 2 3'        | 'a=A 2 3'         | ['a=A 2 X', 'b=A 2 X', 'd/e/c=A 2 X'] || 'd/e/c=1 2 X'
        'd/a=1 2 3'      | 'd/a=A 2 3'       | ['d/e/a=A 2 3', 'd/e/a=A 2 X, f=1']   || 'd/e/a=1 2 X, f=1'
        'a=1 2 3, b=4'   | 'a=A 2 3, b=4'    | ['a=A 2 3', 'b=A 2 3']                || 'b=1 2 3'
        'a=1 2, b=3 4'   | 'a=A 2, b=3 B'    | ['c=A 2, d=3 B']                      || 'c=1 2, d=3 4'
        'a=1 2 3'        | 'b=1 2 3'         | ['c=1 2 3']                           || 'c=1 2 3'
        'd/a=1 2 3'      | 'e/b=1 2 3'       | ['f/c=1 2 3', 'f/c=1 2 X']            || 'f/c=1 2 X'
        'a=1 2 3'        | 'a=A 2 3'         | ['b=A 2 3', 'a=new, b=A 2 3']         || 'a=new, b=1 2 3'
        'd/a=1 2, d/b=1 2' | 'e/a=1 2, e/b=1 2' | ['e/a=1 X, e/b=1 2']               || 'd/a=1 X, d/b=1 2'
        'd/a=1 2, e/a=1 2' | 'd/a=A 2, e/a=1 2' | ['f/d/a=A 2, f/e/a=1 2']           || 'f/d/a=1 2, f/e/a=1 2'
    }

    def 'renamed and edited at once, from #before to #after, since then #later: becomes #result'() {
        given:
        made(before)
        def snapshot = made(after)
        later.each { made(it) }

        when:
        def report = revert(snapshot)

        then:
        report.conflicts().empty
        report.done().get().problems().empty
        state() == result

        and:
        revert(snapshot).done().get().plan().done

        where: 'that is what is taken back; then, that is what came later; then both'
        before                | after                 | later                                 || result
        'a=1 2 3 4 5'         | 'b=A 2 3 4 5'         | ['b=A 2 3 4 X']                       || 'a=1 2 3 4 X'
        'a=1 2 3 4 5'         | 'b=A 2 3 4 5'         | ['b=A 2 3 4 X', 'b=A 2 Y 4 X']        || 'a=1 2 Y 4 X'
        'd/a=1 2 3 4 5'       | 'e/f/a=A 2 3 4 5'     | ['e/f/a=A 2 3 4 X']                   || 'd/a=1 2 3 4 X'
        'a=1 2 3 4 5'         | 'b=A 2 3 4 5'         | ['c=A 2 3 4 5']                       || 'c=1 2 3 4 5'
        'd/a=1 2 3 4 5'       | 'e/b=A 2 3 4 5'       | ['c=A 2 3 4 5', 'c=A 2 3 4 X']        || 'c=1 2 3 4 X'
        'a=1 2 3 4, c=5 6 7'  | 'b=A 2 3 4, d=E 6 7'  | ['b=A 2 3 X, d=E 6 Y']                || 'a=1 2 3 X, c=5 6 Y'
        'a=1 2 3 4 5'         | 'a=A 2 3 4 5'         | ['b=A 2 3 4 X']                       || 'b=1 2 3 4 X'
        'a=1 2 3 4 5'         | 'a=A 2 3 4 5'         | ['b=A 2 3 4 X', 'd/c=A 2 Y 4 X']      || 'd/c=1 2 Y 4 X'
        'a=1 2 3 4 5'         | 'b=A 2 3 4 5'         | ['c=A 2 3 4 X']                       || 'c=1 2 3 4 X'
    }

    def 'from #before to #after, since then #later: is a conflict at #paths'() {
        given:
        made(before)
        def snapshot = made(after)
        later.each { made(it) }

        when:
        def refused = revert(snapshot)

        then:
        refused.conflicts()*.path()*.toString() == paths
        refused.done().empty
        state() == later.last()

        when:
        def results = [Resolution.OURS, Resolution.THEIRS].collect {
            make(later.last())
            revert(new What.Snapshots([snapshot]), it)
            state()
        }

        then:
        results == [ours, theirs]

        where:
        before    | after     | later                  | paths      || ours               | theirs
        'a=1 2 3' | 'b=1 2 3' | ['a=new, b=1 2 X']     | ['a', 'b'] || 'a=new, b=1 2 X'   | 'a=1 2 3'
        'a=1 2 3' | 'a=A 2 3' | ['a=new, b=A 2 3']     | ['a']      || 'a=new, b=A 2 3'   | 'a=1 2 3, b=A 2 3'
        'a=1 2 3' | 'a=A 2 3' | ['b=A 2 3', 'b=X 2 3'] | ['b']      || 'b=X 2 3'          | 'b=1 2 3'
        'a=1 2 3' | 'a=A 2 3' | ['b=4']                | ['a']      || 'b=4'              | 'a=1 2 3, b=4'
        'a=1 2 3' | 'b=A 2 3' | ['b=X 2 3']            | ['b']      || 'a=1 2 3, b=X 2 3' | 'a=1 2 3'
        'a=1 2 3' | 'b=1 2 3' | ['a/x=9, b=1 2 X']     | ['a', 'b'] || 'a/x=9, b=1 2 X'   | 'a=1 2 3'
        'd/a=1 2' | 'b=1 2'   | ['b=1 X, d=9']         | ['b', 'd'] || 'b=1 X, d=9'       | 'd/a=1 2'
        'a=1 2 3' | 'b=A 2 3' | ['a=new, b=A 2 X']     | ['a', 'b'] || 'a=new, b=A 2 X'   | 'a=1 2 3'
        'a=1 2, b=1 2' | 'c=1 2' | ['c=1 X']           | ['c']      || 'a=1 2, b=1 2, c=1 X' | 'a=1 2, b=1 2'
        'a=1 2 3' | 'b=A C D' | ['b=A C X']            | ['b']      || 'a=1 2 3, b=A C X' | 'a=1 2 3'
        'a=1 2 3' | 'b=1 2 3' | ['a=new, b=1 2 3']     | ['a']      || 'a=new, b=1 2 3'   | 'a=1 2 3'
        'a=1 2 3' | 'b=1 2 3' | ['b=1 2 X', 'a=new, b=1 2 3'] | ['a'] || 'a=new, b=1 2 3' | 'a=1 2 3'
        'a=1 2 3' | 'b=1 2 3' | ['a/x=9, b=1 2 3']     | ['a']      || 'a/x=9, b=1 2 3'   | 'a=1 2 3'
        'd/a=1 2' | 'b=1 2'   | ['b=1 2, d=9']         | ['d']      || 'b=1 2, d=9'       | 'd/a=1 2'
        'a=1 2 3' | 'd/b=1 2 3' | ['a=new, d/b=1 2 3'] | ['a']      || 'a=new, d/b=1 2 3' | 'a=1 2 3'
        'a=1 2 3' | 'b=A 2 3' | ['a=new, b=A 2 3']     | ['a']      || 'a=new, b=1 2 3'   | 'a=1 2 3'
        'a=1 2, b=3 4' | 'b=1 2, c=3 4' | ['a=new, b=1 2, c=3 4'] | ['a'] || 'a=new, b=1 2, c=3 4' | 'a=1 2, b=3 4'
        'a=1 2, b=3 4' | 'b=1 2, c=3 4' | ['a=new, b=1 2, c=3 X'] | ['a'] || 'a=new, b=1 2, c=3 X' | 'a=1 2, b=3 X'
        'a=1 2, b=3 4' | 'b=1 2'        | ['a=new, b=1 2']        | ['a'] || 'a=new, b=1 2'        | 'a=1 2, b=3 4'
        'a=1 2, d/x=3 4' | 'd=1 2, y=3 4' | ['a=new, d=1 2, y=3 4'] | ['a'] || 'a=new, d=1 2, y=3 4' | 'a=1 2, d/x=3 4'
        'a=1 2, d=3 4' | 'd/x=1 2, y=3 4' | ['a=new, d/x=1 2, y=3 4'] | ['a'] || 'a=new, d/x=1 2, y=3 4' | 'a=1 2, d=3 4'
    }

    def "a file that a session renamed isn't lost where something else keeps its old place: from #first, #steps"() {
        given:
        def snapshots = history(first, steps)

        expect:
        revert(new What.Session('A')).conflicts()*.path()*.toString() == ['a']

        when:
        def results = Resolution.values().collect {
            ws.restore(snapshots.last())
            revert(new What.Session('A'), it)
            state().replaceAll('snapshot \\w+', 'then')
        }

        then:
        Resolution.values().toList() == [Resolution.OURS, Resolution.THEIRS, Resolution.MERGE_MARKERS]
        results == [ours, theirs, markers]

        where: 'others made that, or the session renames that or edits that too; or it edited the file on the way'
        first     | steps                                                                          || ours              | theirs           | markers
        'a=1 2 3' | [['A', 'b=1 2 3'], ['B', 'a=new, b=1 2 3'], ['A', 'b=1 2 3, c=new']]           || 'a=new, b=1 2 3'  | 'a=1 2 3, c=new' | 'a=<<<<<<< now new ======= 1 2 3 >>>>>>> then'
        'a=1 2 3' | [['A', 'b=1 2 3'], ['B', 'a=new, b=1 2 3'], ['A', 'a=A, b=1 2 3']]             || 'a=new, b=1 2 3'  | 'a=1 2 3'        | 'a=<<<<<<< now new ======= 1 2 3 >>>>>>> then'
        'a=1 2 3' | [['A', 'b=1 2 3'], ['A', 'b=A 2 3'], ['A', 'c=A 2 3'], ['B', 'a=new, c=A 2 3']] || 'a=new, c=1 2 3'  | 'a=1 2 3'        | 'a=<<<<<<< now new ======= 1 2 3 >>>>>>> then'
        'a=1 2 3' | [['A', 'b=1 2 3'], ['B', 'a/x=9, b=1 2 3']]                                    || 'a/x=9, b=1 2 3'  | 'a=1 2 3'        | 'a/x=9, b=1 2 3'
    }

    def 'a file that has no place stays under its present name, not under one that it had in between: #steps'() {
        given:
        def snapshots = history('a=1 2 3 4', steps)

        when:
        def results = [Resolution.OURS, Resolution.THEIRS].collect {
            ws.restore(snapshots.last())
            revert(new What.Session('A'), it)
            state()
        }

        then:
        results == [ours, 'a=1 2 3 4']

        where:
        steps                                                                                         || ours
        [['A', 'b=1 2 3 4'], ['B', 'b=1 2 3 X'], ['A', 'c=1 2 3 X'], ['B', 'a=new, c=1 2 3 X']]       || 'a=new, c=1 2 3 X'
        [['A', 'b=A 2 3 4'], ['B', 'b=B 2 3 4'], ['A', 'c=B 2 3 4'], ['B', 'a=new, c=B 2 3 4']]       || 'a=new, c=B 2 3 4'
        [['A', 'b=A 2 3 4'], ['B', 'b=A 2 3 X'], ['A', 'c=A 2 3 X'], ['B', 'a=new, c=A 2 3 X']]       || 'a=new, c=1 2 3 X'
    }

    def 'permissions go along'() {
        given:
        def mode = { String name, int value -> Files.setAttribute(ws.directory.resolve(name), 'unix:mode', value) }
        make('a=1 2 3')
        mode('a', 0644)
        ws.snap()
        make('b=1 2 3')
        mode('b', 0755)
        def snapshot = ws.snap()
        make('b=1 2 X')
        mode('b', 0755)

        when:
        revert(snapshot)

        then:
        state() == 'a=1 2 X'
        (Files.getAttribute(ws.directory.resolve('a'), 'unix:mode') & 0777) == 0644
    }

    def "a session's renames and edits are taken back, and those of others stay: #steps"() {
        given:
        history('a=1 2 3 4 5', steps)

        when:
        def report = revert(new What.Session('A'))

        then:
        report.conflicts().empty
        state() == result

        where:
        steps                                                                          || result
        [['A', 'a=A 2 3 4 5'], ['A', 'b=A 2 3 4 5'], ['B', 'b=A 2 3 4 X']]             || 'a=1 2 3 4 X'
        [['A', 'a=A 2 3 4 5'], ['B', 'b=A 2 3 4 5'], ['A', 'b=A 2 3 4 X']]             || 'b=1 2 3 4 5'
        [['A', 'b=1 2 3 4 5'], ['A', 'b=A 2 3 4 5']]                                   || 'a=1 2 3 4 5'
        [['A', 'a=A 2 3 4 5'], ['B', 'b=A 2 3 4 5'], ['B', 'b=A 2 X 4 5'], ['A', 'b=A 2 X 4 Y']] || 'b=1 2 X 4 5'
        [['B', 'b=1 2 3 4 5'], ['A', 'b=A 2 3 4 5'], ['B', 'c=A 2 3 4 5'], ['A', 'c=A 2 3 4 Y']] || 'c=1 2 3 4 5'
        [['A', 'b=1 2 3 4 5'], ['B', 'b=1 2 3 4 X'], ['A', 'c=A 2 3 4 X'], ['B', 'b=new, c=A 2 3 4 X']] || 'a=1 2 3 4 X, b=new'
    }

    def "a session renames files and goes on with them: from #first, #steps"() {
        given:
        def snapshots = history(first, steps)

        when:
        def report = revert(new What.Session('A'))

        then:
        report.conflicts().empty
        report.done().get().problems().empty
        state() == result

        when: 'instead of all at once, one after the other'
        ws.restore(snapshots.last())
        [steps, snapshots].transpose().findAll { it[0][0] == 'A' }.reverse().each { assert revert(it[1]).conflicts().empty }

        then:
        state() == result

        where: 'the result is what the others alone would have made of it'
        first                      | steps                                                                                              || result
        'a=1 2 3 4 5'              | [['A', 'b=1 2 3 4 5'], ['A', 'b=A 2 3 4 5'], ['B', 'b=A 2 3 4 X']]                                 || 'a=1 2 3 4 X'
        'a=1 2 3 4 5'              | [['A', 'b=1 2 3 4 5'], ['B', 'b=1 2 3 4 X'], ['A', 'b=A 2 3 4 X']]                                 || 'a=1 2 3 4 X'
        'a=1 2 3 4 5'              | [['A', 'b=A 2 3 4 5'], ['A', 'b=A 2 Y 4 5'], ['B', 'b=A 2 Y 4 X']]                                 || 'a=1 2 3 4 X'
        'a=1 2 3 4 5'              | [['A', 'b=1 2 3 4 5'], ['A', 'b=A 2 3 4 5'], ['A', 'c=A 2 3 4 5'], ['B', 'c=A 2 3 4 X']]           || 'a=1 2 3 4 X'
        'a=1 2 3 4 5'              | [['A', 'b=1 2 3 4 5'], ['A', 'b=A 2 3 4 5'], ['B', 'b=A 2 3 4 X'], ['A', 'c=A 2 3 4 X'], ['A', 'c=A 2 Y 4 X']] || 'a=1 2 3 4 X'
        'a=1 2 3 4 5'              | [['A', 'b=1 2 3 4 5'], ['A', 'b=A 2 3 4 5'], ['B', 'b=A 2 3 4 X'], ['A', 'a=A 2 3 4 X']]           || 'a=1 2 3 4 X'
        'a=1 2 3 4 5'              | [['A', 'b=1 2 3 4 5'], ['A', 'b=A 2 3 4 5'], ['B', 'c=A 2 3 4 5'], ['A', 'c=A 2 Y 4 5']]           || 'c=1 2 3 4 5'
        'a=1 2 3 4 5'              | [['A', 'b=1 2 3 4 5'], ['A', 'b=A 2 3 4 5'], ['B', 'c=A 2 3 4 5'], ['A', 'd=A 2 3 4 5'], ['B', 'd=A 2 3 4 X']] || 'c=1 2 3 4 X'
        'a=1 2 3 4 5'              | [['A', 'b=1 2 3 4 5'], ['B', 'b=1 2 3 4 X'], ['A', 'z=9']]                                         || 'a=1 2 3 4 X'
        'a=1 2 3 4 5'              | [['A', 'b=1 2 3 4 5'], ['A', 'b=1 2 3 4 5, a=new'], ['B', 'b=1 2 3 4 X, a=new']]                   || 'a=1 2 3 4 X'
        'd/a=1 2 3 4 5, d/b=6 7 8' | [['A', 'e/a=1 2 3 4 5, e/b=6 7 8'], ['A', 'e/a=A 2 3 4 5, e/b=6 7 8'], ['B', 'e/a=A 2 3 4 X, e/b=Y 7 8'], ['A', 'e/a=A 2 3 4 X, e/b=Y 7 B']] || 'd/a=1 2 3 4 X, d/b=Y 7 8'
        'd/a=1 2 3 4 5'            | [['A', 'e/f/a=1 2 3 4 5'], ['A', 'e/f/a=A 2 3 4 5'], ['B', 'e/f/a=A 2 3 4 X, e/g=1']]              || 'd/a=1 2 3 4 X, e/g=1'
        'a=1 2 3 4 5, b=6'         | [['A', 'a=1 2 3 4 5'], ['A', 'b=1 2 3 4 5'], ['A', 'b=A 2 3 4 5'], ['B', 'b=A 2 3 4 X']]           || 'a=1 2 3 4 X, b=6'
        'a=1 2 3 4 5, b=6'         | [['A', 'a=1 2 3 4 5'], ['A', 'b=A 2 3 4 5'], ['A', 'b=A 2 Y 4 5'], ['B', 'b=A 2 Y 4 X']]           || 'a=1 2 3 4 X, b=6'
        'a=1 2 3 4 5, b=6 7 8'     | [['A', 'b=1 2 3 4 5'], ['A', 'b=A 2 3 4 5'], ['B', 'b=A 2 3 4 X']]                                 || 'a=1 2 3 4 X, b=6 7 8'
        'a=1 2 3 4 5, b=6 7 8'     | [['A', 'a=6 7 8, b=1 2 3 4 5'], ['A', 'a=6 7 8, b=A 2 3 4 5'], ['B', 'a=6 7 Y, b=A 2 3 4 X']]      || 'a=1 2 3 4 X, b=6 7 Y'
        'a=1 2 3 4 5, b=6 7 8'     | [['A', 'b=1 2 3 4 5, c=6 7 8'], ['A', 'b=A 2 3 4 5, c=6 7 8'], ['B', 'b=A 2 3 4 X, c=6 7 Y']]      || 'a=1 2 3 4 X, b=6 7 Y'
        'a=1 2 3 4 5, b=6 7 8'     | [['A', 'a=A 2 3 4 5, b=6 7 8'], ['B', 'a=6 7 8, b=A 2 3 4 5']]                                     || 'a=6 7 8, b=1 2 3 4 5'
        'a=1 2 3 4 5, b=6 7 8'     | [['A', 'a=A 2 3 4 5, b=6 7 8'], ['B', 'b=6 7 8, c=A 2 3 4 5'], ['B', 'a=6 7 8, c=A 2 3 4 5']]       || 'a=6 7 8, c=1 2 3 4 5'
        'a=1 2 3 4 5, b=6 7 8'     | [['A', 't=1 2 3 4 5, b=6 7 8'], ['A', 't=1 2 3 4 5, a=6 7 8'], ['A', 'b=1 2 3 4 5, a=6 7 8'], ['A', 'b=A 2 3 4 5, a=6 7 8'], ['B', 'b=A 2 3 4 X, a=Y 7 8']] || 'a=1 2 3 4 X, b=Y 7 8'
    }

    def "a session's file that others deleted is gone, whatever they renamed to its place since: from #first, #steps"() {
        given:
        history(first, steps)

        when:
        def report = revert(new What.Session('A'))

        then:
        report.conflicts().empty
        report.done().get().problems().empty
        state() == result

        where:
        first         | steps                                                                                           || result
        'b=6 7 8 9'   | [['A', 'a=1 2 3, b=6 7 8 9'], ['B', 'b=6 7 8 9'], ['B', 'a=6 7 8 9'], ['B', 'a=6 7 8 X']]       || 'a=6 7 8 X'
        'b=6 7 8 9'   | [['A', 'a=1 2 3, b=6 7 8 9'], ['B', 'a=6 7 8 9'], ['B', 'a=6 7 8 X']]                           || 'a=6 7 8 X'
        'd/b=6 7 8 9' | [['A', 'a=1 2 3, d/b=6 7 8 9'], ['A', 'a=1 2 A, d/b=6 7 8 9'], ['B', 'd/b=6 7 8 9'], ['B', 'a=6 7 8 9'], ['B', 'a=6 7 8 X'], ['A', 'a=6 7 8 X, c=9']] || 'a=6 7 8 X'
        'b=6 7 8 9'   | [['A', 'a=1 2 3, b=6 7 8 9'], ['B', 'b=6 7 8 9'], ['B', 'a=6 7 8 9'], ['A', 'a=6 A 8 9'], ['B', 'a=6 A 8 X']] || 'a=6 7 8 X'
        'b=1 2 3, z=9 8 7' | [['A', 'a=1 2 3, b=1 2 3, y=9 8 7'], ['B', 'c=1 2 3, y=9 8 X']]                           || 'c=1 2 3, z=9 8 X'
        'z=9 8 7'     | [['A', 'a=1 2 3, y=9 8 7'], ['B', 'y=9 8 7'], ['B', 'n=1 2 3, y=9 8 X']]                        || 'n=1 2 3, z=9 8 X'
    }

    def "a session's change of a file that others put another in the place of is a conflict there: from #first, #steps"() {
        given:
        history(first, steps)

        when:
        def refused = revert(new What.Session('A'))

        then:
        refused.conflicts()*.path()*.toString() == paths
        refused.done().empty
        state() == steps.last()[1]

        where: 'they deleted it, or wrote it anew, or two files belong where only one can be'
        first              | steps                                                                                                     || paths
        'a=1 2 3, b=6 7 8' | [['A', 'a=1 A 3, b=6 7 8'], ['B', 'b=6 7 8'], ['B', 'a=6 7 8'], ['B', 'a=6 7 X']]                         || ['a']
        'b=6 7 8'          | [['A', 'a=1 2 3, b=6 7 8'], ['B', 'b=6 7 8'], ['B', 'a=6 7 8'], ['B', 'c=1'], ['B', 'a=1 2 X, c=1']]      || ['a']
        'b=6 7 8'          | [['A', 'a=1 2 3, b=6 7 8'], ['B', 'b=6 7 8'], ['B', 'a=1 2 X, b=6 7 8']]                                  || ['a']
        'd/x=1 2 3, t=6 7 8' | [['A', 'q=1 2 3, t=6 7 8'], ['B', 'q=1 2 3, d=6 7 8'], ['A', 'q=1 2 3, f=6 7 8'], ['B', 'f=6 7 8, q=1 2 X'], ['B', 'f=6 7 Y, q=1 2 X']] || ['d', 'f', 'q']
    }

    def 'what a snapshot deleted comes back even if somebody has made the same elsewhere: from #first to #after, then #later'() {
        given:
        made(first)
        def snapshot = made(after)
        later.each { made(it) }

        when:
        def report = revert(snapshot)

        then:
        report.conflicts().empty
        state() == result

        where:
        first              | after         | later                                || result
        'a=1 2 3, z=9'     | 'z=9'         | ['n=1 2 3, z=9']                     || 'a=1 2 3, n=1 2 3, z=9'
        'a=1 2 3, z=9 8 7' | 'y=9 8 7'     | ['n=1 2 3, y=9 8 X']                 || 'a=1 2 3, n=1 2 3, z=9 8 X'
        'a=1 2 3, z=9 8 7' | 'y=9 8 7'     | ['n=1 2 3, y=9 8 7', 'm=1 2 X, y=9 8 X'] || 'a=1 2 3, m=1 2 X, z=9 8 X'
        'a=1 2 3, z=9 8 7' | 'y=9 8 7'     | ['d/a=1 2 3, y=9 8 X']               || 'a=1 2 3, d/a=1 2 3, z=9 8 X'
        'a=1 2 3, z=9 8 7' | 'y=9 8 7'     | ['a=1 2 3, y=9 8 X']                 || 'a=1 2 3, z=9 8 X'
    }

    def 'a file that others moved away and then deleted can come back where it was changed'() {
        given:
        ['a=1 2 3, c=4': '', 'a=A 2 3, c=4': 'A', 'd/b=A 2 3, c=4': 'B', 'c=4': 'B'].each { made(it.key, it.value) }

        expect:
        revert(new What.Session('A')).conflicts()*.reason() == ['was deleted since']

        when:
        def results = Resolution.values().collect {
            make('c=4')
            revert(new What.Session('A'), it)
            state()
        }

        then:
        Resolution.values().toList() == [Resolution.OURS, Resolution.THEIRS, Resolution.MERGE_MARKERS]
        results == ['c=4', 'a=1 2 3, c=4', 'c=4']
    }

    def "a session's file that others deleted under its new name stays deleted: from #first, #steps"() {
        given:
        history(first, steps)

        when:
        def report = revert(new What.Session('A'))

        then:
        report.conflicts().empty
        report.leftAlone().collect { "${it.path()} ${it.reason()}" } == told
        state() == result

        where: 'the session, or others, renamed it and changed it on the way; or others have something else in its old place'
        first        | steps                                                                                                  | told                  || result
        'a=1 2, z=9' | [['A', 'b=1 2, z=9'], ['B', 'z=9']]                                                                    | ['b was deleted since'] || 'z=9'
        'a=1 2, z=9' | [['A', 'b=1 2, z=9'], ['B', 'b=1 X, z=9'], ['B', 'z=9']]                                               | ['b was deleted since'] || 'z=9'
        'a=1 2, z=9' | [['A', 'd/b=1 2, z=9'], ['B', 'd/b=1 X, z=9'], ['A', 'e/c=1 X, z=9'], ['C', 'z=9']]                    | ['e/c was deleted since'] || 'z=9'
        'a=1 2, z=9' | [['A', 'b=1 2, z=9'], ['B', 'c=1 2, z=9'], ['B', 'z=9']]                                               | []                    || 'z=9'
        'z=9'        | [['A', 'a=1 2, z=9'], ['B', 'a=1 X, z=9'], ['A', 'b=1 X, z=9'], ['B', 'z=9']]                          | []                    || 'z=9'
        'a=1 2, z=9' | [['A', 'b=1 2, z=9'], ['B', 'z=9'], ['B', 'a=9']]                                                      | ['b was deleted since'] || 'a=9'
        'a=1 2, z=9' | [['A', 'b=1 2, z=9'], ['B', 'z=9'], ['B', 'a=new, z=9']]                                               | ['b was deleted since'] || 'a=new, z=9'
    }

    def "a session's file that others deleted under its new name is a conflict if it was changed, or is there anew: from #first, #steps"() {
        given:
        history(first, steps)

        expect:
        revert(new What.Session('A')).conflicts().collect { "${it.path()} ${it.reason()}" } == [conflict]
        state() == steps.last()[1]

        when:
        def results = Resolution.values().collect {
            make(steps.last()[1])
            revert(new What.Session('A'), it)
            state()
        }

        then:
        Resolution.values().toList() == [Resolution.OURS, Resolution.THEIRS, Resolution.MERGE_MARKERS]
        results == [steps.last()[1], theirs, steps.last()[1]]

        where:
        first                | steps                                                                            | conflict                             || theirs
        'a=1 2 3, z=9'       | [['A', 'b=1 2 3, z=9'], ['A', 'b=A 2 3, z=9'], ['B', 'z=9']]                     | 'b was deleted since'                || 'a=1 2 3, z=9'
        'a=1 2 3 4 5, z=9'   | [['A', 'b=A 2 3 4 5, z=9'], ['B', 'z=9']]                                        | 'b was deleted since'                || 'a=1 2 3 4 5, z=9'
        'a=1 2 3, z=9'       | [['A', 'b=1 2 3, z=9'], ['B', 'z=9'], ['B', 'b=4 5 6, z=9']]                     | 'b was deleted since and made anew'  || 'a=1 2 3, b=4 5 6, z=9'
        'a=1 2 3, z=9'       | [['A', 'b=A 2 3, z=9'], ['A', 'c=A 2 3, z=9'], ['B', 'c=A 2 X, z=9'], ['B', 'z=9'], ['B', 'c=4 5 6, z=9']] | 'c was deleted since and made anew' || 'a=1 2 X, c=4 5 6, z=9'
    }

    def 'what one session renamed and another deleted comes back with the deletion, under the name that is not taken back'() {
        given:
        def (rename, _, deletion) = history('a=1 2 3, z=9', [['A', 'b=1 2 3, z=9'], ['C', 'b=1 2 X, z=9'], ['B', 'z=9']])

        when:
        def results = [['A'], ['A', 'B'], ['B', 'A']].collect { sessions ->
            ws.restore(deletion)
            sessions.each { assert revert(new What.Session(it)).conflicts().empty }
            state()
        }

        then:
        results == ['z=9', 'b=1 2 X, z=9', 'a=1 2 X, z=9']

        when:
        ws.restore(deletion)

        then:
        revert(rename, deletion).conflicts().empty
        state() == 'a=1 2 X, z=9'
    }

    def 'a file that is missing though nobody is known to have deleted it comes back whole, as a revert that was killed needs it'() {
        given:
        history('a=1 2 3, z=9', [['A', 'b=1 2 3, z=9'], ['B', 'b=1 2 X, z=9']])
        make('z=9')
        if (isSaved) ws.record(Note.unknownChanges('state before: revert'))

        when:
        def report = revert(new What.Session('A'))

        then:
        report.conflicts().empty
        state() == 'a=1 2 X, z=9'

        where:
        isSaved << [false, true]
    }

    def 'what a session and another one changed of a renamed file alike is a conflict, and the file gets its name back anyway'() {
        given:
        def later = 'b=X 2 3 4 5'
        ['a=1 2 3 4 5': '', 'b=1 2 3 4 5': 'A', 'b=A 2 3 4 5': 'A', (later): 'B'].each { made(it.key, it.value) }

        when:
        def refused = revert(new What.Session('A'))

        then:
        refused.conflicts().collect { "${it.path()} ${it.reason()}" } == ['b has lines that were changed since']
        state() == later

        when:
        def results = [Resolution.OURS, Resolution.THEIRS].collect {
            make(later)
            revert(new What.Session('A'), it)
            state()
        }

        then:
        results == ['a=X 2 3 4 5', 'a=1 2 3 4 5']
    }

    def "what a session changed as it renamed a file, and others changed too, is a conflict of that one file: from #first, #steps"() {
        given:
        def snapshots = history(first, steps)

        expect:
        revert(new What.Session('A')).conflicts().collect { "${it.path()} ${it.reason()}" } == [conflict]
        state() == steps.last()[1]

        when:
        def results = Resolution.values().collect {
            ws.restore(snapshots.last())
            revert(new What.Session('A'), it)
            state().replaceAll('snapshot \\w+', 'then')
        }

        then:
        Resolution.values().toList() == [Resolution.OURS, Resolution.THEIRS, Resolution.MERGE_MARKERS]
        results == [ours, theirs, markers]

        where: 'it renamed it once; or again, as it was or with a further change; or others did; and last, hardly anything of it stayed'
        first       | steps                                                                                  | conflict                             || ours                | theirs        | markers
        'a=1 2 3 4' | [['A', 'b=A 2 3 4'], ['B', 'b=B 2 3 4']]                                               | 'b has lines that were changed since' || 'a=B 2 3 4'         | 'a=1 2 3 4'   | 'a=<<<<<<< now B ======= 1 >>>>>>> then 2 3 4'
        'a=1 2 3 4' | [['A', 'b=A 2 3 4'], ['B', 'b=B 2 3 X']]                                               | 'b has lines that were changed since' || 'a=B 2 3 X'         | 'a=1 2 3 X'   | 'a=<<<<<<< now B ======= 1 >>>>>>> then 2 3 X'
        'a=1 2 3 4' | [['A', 'b=A 2 3 4'], ['B', 'b=5 6 7']]                                                 | 'b has lines that were changed since' || 'a=5 6 7'           | 'a=1 2 3 4'   | 'a=<<<<<<< now 5 6 7 ======= 1 2 3 4 >>>>>>> then'
        'a=1 2 3 4' | [['A', 'b=A 2 3 4'], ['B', 'b=B 2 3 4'], ['A', 'c=B 2 3 4']]                           | 'c has lines that were changed since' || 'a=B 2 3 4'         | 'a=1 2 3 4'   | 'a=<<<<<<< now B ======= 1 >>>>>>> then 2 3 4'
        'a=1 2 3 4' | [['A', 'b=A 2 3 4'], ['B', 'b=B 2 3 4'], ['A', 'c=B 2 3 A']]                           | 'c has lines that were changed since' || 'a=B 2 3 4'         | 'a=1 2 3 4'   | 'a=<<<<<<< now B ======= 1 >>>>>>> then 2 3 4'
        'a=1 2 3 4' | [['A', 'b=A 2 3 4'], ['B', 'c=B 2 3 4']]                                               | 'c has lines that were changed since' || 'c=B 2 3 4'         | 'c=1 2 3 4'   | 'c=<<<<<<< now B ======= 1 >>>>>>> then 2 3 4'
        'a=1 2 3'   | [['A', 'b=A 2 3'], ['B', 'b=B 2 3'], ['A', 'c=B 2 3']]                                 | 'c was changed since it was made'    || 'a=1 2 3, c=B 2 3'  | 'a=1 2 3'     | 'a=1 2 3, c=B 2 3'
    }

    def 'what is no text is one file as well, if most of it stayed as it was renamed'() {
        given:
        history('a=\u0000 1 2 3', [['A', 'b=\u0000 A 2 3'], ['B', 'b=\u0000 B 2 3']])

        expect:
        revert(new What.Session('A')).conflicts().collect { "${it.path()} ${it.reason()}" } == ['b is binary and was changed since']

        when:
        def results = Resolution.values().collect {
            make('b=\u0000 B 2 3')
            revert(new What.Session('A'), it)
            state()
        }

        then:
        Resolution.values().toList() == [Resolution.OURS, Resolution.THEIRS, Resolution.MERGE_MARKERS]
        results == ['a=\u0000 B 2 3', 'a=\u0000 1 2 3', 'a=\u0000 B 2 3']
    }

    def 'what belongs where the rules leave all out by now stays where it is'() {
        given:
        ws.write('.snapshotignore', '# nothing\n')
        ws.write('a.log', '1\n2\n3\n')
        ws.snap()
        Files.move(ws.directory.resolve('a.log'), ws.directory.resolve('b'))
        def snapshot = ws.snap()
        ws.write('.snapshotignore', '*.log\n')

        when:
        def report = revert(snapshot)

        then:
        report.conflicts().empty
        report.leftAlone()*.path()*.toString() == ['a.log']
        ws.read('b') == '1\n2\n3\n'
        !ws.exists('a.log')
    }

    def 'what the rules leave out is not moved: neither there nor from there'() {
        given:
        ws.write('.snapshotignore', '# nothing\n')
        ws.write('a.log', '1\n2\n3\n')
        ws.snap()
        Files.move(ws.directory.resolve('a.log'), ws.directory.resolve('b'))
        def snapshot = ws.snap()
        ws.write('.snapshotignore', '*.log\n')
        ws.write('b', '1\n2\nX\n')

        expect:
        revert(snapshot).conflicts()*.path()*.toString() == ['b']
        ws.read('b') == '1\n2\nX\n'
        !ws.exists('a.log')
    }
}
