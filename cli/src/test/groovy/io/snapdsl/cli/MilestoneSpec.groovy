package io.snapdsl.cli

import java.nio.file.Files

/** Milestones as people make and use them; the rules themselves are the engine's. */
class MilestoneSpec extends CommandSpecification {
    List<String> ids

    def setup() {
        ids = (1..6).collect { write("file-$it", "state $it"); snap() }
    }

    def 'a milestone is made by itself, by a range, or by its snapshots, and each follows the one before'() {
        when:
        def first = snapdsl.json('milestone', 'create', 'Parser works', '--to', ids[1], '-d', 'All tests pass', '--tag', 'v1', '--tag', 'ok')
        def second = snapdsl.json('milestone', 'create', 'Lexer', ids[2], '@2')
        def third = snapdsl.json('milestone', 'create', 'Rest')

        then:
        first.subMap(['title', 'description', 'tags', 'first', 'last', 'lastId']) ==
            [title: 'Parser works', description: 'All tests pass', tags: ['ok', 'v1'], first: 1, last: 2, lastId: ids[1]]
        [second.first, second.last, second.lastId] == [3, 4, ids[3]]
        [third.first, third.last, third.lastId] == [5, 6, ids[5]]

        and:
        snapdsl.json('milestone', 'list').milestones*.title == ['Rest', 'Lexer', 'Parser works']
        snapdsl.run('milestone', 'list').out.readLines().size() == 3
        def shown = snapdsl.json('milestone', 'show', 'Lexer')
        shown.snapshots*.id == [ids[2], ids[3]]
        [shown.created, shown.modified, shown.deleted] == [2, 0, 0]
        snapdsl.run('milestone', 'show', 'Parser works').out.contains('All tests pass')
    }

    def 'a title works wherever an id does'() {
        given:
        snapdsl.json('milestone', 'create', 'Größe 2', '--to', ids[1])

        expect:
        snapdsl.json('show', 'Größe 2').with { [it.id, it.milestone] } == [ids[1], 'Größe 2']
        snapdsl.run('cat', 'Größe 2', 'file-2').out == 'state 2'
        snapdsl.json('diff', 'Größe 2', '@latest').files*.path == ['file-3', 'file-4', 'file-5', 'file-6']

        when:
        snapdsl.json('restore', 'Größe 2')

        then:
        Files.list(workspace).withCloseable { it.toList()*.fileName*.toString().sort() } == ['file-1', 'file-2']
        everySnapshotIsIntact()
    }

    def 'what a milestone spans is not removed, until the milestone is given up'() {
        given:
        snapdsl.json('milestone', 'create', 'Half', '--to', ids[2])

        when:
        def result = snapdsl.run('rm', ids[1], '--json')

        then:
        refused(result, 4, 'IN_MILESTONE')
        result.json.error.message.contains("'Half'")
        result.json.error.hint.contains("milestone rm 'Half'")

        when:
        snapdsl.json('rm', ids[3])
        snapdsl.json('milestone', 'rm', 'Half')
        snapdsl.json('rm', ids[1])
        [ids[1], ids[3]].each { taken.remove(it) }

        then:
        snapdsl.json('milestone', 'list').milestones == []
        everySnapshotIsIntact()
    }

    def 'what can not be is refused, each with its own code, and nothing is recorded: #words'() {
        given:
        snapdsl.json('milestone', 'create', 'A', '--to', ids[1])

        when:
        def result = snapdsl.run('milestone', *words.collect { it ==~ /\d/ ? ids[(it as int) - 1] : it }, '--json')

        then:
        refused(result, exit, code)
        snapdsl.json('milestone', 'list').milestones*.title == ['A']

        where:
        words                                      | exit | code
        ['create', 'B', '--from', '4']             | 4    | 'MILESTONE_GAP'
        ['create', 'B', '3', '5']                  | 4    | 'MILESTONE_GAP'
        ['create', 'B', '2', '3']                  | 4    | 'MILESTONE_OVERLAP'
        ['create', 'B', '--from', '5', '--to', '3']| 4    | 'INVALID_RANGE'
        ['create', 'A']                            | 4    | 'MILESTONE_TITLE'
        ['create', '@latest']                      | 4    | 'MILESTONE_TITLE'
        ['create', 'B', '3', '--to', '4']          | 2    | 'USAGE'
        ['create', 'B', '--to', 'ffffffff']        | 2    | 'UNKNOWN_SNAPSHOT'
        ['create', 'B', '--tag', 'a b']            | 2    | 'USAGE'
        ['create']                                 | 2    | 'USAGE'
        ['show', 'B']                              | 2    | 'UNKNOWN_MILESTONE'
        ['rm', 'B']                                | 2    | 'UNKNOWN_MILESTONE'
        []                                         | 2    | 'USAGE'
    }

    def 'a kill while one is made leaves it or none, and the next command works: #point'() {
        when:
        def result = snapdsl.runUntil(point, 'milestone', 'create', 'A')

        then:
        result.exit == Snapdsl.KILLED
        snapdsl.json('milestone', 'list').milestones*.title == titles
        write('more', 'x')
        snap()
        snapdsl.run('milestone', 'create', 'B').exit == 0
        everySnapshotIsIntact()

        where:
        point                     | titles
        'milestone.before-commit' | []
        'milestone.after-commit'  | ['A']
    }

    def 'two at once make one after the other, with no gap and no overlap'() {
        when:
        def results = Snapdsl.finishAll(['A', 'B'].collect { snapdsl.start([:], 'milestone', 'create', it, '--json') })

        then:
        results*.exit.sort() == [0, 4]
        results.find { it.exit == 4 }.json.error.code == 'INVALID_RANGE'
        snapdsl.json('milestone', 'list').milestones.with { [it.size(), it[0].first, it[0].last] } == [1, 1, 6]
    }
}
