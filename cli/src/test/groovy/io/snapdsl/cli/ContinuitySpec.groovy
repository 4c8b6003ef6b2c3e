package io.snapdsl.cli

import java.nio.file.Files

/** What an operation announces is its own; what others did meanwhile is never taken for it, and never lost. */
class ContinuitySpec extends CommandSpecification {
    def setup() {
        ['a', 'b', 'c', 'dir/x', 'dir/y'].each { write(it, "$it\n") }
    }

    def 'changes nobody announced get a snapshot of their own, before the operation s'() {
        given:
        snap()
        write('a', 'announced')
        write('b', 'unknown')
        delete('c')
        def state = now()

        when:
        def answer = snapdsl.json('snap', '--tool', 'editor', '--files', 'a', '-m', 'edit a', '--session', 'run')
        taken[answer.id] = state

        then:
        answer.unknown == 2
        answer.unknownFiles == [[path: 'b', change: 'modified'], [path: 'c', change: 'deleted']]
        [answer.created, answer.modified, answer.deleted] == [0, 1, 0]
        answer.announced*.path == ['a']
        def between = log()[1]
        between.id == answer.integratedId
        [between.trigger, between.tool, between.session] == ['unknown_change', 'UnknownChangeIntegration', '']
        [between.modified, between.deleted] == [1, 1]

        and: 'the state in between has the unknown changes and no others'
        snapdsl.run('cat', between.id, 'a').out == 'a\n'
        snapdsl.run('cat', between.id, 'b').out == 'unknown'

        when:
        snapdsl.json('undo')

        then: 'undo takes back the operation alone'
        read('a') == 'a\n'
        read('b') == 'unknown'
        !exists('c')
        everySnapshotIsIntact()
    }

    def 'people are told too'() {
        given:
        snap()
        write('a', 'announced')
        write('b', 'unknown')

        when:
        def result = snapdsl.run('snap', '--files', 'a')

        then:
        result.exit == 0
        result.out.contains('took in 1 unknown change')
        result.err.contains('unknown change: b (modified)')
    }

    def 'files can be named one by one, in lists, and as seen from a subdirectory'() {
        given:
        snap()
        ['a', 'b', 'c', 'dir/x', 'dir/y'].each { write(it, 'changed') }

        expect:
        snapdsl.in(workspace.resolve('dir')).json('snap', '--files', '../a,x', '--files=y', '--files', "$workspace/b,../c").unknown == 0
        snapdsl.json('show').announced*.path == ['a', 'dir/x', 'dir/y', 'b', 'c']
        snapdsl.run('show').out.contains('announced  dir/x')
    }

    def 'a workspace that warns takes one snapshot'() {
        given:
        snap()
        snapdsl.json('init', '--unknown-changes', 'warn')
        write('a', 'announced')
        write('b', 'unknown')

        when:
        def answer = snapdsl.json('snap', '--files', 'a')

        then:
        [answer.unknown, answer.unknownFiles*.path, answer.integratedId, answer.modified] == [1, ['b'], null, 2]
        log().size() == 2

        when:
        write('b', 'again')

        then:
        snapdsl.run('snap', '--files', 'a').err.contains('unknown change: b (modified)')
    }

    def 'a strict workspace refuses, lists what happened, and records nothing'() {
        given:
        (1..25).each { write(String.format('many/%02d', it), 'one') }
        snap()
        assert snapdsl.json('init', '--unknown-changes', 'strict').unknownChanges == 'strict'
        write('a', 'announced')
        (1..25).each { write(String.format('many/%02d', it), 'two') }

        when:
        def result = snapdsl.run('snap', '--files', 'a', '--json')

        then:
        refused(result, 4, 'UNKNOWN_CHANGES_DETECTED')
        result.json.error.message.contains('many/01 (modified), many/02 (modified)')
        result.json.error.message.contains('many/20 (modified), and 5 more')
        !result.json.error.message.contains('many/21')
        result.json.unknownFiles == (1..25).collect { [path: String.format('many/%02d', it), change: 'modified'] }
        log().size() == 1

        when:
        def forced = snapdsl.json('snap', '--files', 'a', '--force')
        taken[forced.id] = now()

        then:
        forced.unknown == 25
        log().size() == 3

        and: 'it stays strict, but has nothing more to object to'
        snapdsl.json('init').unknownChanges == 'strict'
        snapdsl.json('snap', '--files', 'a').unknown == 0
        everySnapshotIsIntact()
    }

    def 'a treatment that there is not is refused, before anything is registered'() {
        expect:
        refused(snapdsl.run('init', '--unknown-changes', 'lenient', '--json'), 2, 'USAGE')
        refused(snapdsl.run('log', '--json'), 2, 'UNKNOWN_SUBJECT')
    }

    def 'nothing changed, nothing unknown; and the first snapshot knows no unknown changes'() {
        expect:
        snapdsl.json('snap', '--files', 'a').unknown == 0
        snapdsl.json('snap', '--files', 'a').with { [unknown, integratedId, created, modified, deleted] } == [0, null, 0, 0, 0]
        log().size() == 2
    }

    def 'an announced directory covers all in it, also when it is gone'() {
        given:
        snap()
        delete('dir')
        write('b', 'unknown')

        when:
        def answer = snapdsl.json('snap', '--files', 'dir/')
        taken[answer.id] = now()

        then:
        answer.unknownFiles*.path == ['b']
        answer.deleted == 2
        snapdsl.json('show', answer.integratedId, '--files').entries*.path.containsAll(['dir', 'dir/x', 'dir/y'])
        everySnapshotIsIntact()
    }

    def 'a file that became a directory, and one that was moved, are named as that'() {
        given:
        snap()
        delete('a')
        write('a/inside', 'new')
        sh('mv b moved; chmod 700 c')

        when:
        def answer = snapdsl.json('snap', '--files', 'dir')
        taken[answer.id] = now()

        then:
        answer.unknownFiles == [[path: 'a', change: 'deleted'], [path: 'a/inside', change: 'created'],
            [path: 'c', change: 'mode_changed'], [path: 'moved', change: 'renamed', oldPath: 'b']]
        everySnapshotIsIntact()
    }

    def 'a file that was renamed and edited is never lost under both names, when #who renamed it'() {
        given:
        write('a', (1..20).join('\n') + '\n')
        snap()
        sh('mv a moved')
        if (others) {
            write('c', 'by another one')
            snapdsl.json('snap', '--session', 'other', '--files', 'c')
        }
        sh('echo end >> moved')

        when:
        def answer = snapdsl.json('snap', '--session', 'agent', '--files', 'moved')
        taken[answer.id] = now()

        then:
        answer.unknown == 0
        answer.claimed*.path == claimed

        when:
        snapdsl.json('revert', '--session', 'agent')

        then:
        read('a') == (1..20).join('\n') + '\n'
        !exists('moved')
        everySnapshotIsIntact()

        where:
        who            | others | claimed
        'the agent'    | false  | []
        'nobody knows' | true   | ['a', 'moved']
    }

    def 'people are told by #command what was renamed, and which mode a file has now'() {
        given:
        sh('chmod 640 c; mkdir gone')
        snap()
        sh('mv b moved; chmod 700 c; rmdir gone; echo other > a')
        if (command == 'show') snap()

        expect:
        snapdsl.run(command).out.readLines().findAll { it.startsWith('  ') } ==
            ['  modified  a', '  modified  c (mode 640 → 700)', '  deleted   gone/', '  renamed   moved (was b)']
        paths(snapdsl.run(command, '--json').json.changes) ==
            [['a', 'modified'], ['b', 'deleted'], ['c', 'modified'], ['gone', 'deleted'], ['moved', 'created']]

        where:
        command << ['status', 'sync', 'show']
    }

    static List<List<String>> paths(List changes) {
        changes.collect { [it.path, it.change] }
    }

    def 'an announced file that the rules leave out is pointed out'() {
        given:
        snap()
        write('debug.log', 'left out')
        write('a', 'changed')

        expect:
        snapdsl.json('snap', '--files', 'debug.log,a').announcedLeftOut == [[path: 'debug.log', rule: '*.log', source: 'temporary']]
        snapdsl.run('snap', '--files', 'debug.log').err.contains('left out of snapshots by *.log (temporary): debug.log')
    }

    def 'hostile names can be announced and be unknown'() {
        given:
        def names = NamesAndKindsSpec.NAMES.values()
        sh('mkdir said unsaid')
        names.each { sh("echo 1 > said/$it; echo 1 > unsaid/$it") }
        sh("echo 1 > 'said/a,b'")
        snap()
        names.each { sh("echo 2 > said/$it; echo 2 > unsaid/$it") }
        sh("echo 2 > 'said/a,b'")

        when:
        def options = names.collect { "--files said/$it" }.join(' ')
        def result = snapdsl.shell("\$SNAPDSL snap --json $options --files 'said/a\\,b'")
        taken[result.json.id] = now()

        then:
        result.exit == 0
        result.json.unknown == names.size()
        result.json.unknownFiles.every { it.path.startsWith('unsaid/') && it.change == 'modified' }
        result.json.unknownFiles.count { it.pathBase64 } == 1
        result.json.modified == names.size() + 1
        everySnapshotIsIntact()
    }

    def '--files #files is refused'() {
        given:
        snap()

        expect:
        refused(snapdsl.run('snap', '--files', files, '--json'), exit, code)
        log().size() == 1

        where:
        files           | exit | code
        ''              | 2    | 'USAGE'
        ','             | 2    | 'USAGE'
        '../outside'    | 4    | 'UNSAFE_PATH'
        '/etc/passwd'   | 4    | 'UNSAFE_PATH'
    }

    def 'two at once that announce different files: each change is in the history once, the chain is whole'() {
        given:
        snap()
        write('a', 'by one')
        write('b', 'by the other')

        when:
        def results = Snapdsl.finishAll([
            snapdsl.start([:], 'snap', '--files', 'a', '--tool', 'one', '--json'),
            snapdsl.start([:], 'snap', '--files', 'b', '--tool', 'other', '--json')])
        def log = log()

        then: 'who came first took the other s change in, and the other found it there'
        results.each { assert it.exit == 0: it }
        results*.json*.unknown.sort() == [0, 1]
        log*.sequence == [4, 3, 2, 1]
        log.init()*.previousId == log.tail()*.id
        log.init()*.modified == [0, 1, 1]
        broughtBack(log[0].id) == now()
        everySnapshotIsIntact()
    }

    def 'killed at #point, the history ends with the unknown changes or before them, and goes on'() {
        given:
        snap()
        write('a', 'announced')
        write('b', 'unknown')

        when:
        def result = snapdsl.runUntil(point, 'snap', '--files', 'a')

        then:
        result.exit == Snapdsl.KILLED
        log().size() == size
        theStoreIsClean()

        when:
        def again = snapdsl.json('snap', '--files', 'a')
        taken[again.id] = now()

        then:
        again.unknown == unknown
        log()*.sequence == (log().size()..1).toList()
        everySnapshotIsIntact()

        where:
        point                     | size | unknown
        'publish.before-commit:1' | 1    | 1
        'publish.after-commit:1'  | 2    | 0
        'publish.before-commit:2' | 2    | 0
        'publish.after-commit:2'  | 3    | 0
    }

    def 'sync says whether the workspace is as its newest snapshot has it, and what differs'() {
        given:
        refused(snapdsl.run('sync', '--json'), 2, 'UNKNOWN_SUBJECT')
        def id = snap()

        expect:
        snapdsl.json('sync').with { [matches, changes, head.id] } == [true, [], id]

        when:
        write('a', 'other')
        write('new', 'new')
        delete('b')
        def result = snapdsl.run('sync', '--json')

        then:
        result.exit == 4
        result.json.error.code == 'STATE_MISMATCH'
        !result.json.matches
        result.json.changes.collect { [it.path, it.change, it.expectedHash, it.foundHash] } == [
            ['a', 'modified', sha256('a\n'), sha256('other')],
            ['b', 'deleted', sha256('b\n'), null],
            ['new', 'created', null, sha256('new')]]
        snapdsl.run('sync').with { [exit, out.contains('modified  a'), err.contains('snapdsl undo')] } == [4, true, true]
        log().size() == 1
    }

    def 'show says what each snapshot affected, with the hashes before and after'() {
        given:
        snap()
        write('a', 'other')
        sh('chmod 700 b; ln -s a link')
        snap()

        when:
        def affected = snapdsl.json('show').affected

        then:
        affected.collect { [it.path, it.change, it.baseHash, it.resultHash] } == [
            ['a', 'modified', sha256('a\n'), sha256('other')],
            ['b', 'modified', sha256('b\n'), sha256('b\n')],
            ['link', 'created', null, sha256('a')]]
        affected[1].baseMode != '700'
        affected[1].resultMode == '700'
    }

    def 'a reset of continuity needs a reason, takes in everything, and loses nothing'() {
        given:
        def first = snap()
        snapdsl.json('init', '--unknown-changes', 'strict')
        write('b', 'unknown')

        expect:
        refused(snapdsl.run('reset-continuity', '--json'), 2, 'USAGE')
        refused(snapdsl.run('reset-continuity', '-m', ' ', '--json'), 2, 'USAGE')
        log().size() == 1

        when:
        def answer = snapdsl.json('reset-continuity', '-m', 'a backup came back')
        taken[answer.id] = now()

        then:
        [answer.trigger, answer.goal, answer.modified, answer.previousId] == ['unknown_change', 'a backup came back', 1, first]
        snapdsl.json('sync').matches
        snapdsl.json('snap', '--files', 'a').unknown == 0
        everySnapshotIsIntact()
    }

    def 'a history whose end is broken is not continued: #what'() {
        given:
        def ids = (1..3).collect { write('a', "state $it"); snap() }
        def named = [first: ids[0], second: ids[1], newest: ids[2], none: 'ab' * 32]
        new StoreFile(store).update(damage, values.collect { StoreFile.bytes(named[it]) })
        write('a', 'unsaved')
        def state = DirectoryState.identities(workspace)
        def withIds = { text -> named.inject(text) { result, name, id -> result.replace(name.toUpperCase(), id.substring(0, 10)) } }

        expect: 'every way on is refused before anything is touched, with what was expected, what was found, and the way out'
        [['snap'], ['snap', '--files', 'a'], ['undo'], ['redo'], ['restore', ids[2]], ['revert', ids[2]], ['consolidate'],
            ['consolidate', 'candidates'], ['milestone', 'create', 'here'], ['sync']].each {
            def result = snapdsl.run(*it, '--json')
            refused(result, 5, code)
            assert result.json.error.message.contains(withIds(finding)): it
            assert result.json.error.hint.contains('snapdsl verify') && result.json.error.hint.contains('reset-continuity')
        }
        DirectoryState.identities(workspace) == state
        log().size() == size

        and: 'verify knows it by the same name'
        def verify = snapdsl.run('verify', '--json')
        verify.exit == 5
        verify.json.findings.any { it.contains(withIds(finding)) && it.contains(code) }

        when:
        def saved = now()
        def reset = snapdsl.json('reset-continuity', '-m', 'somebody was in the store')
        taken[reset.id] = saved

        then: 'it says why, follows what was the newest, and all that was there still is'
        [reset.goal, reset.previousId] == ['somebody was in the store', ids[2]]
        new StoreFile(store).value("SELECT detail FROM operation WHERE kind = 'reset-continuity'") == 'somebody was in the store'
        taken.findAll { it.key in log()*.id }.size() == intact + 1
        taken.findAll { it.key in log()*.id }.each { id, content -> assert broughtBack(id) == content }

        when: 'things go on'
        write('a', 'later')
        snap()
        snapdsl.json('undo')

        then:
        read('a') == 'unsaved'
        snapdsl.json('sync').matches
        snapdsl.json('revert', reset.id)
        snapdsl.run('consolidate').exit == 0

        and: 'what happened is not forgotten'
        snapdsl.run('verify', '--json').json.findings.any { it.contains(withIds(finding)) }

        where:
        what                       | damage                                         | values              | size | intact || code                     | finding
        'one is missing'           | 'DELETE FROM snapshot WHERE id = ?'            | ['second']          | 2    | 2      || 'SEQUENCE_DISCONTINUITY' | 'number 2 was expected before snapshot 3 (NEWEST), number 1 was found'
        'all before it are'        | 'DELETE FROM snapshot WHERE id IN (?, ?)'      | ['first', 'second'] | 1    | 1      || 'SEQUENCE_DISCONTINUITY' | 'number 2 was expected before snapshot 3 (NEWEST), nothing was found'
        'it has another number'    | 'UPDATE snapshot SET sequence = 7 WHERE id = ?'| ['newest']          | 3    | 3      || 'SEQUENCE_DISCONTINUITY' | 'number 6 was expected before snapshot 7 (NEWEST), number 2 was found'
        'it names another parent'  | 'UPDATE snapshot SET previous = ? WHERE id = ?'| ['first', 'newest'] | 3    | 3      || 'BROKEN_PARENT'          | 'it was recorded after FIRST, and SECOND was found'
        'it names none'            | 'UPDATE snapshot SET previous = NULL WHERE id = ?' | ['newest']      | 3    | 3      || 'BROKEN_PARENT'          | 'it was recorded after nothing, and SECOND was found'
        'the parent is another'    | 'UPDATE snapshot SET id = ? WHERE id = ?'      | ['none', 'second']  | 3    | 2      || 'BROKEN_PARENT'          | 'it was recorded after SECOND, and NONE was found'
        'the newest was altered'   | "UPDATE snapshot SET goal = 'x' WHERE id = ?"  | ['newest']          | 3    | 3      || 'BROKEN_PARENT'          | 'snapshot 3 (NEWEST) was altered'
    }

    private static String sha256(String text) {
        text.digest('SHA-256')
    }

    def 'two agents at once: who comes second takes its work over from the unknown changes, and #reverted can be reverted'() {
        given:
        snap()
        write('a', 'by A')
        write('b', 'by B')
        def state = now()
        def first = snapdsl.json('snap', '--files', 'a', '--session', 'A')

        when:
        def second = snapdsl.run('snap', '--files', 'b', '--session', 'B')
        def id = log()[0].id
        taken[id] = state
        def unknown = first.integratedId

        then:
        second.out.contains("took over 1 unknown change from ${unknown.take(10)}: b")
        snapdsl.json('show', id).claimed == [[id: unknown, path: 'b']]
        snapdsl.json('explain', unknown).claimedBy == [[id: id, path: 'b']]
        snapdsl.run('show', id).out.contains("took over  from ${unknown.take(10)}: b")
        snapdsl.run('explain', id).out.contains("took over  from ${unknown.take(10)}: b")
        snapdsl.run('show', unknown).out.contains("taken over by ${id.take(10)}: b")
        snapdsl.json('verify').clean

        when:
        def result = snapdsl.run('revert', '--session', reverted)

        then:
        result.exit == 0
        [read('a'), read('b')] == left
        result.err.contains("took over from ${unknown.take(10)} is taken back too: b.") == (reverted == 'B')

        when:
        snapdsl.json('undo')

        then:
        [read('a'), read('b')] == ['by A', 'by B']
        everySnapshotIsIntact()

        where:
        reverted | left
        'B'      | ['by A', 'b\n']
        'A'      | ['a\n', 'by B']
    }

    def 'what was taken over from a removed snapshot stays, and the revert says so'() {
        given:
        snap()
        write('a', 'by A')
        write('b', 'by B')
        def unknown = snapdsl.json('snap', '--files', 'a', '--session', 'A').integratedId
        def second = snapdsl.json('snap', '--files', 'b', '--session', 'B')
        snapdsl.json('rm', unknown)

        expect:
        second.claimed == [[id: unknown, path: 'b']]
        snapdsl.json('revert', '--session', 'B').notes*.contains('stays') == [true]
        read('b') == 'by B'
        snapdsl.run('show', second.id).out.contains("took over  from ${unknown.take(10)} (what can't be told any more)")
    }

    def 'an announced file that is nowhere and was nowhere is told; a deleted one is not'() {
        given:
        write('deleted', 'one')
        snap()
        Files.delete(workspace.resolve('deleted'))
        write('file', 'one')

        when:
        def result = snapdsl.run('snap', '--files', 'file,deleted,slip')

        then:
        result.exit == 0
        result.err.readLines() == ['announced, but neither there nor in the snapshot before: slip']
        snapdsl.json('snap', '--files', 'slip').announcedNowhere == ['slip']
    }
}
