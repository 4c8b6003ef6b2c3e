package io.snapdsl.cli

import java.nio.file.Files
import java.nio.file.Path

/** What some snapshots changed is taken out of the middle, and everything that came later stays. */
class RevertSpec extends CommandSpecification {
    static final LINES = (1..20).collect { "line $it" }

    /** A text of twenty lines, some of them changed. */
    String lines(Map<Integer, String> changed = [:]) {
        LINES.withIndex().collect { line, i -> (changed[i + 1] ?: line) + '\n' }.join('')
    }

    String snapIn(String session) {
        def state = now()
        String id = snapdsl.json('snap', '--session', session).id
        taken[id] = state
        id
    }

    def 'later edits of other lines and other files stay'() {
        given:
        write('text', lines())
        write('steady', 'x')
        snap()
        write('text', lines(3: 'wrong'))
        write('new/wrong', 'x')
        delete('steady')
        def wrong = snap()
        write('text', lines(3: 'wrong', 15: 'right'))
        write('new/right', 'y')
        snap()
        write('unsaved', 'z')

        when:
        def answer = snapdsl.json('revert', wrong, '-m', 'it was wrong')

        then:
        read('text') == lines(15: 'right')
        !exists('new/wrong')
        [read('steady'), read('new/right'), read('unsaved')] == ['x', 'y', 'z']
        answer.reverted == [wrong]
        answer.steps.collect { [it.action, it.path] }.containsAll(
            [['modify', 'text'], ['delete', 'new/wrong'], ['create', 'steady']])
        [answer.written, answer.deleted, answer.conflicts, answer.problems] == [2, 1, [], []]
        answer.savedId

        and: 'history says what happened'
        with(log().first()) {
            id == answer.id
            [trigger, originId, tool] == ['revert', wrong, 'snapdsl revert']
            goal == "revert ${wrong.substring(0, 10)}: it was wrong"
        }
        everySnapshotIsIntact()
    }

    def 'a conflict is listed and nothing is written, until it is said what to do'() {
        given:
        write('text', lines())
        write('bin', [0, 1] as byte[])
        write('free', 'one')
        snap()
        write('text', lines(3: 'wrong', 9: 'wrong'))
        write('bin', [0, 2] as byte[])
        write('free', 'two')
        def wrong = snap()
        write('text', lines(3: 'later', 9: 'wrong'))
        write('bin', [0, 3] as byte[])
        snap()
        def before = DirectoryState.identities(workspace)

        when:
        def results = [['revert', wrong, '--json'], ['revert', wrong, '--json', '--dry-run']].collect { snapdsl.run(*it) }
        def words = snapdsl.run('revert', wrong)

        then:
        results.each { refused(it, 4, 'CONFLICTS') }
        results*.json*.conflicts == [[
            [path: 'bin', reason: 'is binary and was changed since'],
            [path: 'text', reason: 'has lines that were changed since']]] * 2
        words.exit == 4
        words.out.empty
        words.err.contains('conflict: text has lines that were changed since')
        DirectoryState.identities(workspace) == before
        log().size() == 3

        when:
        def answer = snapdsl.json('revert', wrong, option)

        then:
        read('text') == text.call(this)
        Files.readAllBytes(workspace.resolve('bin'))[1] == bin
        read('free') == 'one'
        answer.conflicts*.path == ['bin', 'text']
        everySnapshotIsIntact()

        where:
        option            | bin | text
        '--ours'          | 3   | { it.lines(3: 'later') }
        '--theirs'        | 1   | { it.lines() }
        '--merge-markers' | 3   | { it.lines(3: "<<<<<<< now\nlater\n=======\nline 3\n>>>>>>> snapshot ${it.taken.keySet()[0].substring(0, 10)}") }
    }

    def "a session's rename and what it edited after that are taken back, and what another one edited in the file stays"() {
        given:
        write('old', lines())
        snap()
        sh('mv old new')
        snapIn('A')
        write('new', lines(3: 'by A'))
        snapIn('A')
        write('new', lines(3: 'by A', 15: 'by B'))
        snapIn('B')

        when:
        def answer = snapdsl.json('revert', '--session', 'A')

        then:
        answer.conflicts == []
        read('old') == lines(15: 'by B')
        !exists('new')
        everySnapshotIsIntact()
    }

    def 'where all of it was changed since, to keep that is to take nothing back, and that is said'() {
        given:
        write('other', 'x')
        snap()
        write('file', 'one')
        def wrong = snap()
        write('file', 'two')

        when:
        def result = snapdsl.run('revert', wrong, '--ours')

        then:
        result.exit == 0
        result.out.readLines() == ["Nothing was taken back of ${wrong.take(10)}: what was changed since stays as it is now.",
            '  decided as you said: file was changed since it was made']
        read('file') == 'two'
    }

    def 'what became of files of all kinds is taken back'() {
        given:
        ordinaryProject()
        def first = snap()
        sh('''mv README.md RENAMED.md; chmod 755 data/large.bin; rm -r src/deep; rmdir empty; ln -sfn elsewhere link
            rm script.sh; mkdir script.sh; echo x > script.sh/inside; printf more >> data/large.bin''')
        def wrong = snap()
        write('later', 'kept')
        snap()

        when:
        snapdsl.json('revert', wrong)
        def there = now()

        then:
        there.later
        there.findAll { it.key != 'later' } == taken[first]
        everySnapshotIsIntact()
    }

    def 'files of any name are merged and taken back'() {
        given:
        NamesAndKindsSpec.NAMES.values().each { sh("mkdir -p sub/$it; seq 20 > ./$it; seq 20 > sub/$it/$it") }
        snap()
        NamesAndKindsSpec.NAMES.values().each { sh("sed -i 's/^3\$/wrong/' ./$it; rm sub/$it/$it; echo x > sub/$it/new") }
        def wrong = snap()
        NamesAndKindsSpec.NAMES.values().each { sh("echo later >> ./$it") }
        snap()

        when:
        def answer = snapdsl.json('revert', wrong)

        then:
        NamesAndKindsSpec.NAMES.values().each {
            sh("(seq 20; echo later) | cmp - ./$it; seq 20 | cmp - sub/$it/$it; test ! -e sub/$it/new")
        }
        answer.steps.any { it.pathBase64 }
        everySnapshotIsIntact()
    }

    def "one session's work is taken back while another's stays to the byte"() {
        given:
        write('shared', lines())
        snap()
        def ofB = [:]
        (1..3).each { round ->
            write('shared', lines((1..round).collectEntries { [it * 3, "A $it"] } + (1..<round).collectEntries { [it * 3 + 9, "B $it"] }))
            write("a$round", 'by A')
            snapIn('A')
            write('shared', lines((1..round).collectEntries { [it * 3, "A $it"] } + (1..round).collectEntries { [it * 3 + 9, "B $it"] }))
            write("b$round", 'by B')
            snapIn('B')
        }
        sh('touch -d 2020-01-01 b2')
        snap()
        ofB = DirectoryState.identities(workspace).findAll { it.key.startsWith('b') }

        when:
        def answer = snapdsl.json('revert', '--session', 'A')

        then:
        answer.reverted.size() == 3
        read('shared') == lines((1..3).collectEntries { [it * 3 + 9, "B $it"] })
        (1..3).every { !exists("a$it") }
        DirectoryState.identities(workspace).findAll { it.key.startsWith('b') } == ofB
        log().first().goal == 'revert session A'

        when: 'again'
        def again = snapdsl.json('revert', '--session', 'A')

        then:
        [again.id, again.steps] == [null, []]
        everySnapshotIsIntact()
    }

    def 'a session that a prune has kept can still be reverted'() {
        given:
        write('shared', lines())
        snap()
        write('shared', lines(5: 'A'))
        snapIn('A')
        (1..3).each {
            write('theirs', it)
            snap()
        }
        write('shared', lines(5: 'A', 10: 'A too'))
        snapIn('A')

        when:
        def pruned = snapdsl.json('prune', '--keep-sessions', 1)
        taken.keySet().retainAll(log().findAll { !it.removed }*.id)

        then:
        pruned.removed == 2

        when:
        def answer = snapdsl.json('revert', '--session', 'A')

        then:
        answer.reverted.size() == 2
        [read('shared'), read('theirs')] == [lines(), '3']
        everySnapshotIsIntact()
    }

    def 'files are found under the names they have now'() {
        given:
        write('src/one', lines())
        write('two', lines(1: 'two'))
        snap()
        sh("mv src lib; sed -i 's/line 3\$/wrong/' two")
        def wrong = snap()
        sh("sed -i 's/line 15\$/right/' lib/one; mkdir new; mv two new/zwei")
        snap()
        sh("sed -i 's/line 15\$/right/' new/zwei")
        def before = DirectoryState.contents(workspace)

        when:
        def answer = snapdsl.json('revert', wrong)

        then:
        answer.conflicts == []
        read('src/one') == lines(15: 'right')
        read('new/zwei') == lines(1: 'two', 15: 'right')
        DirectoryState.contents(workspace).keySet() == ['src/one', 'new/zwei'] as Set

        when:
        snapdsl.json('undo')

        then:
        DirectoryState.contents(workspace) == before
        everySnapshotIsIntact()
    }

    def 'undo takes a revert back, redo does it again'() {
        given:
        write('text', lines())
        snap()
        write('text', lines(3: 'wrong'))
        def wrong = snap()
        write('text', lines(3: 'wrong', 15: 'right'))
        snap()
        def before = now()
        snapdsl.json('revert', wrong)
        def reverted = now()

        when:
        snapdsl.json('undo')

        then:
        now() == before

        when:
        snapdsl.json('redo')

        then:
        now() == reverted

        when: 'the revert itself is reverted'
        snapdsl.json('revert', '@2')

        then:
        DirectoryState.contents(workspace) == before.collectEntries { [it.key, it.value.sha256] }
        everySnapshotIsIntact()
    }

    def 'a revert killed at #point can be undone, or done again'() {
        given:
        write('text', lines())
        write('gone', 'x')
        snap()
        write('text', lines(3: 'wrong'))
        write('wrong', 'x')
        delete('gone')
        def wrong = snap()
        write('text', lines(3: 'wrong', 15: 'right'))
        def before = DirectoryState.contents(workspace)
        def state = now()

        when:
        def result = snapdsl.runUntil(point, 'revert', wrong)

        then:
        result.exit == Snapdsl.KILLED
        read('text') in [lines(3: 'wrong', 15: 'right'), lines(15: 'right')]

        when: 'whatever is there, the revert can be taken up again'
        snapdsl.json('revert', wrong)

        then:
        read('text') == lines(15: 'right')
        [exists('gone'), exists('wrong')] == [true, false]
        partialFiles().empty

        when:
        def saved = log().find { it.trigger == 'unknown_change' && broughtBack(it.id) == state }
        snapdsl.json('restore', saved ? saved.id : '@1')

        then:
        DirectoryState.contents(workspace) == before
        everySnapshotIsIntact()

        where:
        point << ['content.after-commit:1', 'restore.saved', 'restore.deleted', 'restore.before-rename:1',
            'restore.after-rename:1', 'restore.applied', 'publish.before-commit:2']
    }

    def 'a revert killed half-way is undone by undo'() {
        given:
        write('text', lines())
        write('gone', 'x')
        snap()
        write('text', lines(3: 'wrong'))
        delete('gone')
        def wrong = snap()
        write('later', 'x')
        def before = DirectoryState.contents(workspace)

        when:
        def result = snapdsl.runUntil('restore.after-rename:1', 'revert', wrong)

        then:
        result.exit == Snapdsl.KILLED
        DirectoryState.contents(workspace) != before

        when:
        snapdsl.json('undo')

        then:
        DirectoryState.contents(workspace) == before
        everySnapshotIsIntact()
    }

    def 'is refused in words: #what'() {
        given:
        write('file', 'one')
        def first = snapIn('A')
        write('file', 'two')
        def second = snap()
        write('file', 'three')
        snap()
        def other = snapdsl.in(Files.createDirectory(temp.resolve('other')))
        Files.writeString(other.workspace.resolve('file'), 'there')
        other.json('snap')
        Files.writeString(other.workspace.resolve('file'), 'there too')
        def there = other.json('snap').id
        snapdsl.json('rm', second)
        taken.remove(second)
        def ids = [FIRST: first, REMOVED: second, THERE: there]

        when:
        def result = snapdsl.run('revert', *words.collect { ids[it] ?: it }, '--json')

        then:
        refused(result, exit, code)
        read('file') == 'three'
        log().size() == 3

        where:
        what                             | words                              | exit | code
        'the first one'                  | ['FIRST']                          | 4    | 'NOTHING_TO_REVERT'
        'a removed one'                  | ['REMOVED']                        | 2    | 'UNKNOWN_SNAPSHOT'
        'one of another workspace'       | ['THERE']                          | 2    | 'USAGE'
        'none'                           | []                                 | 2    | 'USAGE'
        'a snapshot and a session'       | ['@latest', '--session', 'A']      | 2    | 'USAGE'
        'an empty session'               | ['--session', '']                  | 2    | 'USAGE'
        'an unknown session'             | ['--session', 'nobody']            | 2    | 'UNKNOWN_SESSION'
        'a session with only the first'  | ['--session', 'A']                 | 4    | 'NOTHING_TO_REVERT'
        'two ways to decide'             | ['@latest', '--ours', '--theirs']  | 2    | 'USAGE'
        'no snapshot at all'             | ['nosuch']                         | 2    | 'UNKNOWN_SNAPSHOT'
    }

    def 'what is taken back already, or changed nothing, is no failure'() {
        given:
        write('file', 'one')
        snap()
        write('file', 'two')
        def change = snap()
        def nothing = snap()
        snapdsl.json('revert', change)
        def before = DirectoryState.identities(workspace)

        when:
        def results = [change, nothing].collect { snapdsl.run('revert', it) }

        then:
        results*.exit == [0, 0]
        results.every { it.out.startsWith('Nothing is left to take back of ') }
        DirectoryState.identities(workspace) == before
        log().size() == 4
        everySnapshotIsIntact()
    }

    def 'ignored files are left alone'() {
        given:
        write('code', 'one')
        write('debug.log', 'ignored')
        snapdsl.json('snap')
        write('dir/code', 'two')
        def wrong = snapdsl.json('snap').id
        write('dir/debug.log', 'ignored too')
        def before = DirectoryState.identities(workspace)

        when:
        def result = snapdsl.run('revert', wrong, '--json')

        then: 'the directory can not go while it holds them, and that is said'
        result.exit == 3
        result.json.problems*.path == ['dir']
        !exists('dir/code')
        ['debug.log', 'dir/debug.log'].every { DirectoryState.identities(workspace)[it] == before[it] }
        theStoreIsClean()
    }

    def 'one before which all were removed is not called the first'() {
        given:
        def ids = (1..3).collect { write('file', "state $it"); snap() }
        snapdsl.json('rm', ids[0])

        when:
        def result = snapdsl.run('revert', ids[1], '--json')

        then:
        refused(result, 4, 'NOTHING_TO_REVERT')
        result.json.error.message.contains('all earlier ones of project were removed')
    }
}
