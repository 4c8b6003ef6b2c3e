package io.snapdsl.cli

import groovy.json.JsonSlurper
import java.nio.file.Files

/** States, events and their replay, as agents and people use them. */
class StateSpec extends CommandSpecification {
    private Map checkpoint(String json, Object... words) {
        write('state.json', json)
        snapdsl.json('state', 'checkpoint', 'planner', '--label', 'work', 'state.json', *words)
    }

    private Snapdsl.Result withInput(String input, Object... words) {
        write('input', input)
        snapdsl.shell('"$SNAPDSL" ' + words.collect { "'$it'" }.join(' ') + ' <input')
    }

    def 'a state is kept, listed, shown, compared and given back'() {
        when:
        def first = new JsonSlurper().parseText(withInput('{"step": 1.0, "plan": [{"done": false}]}', 'state', 'checkpoint', 'planner', '--label', 'start', '--json').out)
        def second = checkpoint('{"step": 2, "plan": [{"done": true}]}')

        then:
        first.keySet() == ['state', 'number', 'label', 'session', 'clock', 'time', 'hash'] as Set
        [first.number, second.number, second.clock] == [1, 2, 2]
        snapdsl.json('state', 'list').states*.state == ['planner']
        snapdsl.json('state', 'list', 'planner').checkpoints*.label == ['work', 'start']
        snapdsl.json('state', 'show', 'planner').value == [step: 2, plan: [[done: true]]]
        snapdsl.run('state', 'show', 'planner@1').out.contains('"step" : 1')
        snapdsl.run('state', 'restore', 'planner', 1).out == '{"plan":[{"done":false}],"step":1}\n'
        snapdsl.run('state', 'diff', 'planner', 1, 'latest').out == 'plan[0].done: false -> true\nstep: 1 -> 2\n'
        snapdsl.json('state', 'diff', 'planner', 1, 2).patch*.path == ['/plan/0/done', '/step']
        new JsonSlurper().parseText(snapdsl.run('state', 'diff', 'planner', 1, 2, '--patch').out)*.op == ['replace', 'replace']
    }

    def 'a rollback is a new checkpoint'() {
        given:
        ['1', '2'].each { checkpoint(it) }

        when:
        def answer = snapdsl.json('state', 'restore', 'planner', 1, '--rollback')

        then:
        answer.value == 1
        [answer.rollback.number, answer.rollback.label] == [3, 'rollback::work#1']
        snapdsl.json('state', 'show', 'planner').value == 1
    }

    def 'what happened in a session is told again, twice the same'() {
        given:
        def events = '{"type": "decision", "details": {"choice": 2}, "cause": "token-1"}\n{"type": "tool_call", "capability": "net.fetch", "result": "ok"}\n'

        when:
        snapdsl.run('state', 'event', 'run-7', '--type', 'begin')
        withInput(events, 'state', 'event', 'run-7')
        checkpoint('{"a": 1}', '--session', 'run-7')
        write('file', 'x')
        snapdsl.runWith([SNAPDSL_SESSION: 'run-7'], 'snap')
        def told = (1..2).collect { snapdsl.run('state', 'replay', 'run-7') }

        then:
        told[0].exit == 0
        told[0].bytes == told[1].bytes
        told[0].out.readLines()[0..3] == [
            '      1  begin',
            '      2  decision  because of token-1  {"choice":2}',
            '      3  tool_call  uses net.fetch  -> ok',
            '      4  snapshot_created  planner@1  work'
        ]
        told[0].out.readLines()[4] == "      5  snapshot_created  project  ${snapdsl.json('show', '@latest').id.take(10)}"
        told[0].out.readLines().last() == '5 events replayed, 1 checkpoint and 1 snapshot verified.'
        def asJson = (1..2).collect { snapdsl.run('state', 'replay', 'run-7', '--json') }
        asJson[0].bytes == asJson[1].bytes
        def answer = snapdsl.json('state', 'replay', 'run-7', '--until', 2)
        answer.events*.type == ['begin', 'decision']
        [answer.replayed, answer.finding] == [2, null]
        theStoreIsClean()
    }

    def 'rules of a policy compute a state anew: identical, or the event at which it diverges'() {
        given:
        write('policy.groovy', """
            def planner = state('planner') { replay { on('add') { state, event -> state.n += event.details.by } } }
            policy('p') { protect planner; on runBoundaries }
        """)
        checkpoint('{"n": 1}', '--session', 'run')
        (1..3).each { snapdsl.run('state', 'event', 'run', '--type', 'add', '--details', "{\"by\": $it}") }
        checkpoint('{"n": 7}', '--session', 'run')

        expect:
        def same = snapdsl.run('state', 'replay', 'run', '--policy', 'policy.groovy')
        same.exit == 0
        same.out.readLines().last() == '5 events replayed, 2 checkpoints and 0 snapshots verified, 1 checkpoint computed anew: identical.'

        when:
        snapdsl.run('state', 'event', 'run', '--type', 'add', '--details', '{"by": 1}')
        checkpoint('{"n": 9}', '--session', 'run')
        def told = (1..2).collect { snapdsl.run('state', 'replay', 'run', '--policy', 'policy.groovy') }

        then:
        told*.exit == [4, 4]
        told[0].bytes == told[1].bytes
        told[0].out.readLines()[-2..-1] == ['diverges at event 7: checkpoint 3 of planner is not what the events lead to; expected -> got:', '  n: 8 -> 9']
        snapdsl.run('state', 'replay', 'run', '--policy', 'policy.groovy', '--json').json.finding.with { [it.event, it.code, it.differences*.pointer] } == [7, 'DIVERGED', ['/n']]
        snapdsl.run('state', 'replay', 'run', '--policy', 'policy.groovy', '--until', 6).exit == 0
    }

    def 'a policy that computes nothing of the session says so'() {
        given:
        checkpoint('{"n": 1}', '--session', 'run')
        checkpoint('{"n": 2}', '--session', 'run')
        write('policy.groovy', "def planner = state('planner') { $block }\npolicy('p') { protect planner; on runBoundaries }\n")

        when:
        def result = snapdsl.run('state', 'replay', 'run', '--policy', 'policy.groovy')

        then:
        result.exit == exit
        result.out.readLines().last() == last
        result.err.contains('nothing is computed anew') == noted

        where:
        block                                        || exit | noted | last
        "path 'mind.json'"                           || 0    | true  | '2 events replayed, 2 checkpoints and 0 snapshots verified, 0 checkpoints computed anew.'
        'replay { on("add") { state, event -> } }'   || 4    | false | '  n: 1 -> 2'
    }

    def 'it diverges at the same event, said in the same words, whatever language people speak'() {
        given:
        write('policy.groovy', """
            def planner = state('planner') { replay { on('add') { state, event -> state.n += event.details.by } } }
            policy('p') { protect planner; on runBoundaries }
        """)
        checkpoint('{"n": 0}', '--session', 'run')
        withInput('{"type": "add", "details": {"by": 1}}\n' * 1740, 'state', 'event', 'run')
        checkpoint('{"n": 1741, "text": "İI"}', '--session', 'run')

        when:
        def told = ['en', 'de', 'tr', 'ar'].collect {
            snapdsl.runWith([SNAPDSL_OPTS: "-Duser.language=$it".toString()], 'state', 'replay', 'run', '--policy', 'policy.groovy')
        }

        then:
        told.every { it.exit == 4 && it.bytes == told[0].bytes }
        told[0].out.readLines()[-3..-1] == ['diverges at event 1,742: checkpoint 2 of planner is not what the events lead to; expected -> got:',
            '  n: 1740 -> 1741', '  text: nothing -> "İI"']
    }

    def 'a rule that fails ends the replay at its event, with its line: #rule'() {
        given:
        write('policy.groovy', """
            def planner = state('planner') { replay { on('add') { state, event ->
                $rule
            } } }
            policy('p') { protect planner; on runBoundaries }
        """)
        checkpoint('{"n": 1}', '--session', 'run')
        snapdsl.run('state', 'event', 'run', '--type', 'add')
        checkpoint('{"n": 1}', '--session', 'run')

        when:
        def result = snapdsl.run('state', 'replay', 'run', '--policy', 'policy.groovy')

        then:
        result.exit == 1
        result.out.readLines().last() == line
        snapdsl.run('state', 'replay', 'run', '--policy', 'policy.groovy', '--json').json.finding.with { [it.event, it.code] } == [event, 'RULE_FAILED']

        where:
        rule                             || event | line
        'state.n += event.details.by'    || 2     | "stops at event 2: planner: the rule for 'add' failed: line 3: a number has no 'plus(null)'"
        'state.n = event.details.a.b'    || 2     | "stops at event 2: planner: the rule for 'add' failed: line 3: 'b' was asked of nothing: write ?. where something may be missing"
        'state.self = state'             || 2     | "stops at event 2: planner: the rule for 'add' failed: it has no end; does the state hold itself?"
        'state.n = 1e99999'              || 3     | "stops at event 3: planner: what the rules have made of it can't be kept: a number's exponent is 99999, beyond 9999 (at /n)"
    }

    def 'an altered history is found by replay and verify, with its place'() {
        given:
        (1..3).each { checkpoint("{\"n\": $it}", '--session', 'run') }
        new StoreFile(store).update("UPDATE checkpoint SET label = 'other' WHERE number = ?", [2])

        expect:
        def replayed = snapdsl.run('state', 'replay', 'run')
        replayed.exit == 5
        replayed.out.readLines().last().startsWith('BROKEN at event 2: checkpoint 2 of planner is not what was recorded')
        def verified = snapdsl.run('verify')
        verified.exit == 5
        verified.out.contains('History of planner: checkpoint 2: its entry, its state or what it follows was altered.')
        refused(snapdsl.run('state', 'restore', 'planner', 2, '--json'), 5, 'DAMAGED')
    }

    def 'a session goes to another store and back, byte for byte'() {
        given:
        (1..3).each { checkpoint("{\"n\": $it}", '--session', 'run') }
        def elsewhere = snapdsl.on(temp.resolve('elsewhere'))

        when:
        snapdsl.json('state', 'export', 'run', '--to', 'first')
        def imported = elsewhere.json('state', 'import', 'first')
        elsewhere.json('state', 'export', 'run', '--to', 'second')

        then:
        [imported.session, imported.events, imported.checkpoints] == ['run', 3, 3]
        ['snapshots.jsonl', 'events.jsonl'].every { Files.mismatch(workspace.resolve("first/$it"), workspace.resolve("second/$it")) == -1 }
        elsewhere.json('state', 'replay', 'run').finding == null
        elsewhere.json('verify', '--read-data').clean
    }

    def 'a line of a gigabyte is told with its place, and nothing is brought in'() {
        given:
        write('run/events.jsonl', '')
        write('run/snapshots.jsonl', '{"snapshot_id": 1, "label": "", "timestamp": 1, "state": {}}\n')
        new RandomAccessFile(workspace.resolve('run/snapshots.jsonl').toFile(), 'rw').withCloseable { it.setLength(1L << 30) }

        when:
        def result = snapdsl.runWith([SNAPDSL_OPTS: '-Xmx64m'], 'state', 'import', 'run', '--state', 's', '--json')

        then:
        refused(result, 4, 'INVALID_IMPORT')
        result.json.error.message == 'snapshots.jsonl, line 2: the line is larger than the memory there is can hold. Nothing was brought in.'
        snapdsl.json('state', 'list').states == []
        theStoreIsClean()
    }

    def 'what can t be kept is refused with its place: #json'() {
        given:
        write('state.json', json)

        when:
        def result = snapdsl.run('state', 'checkpoint', 's', '--label', 'x', 'state.json', '--json')

        then:
        refused(result, 2, 'INVALID_JSON')
        result.json.error.message.contains(place)
        !store.toFile().exists()

        where:
        json           | place
        '{"a": 1,}'    | 'state.json: This can\'t be kept as JSON, at line 1, column 9'
        '{"a":1,"a":2}' | "at line 1, column 8: Duplicate field 'a'"
    }

    def 'a command for workspaces says what there is for states: #words'() {
        given:
        checkpoint('1')

        when:
        def result = snapdsl.run(*words, '--json')

        then:
        refused(result, 2, code)
        (result.json.error.message + result.json.error.hint).contains('snapdsl state list planner')

        where:
        words                        | code
        ['log', 'planner']           | 'NOT_A_WORKSPACE'
        ['snap', 'planner']          | 'NOT_A_WORKSPACE'
        ['prune', 'planner']         | 'NOT_A_WORKSPACE'
        ['show', 'planner@latest']   | 'UNKNOWN_SNAPSHOT'
    }

    def 'states are among what the store holds'() {
        given:
        checkpoint('1')
        checkpoint('2', '--session', 'run')

        expect:
        snapdsl.json('stats').subjects == [[subject: 'planner', kind: 'state', checkpoints: 2, newest: snapdsl.json('state', 'show', 'planner').time]]
        snapdsl.json('verify').with { [it.clean, it.checkpoints, it.events] } == [true, 2, 1]
        snapdsl.run('doctor').exit == 0
    }

    def 'killed at #point a checkpoint is there with its event, or neither is'() {
        given:
        checkpoint('1', '--session', 'run')
        write('state.json', '2')

        when:
        def result = snapdsl.runUntil(point, 'state', 'checkpoint', 'planner', '--label', 'x', '--session', 'run', 'state.json')

        then:
        result.exit == Snapdsl.KILLED
        snapdsl.json('state', 'replay', 'run').with { [it.replayed, it.checkpoints, it.finding] } == [left, left, null]
        snapdsl.json('state', 'list', 'planner').checkpoints.size() == left
        theStoreIsClean()

        where:
        point                      | left
        'checkpoint.before-commit' | 1
        'checkpoint.after-commit'  | 2
    }

    def 'a kill in the middle of an import leaves nothing, or all'() {
        given:
        (1..3).each { checkpoint("{\"n\": $it}", '--session', 'run') }
        snapdsl.json('state', 'export', 'run', '--to', 'out')
        def elsewhere = snapdsl.on(temp.resolve('elsewhere'))

        when:
        def result = elsewhere.runUntil(point, 'state', 'import', 'out')

        then:
        result.exit == Snapdsl.KILLED
        elsewhere.json('state', 'list').states.size() == left

        where:
        point                  | left
        'import.before-commit' | 0
        'import.after-commit'  | 1
    }

    def 'two processes append to one session at once, and each event has its own time'() {
        given:
        write('events', (1..300).collect { "{\"type\": \"e\", \"details\": {\"n\": $it}}\n" }.join())
        def script = '"$SNAPDSL" state event run <events'

        when:
        def both = (1..2).collect { snapdsl.shellStart(script) }
        def results = Snapdsl.finishAll(both)

        then:
        results.each { assert it.exit == 0: it }
        def answer = snapdsl.json('state', 'replay', 'run')
        answer.events*.clock == (1..600)
        answer.finding == null
    }

    def 'a directory is no state'() {
        given:
        def result = snapdsl.run('state', 'checkpoint', 'planner', '--label', 'x', '.', '--json')

        expect:
        refused(result, 1, 'IO_FAILED')
        result.json.error.message == '. could not be read: Is a directory.'
    }
}
