package io.snapdsl.engine.interchange

import io.snapdsl.engine.ErrorCode
import io.snapdsl.engine.Progress
import io.snapdsl.engine.SnapdslException
import io.snapdsl.engine.StateFixture
import io.snapdsl.engine.WorkspaceFixture
import io.snapdsl.engine.event.SessionLog
import io.snapdsl.engine.history.Note
import io.snapdsl.engine.replay.RandomSessions
import io.snapdsl.engine.replay.Replay
import io.snapdsl.engine.verify.StoreVerifier
import java.nio.file.Files
import java.nio.file.Path
import spock.lang.AutoCleanup
import spock.lang.Specification
import spock.lang.TempDir

class InterchangeSpec extends Specification {
    static final SNAPSHOTS = [
        '{"snapshot_id": 3, "label": "reflect-after-action", "timestamp": 2, "state": {"memory": "vector://xyz"}}',
        '{"snapshot_id": 4, "label": "next", "timestamp": 4, "state": {"memory": "vector://xyz", "n": 1.0}}'
    ]
    static final EVENTS = [
        '{"timestamp": 1, "type": "custom", "plan": "look"}',
        '{"timestamp": 2, "type": "snapshot_created", "details": {"snapshot_id": 3, "token": "t-1"}}',
        '{"timestamp": 3, "type": "capability", "details": {"url": "x"}, "capability": "net", "result": "denied"}',
        '{"timestamp": 4, "type": "snapshot_created", "details": {"snapshot_id": 4}}'
    ]

    @TempDir
    Path base

    @AutoCleanup
    StateFixture fixture

    @AutoCleanup
    StateFixture other

    def setup() {
        fixture = new StateFixture(base.resolve('store'))
        other = new StateFixture(base.resolve('other'))
    }

    private Path exported(StateFixture from, String session) {
        def directory = Files.createTempDirectory(base, 'export').resolve('made')
        new SessionExport(from.store).export(session, directory)
        directory
    }

    private Path files(List<String> snapshots, List<String> events) {
        def directory = Files.createTempDirectory(base, 'files')
        Files.writeString(directory.resolve('snapshots.jsonl'), snapshots.collect { it + '\n' }.join())
        Files.writeString(directory.resolve('events.jsonl'), events.collect { it + '\n' }.join())
        directory
    }

    private SessionImport.Imported bringIn(Path directory, Map names = [:]) {
        def given = new SessionImport.Names(Optional.ofNullable(names.session), Optional.ofNullable(names.state))
        new SessionImport(other.store, given, StateFixture.NOW).bringIn(directory)
    }

    private Replay.Result replay(String session) {
        new Replay(other.store, new Replay.Request(session, OptionalLong.empty(), Optional.empty(), [:]), { event, kept -> }).run()
    }

    private static List<byte[]> bytes(Path directory) {
        ['snapshots.jsonl', 'events.jsonl'].collect { Files.readAllBytes(directory.resolve(it)) }
    }

    def 'what was exported, brought in elsewhere and exported again is the same, byte for byte (seed #seed)'() {
        given:
        def agents = new RandomSessions(fixture, seed, 3)
        agents.work(80)

        when: 'one after the other, in any order, though they share a state'
        def first = agents.sessions.collectEntries { [it, exported(fixture, it)] }
        first.keySet().toList().shuffled(new Random(seed)).each { session ->
            def imported = bringIn(first[session])
            assert imported.events() == fixture.store.events().end(session).number()
        }

        then:
        agents.sessions.each { session ->
            assert replay(session).finding().empty
            assert bytes(exported(other, session)) == bytes(first[session])
        }
        new StoreVerifier(other.store, Progress.NONE).verify(true).clean

        and: 'the state goes on where it ended'
        def end = other.store.checkpoints().end(other.state('shared').id())
        other.checkpoint('shared', '{"by":"us"}').number() == end.number() + 1
        new StoreVerifier(other.store, Progress.NONE).verify(true).clean

        where:
        seed << [1, 2, 3]
    }

    def 'a gap is filled by what was there, and by nothing else'() {
        given:
        ['a', 'b', 'a', 'b', 'a'].eachWithIndex { session, i -> fixture.checkpoint('shared', "{\"n\":$i}", "step $i", session) }
        bringIn(exported(fixture, 'a'))

        when: 'a run that has nothing to do with it, with numbers that would fit'
        def foreign = files([SNAPSHOTS[0].replace('3', '2').replace('"timestamp": 2', '"timestamp": 1')],
            ['{"timestamp": 1, "type": "snapshot_created", "details": {"snapshot_id": 2}}'])
        bringIn(foreign, [session: 'theirs', state: 'shared'])

        then:
        def e = thrown(SnapdslException)
        e.message == 'snapshots.jsonl, line 1: checkpoint 3 of shared, which is there already, was recorded after another one than this. Nothing was brought in.'
        other.store.events().sessions() == ['a']

        when:
        bringIn(exported(fixture, 'b'))

        then:
        (1..5).collect { other.json('shared', it) } == (0..4).collect { "{\"n\":$it}".toString() }
        other.store.checkpoints().end(other.state('shared').id()) == fixture.store.checkpoints().end(fixture.state('shared').id())
        ['a', 'b'].every { replay(it).finding().empty }
    }

    def 'what stayed behind in a gap is not there, and no damage'() {
        given:
        ['a', 'b', 'b', 'a'].eachWithIndex { session, i -> fixture.checkpoint('shared', "{\"n\":$i}", "step $i", session) }
        bringIn(exported(fixture, 'a'))

        when:
        other.json('shared', number)

        then:
        def missing = thrown(SnapdslException)
        missing.code() == ErrorCode.UNKNOWN_CHECKPOINT
        missing.hint().startsWith('Its newest is 4;')

        where:
        number << [2, 3]
    }

    def 'another tool may count from 0'() {
        when:
        bringIn(files((0..2).collect { "{\"snapshot_id\": $it, \"label\": \"\", \"timestamp\": ${it + 1}, \"state\": $it}" },
            (0..2).collect { "{\"timestamp\": ${it + 1}, \"type\": \"snapshot_created\", \"details\": {\"snapshot_id\": $it}}" }),
            [session: 'theirs', state: 'kernel'])

        then:
        replay('theirs').with { [it.checkpoints(), it.finding()] } == [3, Optional.empty()]
        (0..2).collect { other.json('kernel', it) } == ['0', '1', '2']
        new StoreVerifier(other.store, Progress.NONE).verify(true).clean
    }

    def 'a snapshot that stayed behind is no damage'() {
        given:
        def workspace = new WorkspaceFixture(base.resolve('.'))
        workspace.write('a', '1')
        workspace.record(Note.manual('', '', 'run'))

        when:
        bringIn(exported(fixture, 'run'))

        then:
        replay('run').finding().empty
        replay('run').with { [it.snapshots(), it.elsewhere()] } == [0, 1]

        cleanup:
        workspace?.close()
    }

    def 'a snapshot that is here is not taken for one of another session'() {
        given:
        def workspace = new WorkspaceFixture(base.resolve('.'))
        workspace.write('a', '1')
        def snapshot = workspace.record(Note.manual('', '', 'run')).snapshot().id().hex()

        when:
        other.close()
        other = new StateFixture(base.resolve('store'))
        bringIn(files([], ["{\"timestamp\": 1, \"type\": \"snapshot_created\", \"details\": {\"snapshot\": \"$snapshot\"}}"]), [session: 'theirs'])

        then:
        def e = thrown(SnapdslException)
        e.message == "events.jsonl, line 1: 'snapshot' in its details is here, and of another session. Nothing was brought in."

        cleanup:
        workspace?.close()
    }

    def 'another tool s run can be brought in, replayed, and gone on with'() {
        when:
        def imported = bringIn(files(SNAPSHOTS, EVENTS), [session: 'theirs', state: 'kernel'])

        then:
        [imported.session(), imported.events(), imported.checkpoints()] == ['theirs', 4, 2]
        replay('theirs').with { [it.checkpoints(), it.finding()] } == [2, Optional.empty()]
        other.json('kernel', 4) == '{"memory":"vector://xyz","n":1}'
        def events = other.store.events().page('theirs', 0, 10)
        events[0].what().details().toString() == '{"plan":"look"}'
        events[1].what().details().node().get('token').textValue() == 't-1'
        events[2].what().with { [it.capability(), it.result()] } == ['net', 'denied']

        when:
        new SessionLog(other.store.events(), 'theirs').append([other.event('more')])
        other.checkpoint('kernel', '{}', 'ours', 'theirs')

        then:
        replay('theirs').finding().empty
        other.store.checkpoints().end(other.state('kernel').id()).number() == 5
    }

    def 'checkpoints that no event names are brought in, without a session'() {
        when:
        bringIn(files(SNAPSHOTS, []), [state: 'kernel'])

        then:
        def entries = other.store.checkpoints().entries(other.state('kernel').id(), 100, 10)
        entries*.number() == [4, 3]
        entries*.clock() == [4, 2]
        entries*.session() == ['', '']
    }

    def '#what is said with file and line, and nothing is brought in'() {
        given:
        def directory = files(SNAPSHOTS, EVENTS)
        def changed = directory.resolve(file)
        def lines = Files.readString(changed).readLines()
        lines[line - 1] = text
        Files.writeString(changed, lines.join('\n') + '\n')

        when:
        bringIn(directory, [session: 'theirs', state: 'kernel'])

        then:
        def e = thrown(SnapdslException)
        e.code() == ErrorCode.INVALID_IMPORT
        e.message == "$file, line $line$column: $problem. Nothing was brought in."
        other.store.events().sessions() == []
        other.states.all() == []

        where:
        what                   | file              | line | text                                                                          | column       || problem
        'a torn line'          | 'events.jsonl'    | 4    | '{"timestamp": 4, "ty'                                                        | ', column 21' || 'Unexpected end-of-input in field name'
        'no object'            | 'events.jsonl'    | 2    | '[1]'                                                                         | ''           || 'an object was expected, like {"…": …}'
        'a missing field'      | 'snapshots.jsonl' | 1    | '{"snapshot_id": 3, "timestamp": 2, "state": {}}'                             | ''           || "'label' is missing"
        'a text for a number'  | 'snapshots.jsonl' | 2    | '{"snapshot_id": "4", "label": "", "timestamp": 4, "state": {}}'              | ''           || "'snapshot_id' has to be a whole number from 0 to 999999999999999999, not \"4\""
        'a fraction'           | 'events.jsonl'    | 1    | '{"timestamp": 1.5, "type": "x"}'                                             | ''           || "'timestamp' has to be a whole number from 0 to 999999999999999999, not 1.5"
        'a huge number'        | 'events.jsonl'    | 1    | '{"timestamp": 99999999999999999999, "type": "x"}'                            | ''           || "'timestamp' has to be a whole number from 0 to 999999999999999999, not 99999999999999999999"
        'a number for a text'  | 'events.jsonl'    | 3    | '{"timestamp": 3, "type": 7}'                                                 | ''           || "'type' has to be a text, not 7"
        'an unknown version'   | 'snapshots.jsonl' | 2    | '{"version": 2, "snapshot_id": 4, "label": "", "timestamp": 4, "state": {}}'  | ''           || 'version 2 is not known, only version 1'
        'an unknown field'     | 'snapshots.jsonl' | 2    | '{"snapshot_id": 4, "label": "", "timestamp": 4, "state": {}, "x": 1}'        | ''           || "'x' is not known here; there are hash, label, name, previous, session, snapshot_id, state, time, timestamp, version"
        'a duplicate'          | 'snapshots.jsonl' | 2    | '{"snapshot_id": 3, "label": "", "timestamp": 4, "state": {}}'                | ''           || 'checkpoint 3 of kernel is there already; 4 was expected'
        'a gap'                | 'snapshots.jsonl' | 2    | '{"snapshot_id": 7, "label": "", "timestamp": 4, "state": {}}'                | ''           || 'checkpoint 4 of kernel was expected, not 7'
        'a duplicate event'    | 'events.jsonl'    | 3    | '{"timestamp": 2, "type": "x"}'                                               | ''           || 'timestamp 3 was expected, not 2, which was there before'
        'a gap in the events'  | 'events.jsonl'    | 3    | '{"timestamp": 5, "type": "x"}'                                               | ''           || 'timestamp 3 was expected, not 5'
        'a checkpoint s other time' | 'snapshots.jsonl' | 1 | '{"snapshot_id": 3, "label": "", "timestamp": 9, "state": {}}'               | ''           || 'timestamp 2, that of its event, was expected, not 9'
        'a checkpoint s other session' | 'snapshots.jsonl' | 2 | '{"snapshot_id": 4, "label": "", "timestamp": 4, "state": {}, "session": "zzz"}' | '' || "it is of the session 'zzz', and its event of 'theirs'"
        'a checkpoint s lost session' | 'snapshots.jsonl' | 2 | '{"snapshot_id": 4, "label": "", "timestamp": 4, "state": {}, "session": ""}' | ''    || "it is of no session, and its event of 'theirs'"
        'a time that is none'  | 'events.jsonl'    | 1    | '{"timestamp": 1, "type": "x", "time": "noon"}'                               | ''           || "'time' has to be a time like 2026-05-01T13:00:00Z, not 'noon'"
        'a time no one has'    | 'events.jsonl'    | 1    | '{"timestamp": 1, "type": "x", "time": "+10000-01-01T00:00:00Z"}'             | ''           || "'time' has to be a time like 2026-05-01T13:00:00Z, not '+10000-01-01T00:00:00Z'"
        'a time before all'    | 'snapshots.jsonl' | 1    | '{"snapshot_id": 3, "label": "", "timestamp": 2, "state": {}, "time": "0000-12-31T23:59:59Z"}' | '' || "'time' has to be a time like 2026-05-01T13:00:00Z, not '0000-12-31T23:59:59Z'"
        'a wrong hash'         | 'events.jsonl'    | 1    | '{"timestamp": 1, "type": "x", "hash": "' + 'a' * 64 + '"}'                   | ''           || 'its hash is not that of what it says: it was altered, or the events before it'
        'no hash'              | 'events.jsonl'    | 1    | '{"timestamp": 1, "type": "x", "hash": "a"}'                                  | ''           || "'hash' has to be a hash of 64 hexadecimal digits, not \"a\""
        'two sessions'         | 'events.jsonl'    | 2    | '{"timestamp": 2, "type": "x", "session": "b"}'                               | ''           || "it is of the session 'b', and the lines before of 'theirs'"
        'a name twice'         | 'events.jsonl'    | 1    | '{"timestamp": 1, "timestamp": 1, "type": "x"}'                               | ', column 18' || "Duplicate field 'timestamp'"
        'deep nesting'         | 'snapshots.jsonl' | 1    | '{"snapshot_id": 3, "label": "", "timestamp": 2, "state": ' + '[' * 1000 + ']' * 1000 + '}' | ', column 1057' || 'it is nested more than 1000 deep'
        'a huge exponent'      | 'snapshots.jsonl' | 1    | '{"snapshot_id": 3, "label": "", "timestamp": 2, "state": 1e10000}'           | ', column 58' || "a number's exponent is 10000, beyond 9999 (at /state)"
        'deep in deep'         | 'snapshots.jsonl' | 1    | '{"snapshot_id": 3, "label": "", "timestamp": 2, "state": ' + '{"a":' * 100_000 + '1' + '}' * 100_000 + '}' | ', column 5053' || 'it is nested more than 1000 deep'
        'a long number'        | 'snapshots.jsonl' | 1    | '{"snapshot_id": 3, "label": "", "timestamp": 2, "state": ' + '1' * 1001 + '}' | ', column 49'   || 'a number has more than 1000 digits'
        'half a character'     | 'snapshots.jsonl' | 1    | '{"snapshot_id": 3, "label": "", "timestamp": 2, "state": ["\\udc00"]}'       | ', column 59'  || 'a text holds half of a surrogate pair (at /state/0)'
        'no number at all'     | 'snapshots.jsonl' | 1    | '{"snapshot_id": 3, "label": "", "timestamp": 2, "state": NaN}'               | ', column 49'  || "'NaN' is no number in JSON"
        'more than one line'   | 'events.jsonl'    | 1    | '{"timestamp": 1, "type": "x"} {"timestamp": 2, "type": "x"}'                 | ', column 31'  || 'more follows after the value'
        'a number no one types' | 'snapshots.jsonl' | 2   | '{"snapshot_id": 9223372036854775807, "label": "", "timestamp": 4, "state": {}}' | ''          || "'snapshot_id' has to be a whole number from 0 to 999999999999999999, not 9223372036854775807"
        'an empty type'        | 'events.jsonl'    | 1    | '{"timestamp": 1, "type": " "}'                                               | ''             || "'type' is empty"
        'a time before all'    | 'events.jsonl'    | 1    | '{"timestamp": 0, "type": "x"}'                                               | ''             || 'timestamp 1 was expected, not 0'
        'a name of no state'   | 'snapshots.jsonl' | 1    | '{"snapshot_id": 3, "label": "", "timestamp": 2, "state": {}, "name": "a@3"}' | ''             || "'a@3' can't be a state's name"
        'a name of no session' | 'events.jsonl'    | 1    | '{"timestamp": 1, "type": "x", "session": "a\\nb"}'                           | ''             || "'a\\nb' can't be a session's name"
        'a fraction of a checkpoint' | 'events.jsonl' | 2 | '{"timestamp": 2, "type": "snapshot_created", "details": {"snapshot_id": 3.5}}' | ''           || "'snapshot_id' in the details of what was created has to be a whole number from 0 to 999999999999999999, not 3.5"
        'a checkpoint as text' | 'events.jsonl'    | 2    | '{"timestamp": 2, "type": "snapshot_created", "details": {"snapshot_id": "3"}}' | ''           || "'snapshot_id' in the details of what was created has to be a whole number from 0 to 999999999999999999, not \"3\""
        'nothing created'      | 'events.jsonl'    | 2    | '{"timestamp": 2, "type": "snapshot_created"}'                                | ''             || "'snapshot_id' in the details of what was created is missing"
        'created of nothing'   | 'events.jsonl'    | 2    | '{"timestamp": 2, "type": "snapshot_created", "details": 3}'                  | ''             || "'snapshot_id' in the details of what was created is missing"
        'a snapshot by number' | 'events.jsonl'    | 2    | '{"timestamp": 2, "type": "snapshot_created", "details": {"snapshot": 3}}'    | ''             || "'snapshot' in its details has to be a hash of 64 hexadecimal digits, not 3"
        'another state s checkpoint' | 'events.jsonl' | 2 | '{"timestamp": 2, "type": "snapshot_created", "details": {"checkpoint": 3, "state": "other", "mark": "a"}}' | '' || "'state' in its details is not that of checkpoint 3 of kernel"
        'another checkpoint'   | 'events.jsonl'    | 2    | '{"timestamp": 2, "type": "snapshot_created", "details": {"checkpoint": 3, "state": "kernel", "mark": "a"}}' | '' || "'mark' in its details is not that of checkpoint 3 of kernel"
        'a checkpoint that is not there' | 'events.jsonl' | 4 | '{"timestamp": 4, "type": "snapshot_created", "details": {"snapshot_id": 5}}' | ''         || "it names checkpoint 5, which snapshots.jsonl doesn't have after those of the events before"
    }

    def 'what is no UTF-8 is said with its place: #bytes'() {
        given:
        def directory = files(SNAPSHOTS, EVENTS)
        def line = SNAPSHOTS[0].replace('reflect', 'é😀?').getBytes('UTF-8')
        int at = line.findIndexOf { it == (byte) '?' as char }
        Files.write(directory.resolve('snapshots.jsonl'),
            (line[0..<at] + bytes + line[at + 1..-1] + ('\n' + SNAPSHOTS[1] + '\n').bytes.toList()).collect { it as byte } as byte[])

        when:
        bringIn(directory, [session: 'theirs', state: 'kernel'])

        then:
        def e = thrown(SnapdslException)
        e.message.startsWith("snapshots.jsonl, line 1, column 3")
        e.message.contains('Invalid UTF-8')
        e.message.endsWith('Nothing was brought in.')
        other.states.all() == []

        where:
        bytes << [[0xFF], [0xC3], [0xC0, 0xAF], [0xE0, 0x80, 0xAF], [0xF0, 0x82, 0x82, 0xAC], [0xF4, 0x90, 0x80, 0x80], [0xED, 0xA0, 0x80]]
    }

    def 'a mark of the byte order, and the line ends of Windows, are no harm'() {
        when:
        bringIn(files(['\uFEFF' + SNAPSHOTS[0] + '\r', '\r', SNAPSHOTS[1] + '\r'], ['\uFEFF' + EVENTS[0] + '\r', *EVENTS[1..3]*.plus('\r')]),
            [session: 'theirs', state: 'kernel'])

        then:
        replay('theirs').with { [it.checkpoints(), it.finding()] } == [2, Optional.empty()]
    }

    def 'a number as large as allowed comes back as it was: #number'() {
        given:
        def lines = [SNAPSHOTS[0].replace('"vector://xyz"', number), SNAPSHOTS[1]]

        when:
        bringIn(files(lines, EVENTS), [session: 'theirs', state: 'kernel'])

        then:
        other.json('kernel', 3) == "{\"memory\":$canonical}"

        where:
        number                        || canonical
        '1e400'                       || '1e+400'
        '1' * 50 + '.' + '2' * 50     || '1' * 50 + '.' + '2' * 50
        '-0.0'                        || '0'
    }

    def 'it takes files, and what is #what is no file'() {
        given:
        def directory = files(SNAPSHOTS, EVENTS)
        def file = directory.resolve('events.jsonl')
        Files.delete(file)

        when:
        make.call(file)
        bringIn(directory, [session: 'theirs', state: 'kernel'])

        then:
        def e = thrown(SnapdslException)
        e.message == message.replace('FILE', file.toString()) + ' Nothing was brought in.'
        other.states.all() == []

        where:
        what          | make                                                        || message
        'gone'        | { }                                                         || 'There is no FILE.'
        'a directory' | { Files.createDirectory(it) }                               || 'FILE is a directory, and no file.'
        'a link'      | { Files.createSymbolicLink(it, Path.of('/etc/hostname')) }  || 'FILE is a link, and no file.'
        'a pipe'      | { assert ['mkfifo', it.toString()].execute().waitFor() == 0 } || 'FILE is special, and no file.'
    }

    def 'a last line that was cut off is told from one that is only wrong'() {
        given:
        def directory = files(SNAPSHOTS, EVENTS)
        Files.writeString(directory.resolve('events.jsonl'), EVENTS.join('\n').dropRight(3))

        when:
        bringIn(directory, [session: 'theirs', state: 'kernel'])

        then:
        def e = thrown(SnapdslException)
        e.message.startsWith('events.jsonl, line 4, column ')
        e.message.contains('(the file ends without a line feed here)')

        and: 'a line feed that is missing is no harm'
        Files.writeString(directory.resolve('events.jsonl'), EVENTS.join('\n'))
        bringIn(directory, [session: 'theirs', state: 'kernel']).events() == 4
    }

    def 'what is altered in our own files shows: #field'() {
        given:
        (1..3).each { fixture.checkpoint('planner', "{\"n\":$it}", 'work', 'run') }
        def directory = exported(fixture, 'run')
        def changed = directory.resolve(file)
        Files.writeString(changed, Files.readString(changed).replaceFirst(/(?s)(\n[^\n]*)$field/, "\$1$value"))

        when:
        bringIn(directory)

        then:
        def e = thrown(SnapdslException)
        e.code() == ErrorCode.INVALID_IMPORT
        e.message.contains('.jsonl, line 2')

        where:
        file              | field                     | value
        'snapshots.jsonl' | '"n":2'                   | '"n":5'
        'snapshots.jsonl' | '"label":"work"'          | '"label":"play"'
        'snapshots.jsonl' | '123456789Z'              | '123456788Z'
        'snapshots.jsonl' | '"name":"planner"'        | '"name":"other"'
        'events.jsonl'    | '"result":""'             | '"result":"ok"'
        'events.jsonl'    | '"checkpoint":2'          | '"checkpoint":3'
    }

    def 'nothing is added to a session or a state that is there already'() {
        given:
        fixture.checkpoint('planner', '1', 'work', 'run')
        def directory = exported(fixture, 'run')
        bringIn(directory)

        when:
        bringIn(directory)

        then:
        def e = thrown(SnapdslException)
        e.code() == ErrorCode.IN_USE
    }

    def 'an export overwrites nothing, and lets nothing out that is damaged'() {
        given:
        (1..3).each { fixture.checkpoint('planner', "{\"n\":$it}", 'work', 'run') }
        def directory = exported(fixture, 'run')

        when:
        new SessionExport(fixture.store).export('run', directory)

        then:
        def there = thrown(SnapdslException)
        there.code() == ErrorCode.TARGET_NOT_EMPTY

        when:
        fixture.sql("UPDATE checkpoint SET label = 'x' WHERE number = 2")
        exported(fixture, 'run')

        then:
        def damaged = thrown(SnapdslException)
        damaged.code() == ErrorCode.DAMAGED
    }

    def 'events come in as lines, in batches; a line that is none stops them where it is'() {
        given:
        def text = (1..250).collect { "{\"type\": \"e$it\", \"details\": {\"n\": $it}}\n" }.join() + '{"type": \n{"type": "never"}\n'

        when:
        new EventStream(new SessionLog(fixture.store.events(), 'run'), fixture.clock).append(new ByteArrayInputStream(text.bytes))

        then:
        def e = thrown(SnapdslException)
        e.code() == ErrorCode.INVALID_JSON
        e.message.startsWith('Standard input, line 251, column ')
        e.message.endsWith('The 250 before it were recorded.')
        fixture.store.events().end('run').number() == 250
    }

    def 'so does one that says what only the store says'() {
        given:
        def text = (1..120).collect { "{\"type\": \"e$it\"}\n" }.join() + '{"type": "snapshot_created"}\n{"type": "never"}\n'

        when:
        new EventStream(new SessionLog(fixture.store.events(), 'run'), fixture.clock).append(new ByteArrayInputStream(text.bytes))

        then:
        def e = thrown(SnapdslException)
        e.code() == ErrorCode.INVALID_JSON
        e.message.startsWith('Standard input, line 121: ')
        e.message.endsWith('. The 120 before it were recorded.')
        fixture.store.events().end('run').number() == 120
    }
}
