package io.snapdsl.cli

/** What is still there, and only left out by now, was deleted by nobody. */
class NoLongerCoveredSpec extends CommandSpecification {
    static final LOGS = [path: 'logs', rule: 'logs/', source: '.snapshotignore:2']
    static final X_LOG = [path: 'x.log', rule: '*.log', source: '.snapshotignore:1']

    /** A snapshot that holds x.log and directories of logs, and since then a rule that leaves them out. */
    def setup() {
        sh('touch .snapshotignore; echo s > x.log; echo a > a; mkdir logs gone; echo 1 > logs/1; echo 2 > logs/2; echo g > gone/g.log')
        snapdsl.json('snap')
        sh("printf '*.log\\nlogs/\\n' > .snapshotignore; rm -r gone")
    }

    static List<List<String>> changes(Map answer) {
        answer.changes.collect { [it.change, it.path] }
    }

    def 'status and sync tell it apart from what was deleted'() {
        when:
        def status = snapdsl.json('status')
        def sync = snapdsl.run('sync', '--json')
        def words = snapdsl.run('status').out

        then: 'what was in a directory that is gone is gone too, whatever the rules say'
        changes(status) == [['modified', '.snapshotignore'], ['deleted', 'gone/g.log']]
        status.noLongerCovered == [LOGS, X_LOG]
        sync.exit == 4
        sync.json.noLongerCovered == status.noLongerCovered
        changes(sync.json) == changes(status)
        words.contains('  deleted   gone/g.log\nNo longer covered:\n  logs: left out since, by logs/\n  x.log: left out since, by *.log\n')
    }

    def 'what was brought back against the rules is told as left out, and is no difference to undo'() {
        given:
        sh('rm x.log')
        snapdsl.json('snap')
        sh('echo other > a')
        snapdsl.json('snap')
        snapdsl.json('restore', '@2', 'x.log')

        when:
        def status = snapdsl.json('status')
        def sync = snapdsl.run('sync', '--json')

        then:
        exists('x.log')
        [status.clean, changes(status), status.noLongerCovered] == [true, [], [LOGS, X_LOG]]
        [sync.exit, sync.json.matches, sync.json.noLongerCovered] == [0, true, [LOGS, X_LOG]]
        snapdsl.run('sync').out.contains('  x.log: left out since, by *.log\n')
    }

    def 'a patch deletes nothing that is still there, and its reverse makes nothing anew'() {
        when:
        def diff = snapdsl.json('diff')
        def patch = snapdsl.run('diff')
        def reverse = snapdsl.run('diff', '--reverse')

        then:
        diff.files.collect { [it.change, it.path] } == [['modified', '.snapshotignore'], ['deleted', 'gone/g.log']]
        diff.noLongerCovered*.path == ['logs', 'x.log']
        !patch.out.contains('x.log') && !patch.out.contains('logs/1')
        patch.err.contains('no longer covered: x.log: left out since, by *.log\n')

        when: 'git takes the way back'
        new File(workspace.toFile(), '../back.patch').bytes = reverse.out.bytes
        sh('git apply ../back.patch')

        then:
        read('.snapshotignore') == ''
        read('gone/g.log') == 'g\n'
        read('x.log') == 's\n'
        snapdsl.run('diff', '--json', '--', 'x.log').json == [files: [], noLongerCovered: []]
    }

    def 'snap does not count it as deleted, nor do show, history, diff and a milestone'() {
        given:
        snapdsl.json('milestone', 'create', 'before')
        def snap = snapdsl.json('snap')
        snapdsl.json('milestone', 'create', 'after')

        expect:
        [snap.created, snap.modified, snap.deleted] == [0, 1, 1]
        snapdsl.json('milestone', 'show', 'after').deleted == 1
        changes(snapdsl.json('show')) == [['modified', '.snapshotignore'], ['deleted', 'gone/g.log']]
        snapdsl.json('show').noLongerCovered*.path == ['logs', 'x.log']
        snapdsl.run('show').out.contains('  x.log: left out since, by *.log\n')
        !snapdsl.run('show', '--patch').out.contains('x.log')
        snapdsl.run('history', 'x.log').out.readLines()[0].contains('left out since, by *.log')
        snapdsl.run('history', 'logs/1').out.readLines()[0].contains('left out since, by logs/')
        snapdsl.run('history', 'gone/g.log').out.readLines()[0].contains('deleted')
        snapdsl.json('history', 'x.log').versions[0].with { [exists, noLongerCovered] } ==
            [false, [rule: '*.log', source: '.snapshotignore:1']]
        snapdsl.json('diff', '@1', '@latest').noLongerCovered*.path == ['logs', 'x.log']
    }
}
