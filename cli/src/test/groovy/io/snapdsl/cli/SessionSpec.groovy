package io.snapdsl.cli

import java.nio.file.Files

/** Which snapshots one agent run made, wherever it made them. */
class SessionSpec extends CommandSpecification {
    def setup() {
        write('file', 'one')
    }

    def 'a session is started, worked in, ended, and shown with its snapshots in all workspaces'() {
        given:
        def other = snapdsl.in(Files.createDirectory(temp.resolve('other')))
        Files.writeString(other.workspace.resolve('theirs'), 'x')

        when:
        def started = snapdsl.json('session', 'start', 'run-1', '--tool', 'agent', '-m', 'tidy up')
        snapdsl.json('snap', '--session', 'run-1', '-m', 'here')
        other.json('snap', '--session', 'run-1', '-m', 'there')
        snapdsl.json('snap', '-m', 'by somebody else')
        write('file', 'two')
        snapdsl.json('snap', '--session', 'run-1', '-m', 'here again')
        def ended = snapdsl.json('session', 'end', 'run-1', '--outcome', 'tidy')
        def shown = snapdsl.json('session', 'show', 'run-1')

        then:
        [started.id, started.tool, started.goal, started.ended] == ['run-1', 'agent', 'tidy up', null]
        [ended.outcome, ended.ended != null] == ['tidy', true]
        shown.snapshots.collect { [it.subject, it.goal] } == [['project', 'here'], ['other', 'there'], ['project', 'here again']]
        [shown.created, shown.modified, shown.deleted] == [2, 1, 0]
        snapdsl.json('session', 'list').sessions*.id == ['run-1']

        when:
        def text = snapdsl.run('session', 'show', 'run-1')

        then:
        text.exit == 0
        ['run-1', 'agent', 'tidy up', 'tidy', '3: 2 created, 1 modified', 'there'].every { text.out.contains(it) }
        snapdsl.run('session', 'list').out.contains('tidy up')
    }

    def 'what is there before a run starts and when it ends is kept at once, and only the latter is its work'() {
        given:
        write('file', 'one')
        snap()
        write('file', "somebody's")

        when:
        def started = snapdsl.json('session', 'start', 'run')
        write('file', "the agent's")
        def ended = snapdsl.json('session', 'end', 'run')
        write('other', 'later')

        then:
        snapdsl.run('cat', started.snapshotId, 'file').out == "somebody's"
        snapdsl.run('cat', ended.snapshotId, 'file').out == "the agent's"
        log()*.trigger == ['run_end', 'run_start', 'manual']
        snapdsl.json('session', 'show', 'run').modified == 1

        when:
        snapdsl.json('revert', '--session', 'run')

        then:
        read('file') == "somebody's"
        read('other') == 'later'

        expect: 'a start is marked also where nothing has changed; an end is not, and nothing where there is no workspace'
        snapdsl.json('session', 'start', 'next').snapshotId == log()[0].id
        snapdsl.json('session', 'end', 'next').snapshotId == null
        snapdsl.in(temp).json('session', 'start', 'elsewhere').snapshotId == null
    }

    def 'what one run finds at its end, while another is at work, can still become the other s'() {
        given:
        write('a', '1')
        write('b', '1')
        snap()
        ['ada', 'bob'].each { snapdsl.json('session', 'start', it) }
        write('a', "ada's")
        snapdsl.json('snap', '--files', 'a', '--session', 'ada')
        write('b', "bob's")

        when:
        snapdsl.json('session', 'end', 'ada')

        then:
        log()[0].trigger == 'unknown_change'
        snapdsl.json('snap', '--files', 'b', '--session', 'bob').claimed*.path == ['b']

        when:
        snapdsl.json('revert', '--session', 'bob')

        then:
        [read('a'), read('b')] == ["ada's", '1']
    }

    def 'a run starts though its snapshot fails, and whoever starts it is told'() {
        given:
        write('file', 'one')
        snap()
        write('file', 'two')
        def holder = holdWorkspaceLock()

        when:
        def result = snapdsl.run('session', 'start', 'run', '--wait', '0', '--json')

        then:
        result.exit == 3
        result.json.snapshotFailure.contains("process ${holder.pid()}")
        snapdsl.json('session', 'list').sessions*.id == ['run']

        cleanup:
        holder?.destroyForcibly()
    }

    def 'without a name one is made up, printed alone, and good for SNAPDSL_SESSION'() {
        when:
        def result = snapdsl.shell('''
            export SNAPDSL_SESSION=$($SNAPDSL session start)
            $SNAPDSL snap -m one > /dev/null; echo two > file; $SNAPDSL snap -m two > /dev/null; $SNAPDSL undo > /dev/null
            $SNAPDSL snap --session another -m three > /dev/null
            $SNAPDSL session end > /dev/null; echo $SNAPDSL_SESSION''')
        def name = result.out.trim()

        then:
        result.exit == 0
        name ==~ /[a-z]+-[a-z]+-\d{3}/
        snapdsl.json('session', 'show', name).with { [snapshots*.trigger, ended != null] } ==
            [['manual', 'manual', 'undo'], true]
        log()[0].session == 'another'
    }

    def 'a session nobody started is registered by its first snapshot'() {
        when:
        snapdsl.json('snap', '--session', 'late', '--tool', 'agent')
        snapdsl.json('snap', '--session', 'late', '--tool', 'other')

        then:
        snapdsl.json('session', 'list').sessions.collect { [it.id, it.tool, it.ended] } == [['late', 'agent', null]]
        snapdsl.json('session', 'show', 'late').snapshots.size() == 2

        and: 'it is the one that is open'
        snapdsl.json('session', 'end').id == 'late'

        and: 'a straggler still finds its place'
        snapdsl.json('snap', '--session', 'late').session == 'late'
        snapdsl.json('session', 'list').sessions*.ended.every()
    }

    def 'mistakes are told'() {
        given:
        snapdsl.json('session', 'start', 'one')
        snapdsl.json('session', 'start', 'two')
        snapdsl.json('session', 'start', 'over')
        snapdsl.json('session', 'end', 'over')

        expect:
        refused(snapdsl.run('session', *words, '--json'), exit, code)

        where:
        words               | exit | code
        ['end', 'over']     | 4    | 'SESSION_ENDED'
        ['end', 'nothing']  | 2    | 'UNKNOWN_SESSION'
        ['show', 'nothing'] | 2    | 'UNKNOWN_SESSION'
        ['end']             | 2    | 'UNKNOWN_SESSION'
        ['start', 'one']    | 4    | 'IN_USE'
        ['start', '']       | 2    | 'USAGE'
        ['start', 'a\nb']   | 2    | 'USAGE'
        []                  | 2    | 'USAGE'
        ['list', '--limit', 0] | 2 | 'USAGE'
    }

    def 'everything that takes a snapshot does it in the session of the environment: #words'() {
        given:
        2.times { write('file', "state $it"); snap() }

        when:
        def result = snapdsl.runWith([SNAPDSL_SESSION: 'run-7'], *words, '--json')

        then:
        result.exit == 0
        log()[0].session == 'run-7'

        where:
        words << [['snap'], ['undo'], ['restore', '@1'], ['revert', '@latest'], ['reset-continuity', '-m', 'why not']]
    }

    def 'a name that can not be a session s is refused wherever it is given: #words'() {
        given:
        2.times { write('file', "state $it"); snap() }

        expect:
        refused(snapdsl.run(*words, 'a\u001bb', '--json'), 2, 'USAGE')
        log().size() == 2
        snapdsl.json('session', 'list').sessions == []

        where:
        words << [['snap', '--session'], ['undo', '--session'], ['restore', '@1', '--session'],
            ['revert', '@latest', '--in-session'], ['reset-continuity', '-m', 'x', '--session']]
    }

    def 'a snapshot for a session that has ended is taken, with a word about it'() {
        given:
        snapdsl.json('session', 'start', 'over')
        snapdsl.json('session', 'end', 'over')

        when:
        def result = snapdsl.run('snap', '--session', 'over')

        then:
        result.exit == 0
        result.err.contains('The session over had ended')
        log()*.session == ['over']
    }

    def 'where there is no store, looking makes none'() {
        expect:
        refused(snapdsl.run('session', 'list', '--json'), 2, 'UNKNOWN_SUBJECT')
        !Files.exists(store)
    }

    def 'many that start at once get different names'() {
        when:
        def results = Snapdsl.finishAll((1..6).collect { snapdsl.start([:], 'session', 'start', '--json') })

        then:
        results.each { assert it.exit == 0: it }
        results*.json*.id.toSet().size() == 6
        snapdsl.json('session', 'list').sessions.size() == 6
    }

    def 'the log can be narrowed down by #options'() {
        given:
        snapdsl.json('snap', '-m', 'Fix the Parser')
        write('file', 'two')
        snapdsl.json('snap', '-m', 'tidy up')
        snapdsl.json('undo')
        def anHourAgo = System.currentTimeMillis().intdiv(1000) - 3600
        new StoreFile(store).update('UPDATE snapshot SET seconds = ? WHERE sequence = 1', [anHourAgo])

        expect:
        snapdsl.json('log', *options).snapshots*.sequence == sequences

        where:
        options                                            | sequences
        ['--until', '30 minutes ago']                      | [1]
        ['--since', '30 minutes ago', '--until', 'now']    | [3, 2]
        ['--until', '2 hours ago']                         | []
        ['--trigger', 'undo']                              | [3]
        ['--trigger', 'Manual']                            | [2, 1]
        ['--trigger', 'unknown-change']                    | []
        ['--trigger', 'undo,manual']                       | [3, 2, 1]
        ['--trigger', 'not:undo']                          | [2, 1]
        ['--trigger', 'not:manual,unknown_change']         | [3]
        ['--grep', 'parser']                               | [1]
        ['--grep', 'TIDY']                                 | [2]
        ['--grep', 'i', '--trigger', 'manual']             | [2, 1]
    }

    def 'the log says whose each snapshot is'() {
        given:
        snapdsl.json('snap', '--session', 'ada', '-m', 'tidy up')
        snapdsl.json('snap', '-m', 'by nobody')

        expect:
        snapdsl.run('log').out.readLines()*.split('  +')*.last() == ['by nobody', '[ada] tidy up']
    }

    def 'a filter that makes no sense is refused: #options'() {
        given:
        snap()

        expect:
        refused(snapdsl.run('log', *options, '--json'), 2, 'USAGE')

        where:
        options << [['--until', 'soon'], ['--trigger', 'magic'], ['--trigger', 'manual,'], ['--trigger', 'not:']]
    }
}
