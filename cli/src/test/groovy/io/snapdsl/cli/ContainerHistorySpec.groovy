package io.snapdsl.cli

import java.nio.file.Files
import java.time.Duration
import java.time.Instant

/** A container's snapshots in the commands that are for every history: by its name or by an id, wherever one is. */
class ContainerHistorySpec extends CommandSpecification {
    String first
    String second

    def setup() {
        def box = new ContainerChain(store, 'box')
        first = box.snap('before', content('one\n'))
        second = box.snap('after', content('two\n') + ['changes.txt': 'C /etc\n'])
    }

    private static Map content(String text) {
        ['container.json': '{"Image":"busybox:local"}', volumes: [data: [x: text, pipe: null]]]
    }

    def 'log, history and stats know it by its name'() {
        when:
        def log = snapdsl.json('log', 'box').snapshots

        then:
        log*.id == [second, first]
        log*.subject == ['box', 'box']
        log*.goal == ['after', 'before']
        snapdsl.run('log', 'box').out.readLines().size() == 2
        snapdsl.json('log', 'box', '--file', 'volumes/data').snapshots*.id == [second, first]
        snapdsl.json('log', 'box', '--file', 'changes.txt').snapshots*.id == [second]

        and:
        snapdsl.json('history', 'volumes/data/x', '--subject', 'box').versions*.id == [second, first]
        snapdsl.run('history', '--subject', 'box', '/container.json').out.contains(first.take(10))
        snapdsl.run('history', 'nosuch', '--subject', 'box').err.contains("'snapdsl show box@latest --files'")

        and:
        snapdsl.json('stats').subjects.collect { [it.subject, it.kind, it.snapshots] } == [['box', 'container', 2]]
        snapdsl.run('stats').out.contains('container  box: 2 snapshots')
    }

    def 'show, cat and explain know each snapshot by its id, or counted from the newest: #latest'() {
        when:
        def id = latest ?: second
        def shown = snapdsl.json('show', id, '--files')

        then:
        [shown.id, shown.subject, shown.created, shown.modified] == [second, 'box', 1, 1]
        shown.entries*.path.containsAll(['container.json', 'changes.txt', 'volumes/data/x', 'volumes/data/pipe'])
        shown.entries.find { it.path == 'volumes/data/pipe' }.kind == 'named pipe'
        snapdsl.run('show', id).out.contains('of         box, number 2')

        and:
        snapdsl.run('cat', id, 'volumes/data/x').out == 'two\n'
        snapdsl.run('cat', first, 'volumes/data/x').out == 'one\n'
        snapdsl.run('cat', id, '/volumes/data/../data/x').out == 'two\n'
        new String(snapdsl.json('cat', id, 'changes.txt').contentBase64.decodeBase64()) == 'C /etc\n'
        refused(snapdsl.run('cat', id, 'volumes/data/pipe', '--json'), 2, 'UNKNOWN_PATH')

        and:
        snapdsl.json('explain', id).keptBecause[0] == 'the newest of box'
        snapdsl.run('explain', id).out.contains('number 2 of box')

        where:
        latest << ['', 'box@latest', 'box@0']
    }

    def 'two of its snapshots are compared; with its present state they can not be'() {
        expect:
        snapdsl.json('diff', first, second).files.collect { [it.path, it.change] } ==
            [['changes.txt', 'created'], ['volumes/data/x', 'modified']]
        sh('$SNAPDSL diff box@1 @latest -- volumes').out.contains('-one\n+two\n')
        sh('$SNAPDSL diff box@latest box@1 --stat -- "volumes/**"').out.contains('1 file changed, +1 -1')

        when:
        def result = snapdsl.run('diff', first, '--json')

        then:
        refused(result, 2, 'NOT_A_WORKSPACE')
        result.json.error.message.contains("is of the container 'box', and can only be compared with another snapshot.")
        result.json.error.hint == "Name two: snapdsl diff ${first.take(10)} box@latest"
    }

    def 'its snapshots are pinned, unpinned, removed and verified'() {
        when:
        snapdsl.json('pin', 'box@1', '-m', 'good')

        then:
        refused(snapdsl.run('rm', first, '--json'), 4, 'PINNED')
        snapdsl.json('log', 'box').snapshots*.pinned == [false, true]
        snapdsl.json('unpin', first).unpinned == [first]
        snapdsl.run('rm', first, '-m', 'too old').out.startsWith("Removed 1 snapshot of 'box'; ")
        snapdsl.json('show', first).removed
        snapdsl.json('explain', first).removedBecause == 'too old'
        snapdsl.run('cat', second, 'volumes/data/x').out == 'two\n'
        snapdsl.json('verify', '--read-data').snapshots == 2
    }

    def 'inside of a workspace, the workspace is meant until the container is named'() {
        given:
        write('sub/x', 'mine\n')
        snap()
        def inside = snapdsl.in(workspace.resolve('sub'))

        expect:
        inside.json('log').snapshots*.subject == ['project']
        inside.json('show').subject == 'project'
        inside.run('cat', '@latest', 'x').out == 'mine\n'
        inside.run('cat', 'box@latest', 'volumes/data/x').out == 'two\n'
        inside.json('diff').files == []
        snapdsl.json('prune', '--dry-run').snapshots*.subject == ['project']
        snapdsl.json('prune', 'box', '--dry-run').snapshots*.subject == ['box', 'box']
        snapdsl.json('prune', '--all', '--dry-run').snapshots*.subject as Set == ['box', 'project'] as Set
        everySnapshotIsIntact()
    }

    def 'pruning goes by the age and number of its snapshots, and tells them from those of workspaces'() {
        given:
        def now = Instant.now()
        def busy = new ContainerChain(store, 'busy')
        (12..1).each { busy.snap("hour $it", content("$it"), now - Duration.ofHours(it)) }
        def old = new ContainerChain(store, 'old')
        (12..10).each { old.snap("day $it", content("$it"), now - Duration.ofDays(it)) }
        (1..12).each {
            write('file', "$it")
            snap()
        }

        when:
        def plan = snapdsl.json('prune', 'busy', '--dry-run')

        then:
        plan.snapshots.findAll { it.action == 'remove' }.collect { [it.sequence, it.reasons] } ==
            [[2, ['over the limit of 10 per container']], [1, ['over the limit of 10 per container']]]
        snapdsl.json('explain', 'busy@11').keptBecause == []
        snapdsl.json('explain', 'busy@9').keptBecause == ['within 7 days']

        when:
        def pruned = snapdsl.json('prune', '--all')

        then:
        pruned.snapshots.findAll { it.action == 'remove' }.collect { [it.subject, it.sequence] } ==
            [['busy', 2], ['busy', 1], ['old', 2], ['old', 1]]
        pruned.kept == 12 + 10 + 1 + 2
        pruned.removed == 4
        everySnapshotIsIntact()

        and: 'whoever gives rules of their own gets those, for containers too'
        snapdsl.json('prune', 'busy', '--keep-last', 3).kept == 3
    }

    def 'what is for workspaces only says so, and what to use: #words'() {
        given:
        if (inWorkspace) {
            write('file', 'mine')
            snap()
        }

        when:
        def result = snapdsl.run(*words.collect { it == 'ID' ? first : it }, '--json')

        then:
        refused(result, 2, 'NOT_A_WORKSPACE')
        result.json.error.message == "'box' is a container, and this can be done with a workspace only."
        ["'snapdsl container snap agent-box'", "'snapdsl container restore ID'"].every { result.json.error.hint.contains(it) }

        where:
        [words, inWorkspace] << [
            [['snap', 'box'], ['status', 'box'], ['sync', 'box'], ['reset-continuity', 'box', '-m', 'why'], ['restore', 'ID'],
                ['restore', 'ID', '--to', 'there'], ['restore', 'box@latest', 'volumes'], ['revert', 'ID'], ['export', 'ID', '--git-commit', 'b'],
                ['milestone', 'create', 'M', 'ID'], ['milestone', 'create', 'M', '--from', 'ID']],
            [false, true]].combinations()
    }

    def 'an unknown name lists the containers too'() {
        when:
        def result = snapdsl.run('log', 'bix', '--json')

        then:
        refused(result, 2, 'UNKNOWN_SUBJECT')
        result.json.error.message == "There is no workspace, container or state 'bix'."
        result.json.error.hint == 'There are: box.'
    }

    def 'a workspace is no less to be found when it was moved'() {
        given:
        write('sub/x', 'mine\n')
        def id = snap()
        def moved = workspace.resolveSibling('elsewhere')
        Files.move(workspace, moved)

        expect:
        snapdsl.in(moved.resolve('sub')).run('cat', id, 'x').out == 'mine\n'
        snapdsl.in(temp).run('cat', id, 'sub/x').out == 'mine\n'
        snapdsl.in(temp).run('restore', id, '--to', temp.resolve('copy')).exit == 0
        Files.readString(temp.resolve('copy/sub/x')) == 'mine\n'
    }
}
