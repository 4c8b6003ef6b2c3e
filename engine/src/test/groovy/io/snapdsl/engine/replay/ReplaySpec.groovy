package io.snapdsl.engine.replay

import io.snapdsl.engine.ErrorCode
import io.snapdsl.engine.Progress
import io.snapdsl.engine.SnapdslException
import io.snapdsl.engine.StateFixture
import io.snapdsl.engine.WorkspaceFixture
import io.snapdsl.engine.content.Hash
import io.snapdsl.engine.event.EventDraft
import io.snapdsl.engine.event.SessionLog
import io.snapdsl.engine.history.Note
import io.snapdsl.engine.interchange.SessionExport
import io.snapdsl.engine.interchange.SessionImport
import io.snapdsl.engine.json.CanonicalJson
import io.snapdsl.engine.json.Json
import io.snapdsl.engine.state.States
import io.snapdsl.engine.verify.StoreVerifier
import java.nio.file.Path
import java.time.Clock
import java.time.Instant
import java.time.ZoneOffset
import spock.lang.AutoCleanup
import spock.lang.Specification
import spock.lang.TempDir

class ReplaySpec extends Specification {
    /** Counts what it is told to. */
    static final COUNTER = [counter: [add: { state, event ->
        Json.object().put('n', state.get('n').longValue() + event.what().details().node().get('by').longValue())
    } as Reducer]]

    @TempDir
    Path base

    @AutoCleanup
    StateFixture fixture

    def setup() {
        fixture = new StateFixture(base.resolve('store'))
    }

    private Replay.Result replay(Map options = [:]) {
        seen = []
        def request = new Replay.Request('run', options.until == null ? OptionalLong.empty() : OptionalLong.of(options.until),
            Optional.ofNullable(options.from), options.reducers ?: [:])
        new Replay(fixture.store, request, { event, kept -> seen << event.clock() }).run()
    }

    List<Long> seen

    private void add(int number) {
        fixture.store.events().append('run', [fixture.event('add', "{\"by\":$number}")])
    }

    def 'a replay sees every event in its order, and vouches for what they name'() {
        given:
        fixture.checkpoint('counter', '{"n":0}', 'start', 'run')
        add(1)
        fixture.checkpoint('other', '1')
        fixture.checkpoint('counter', '{"n":1}', 'next', 'run')

        when:
        def result = replay()

        then:
        seen == [1, 2, 3]
        [result.events(), result.checkpoints(), result.compared(), result.finding()] == [3, 2, 0, Optional.empty()]
    }

    def 'what the events lead to is what was kept'() {
        given:
        add(100)
        fixture.checkpoint('counter', '{"n":5}', 'start', 'run')
        add(1)
        add(2)
        fixture.checkpoint('counter', '{"n":8}', 'later', 'run')
        fixture.store.events().append('run', [fixture.event('unknown')])
        add(10)
        fixture.states.rollback(fixture.state('counter'), 1, 'run')
        add(1)
        fixture.checkpoint('counter', '{"n":6.0}', 'end', 'run')

        when:
        def result = replay(reducers: COUNTER)

        then:
        result.finding().empty
        [result.checkpoints(), result.compared()] == [4, 3]
    }

    def 'where it is not, the event and the difference are named'() {
        given:
        fixture.checkpoint('counter', '{"n":0}', 'start', 'run')
        add(1)
        fixture.checkpoint('counter', '{"n":1}', 'fine', 'run')
        add(2)
        fixture.checkpoint('counter', '{"n":4}', 'wrong', 'run')
        add(1)

        when:
        def result = replay(reducers: COUNTER)

        then:
        seen == [1, 2, 3, 4]
        def finding = result.finding().get()
        [finding.clock(), finding.code()] == [5, ErrorCode.DIVERGED]
        finding.problem() == 'checkpoint 3 of counter is not what the events lead to'
        finding.differences()*.text() == ['n: 3 -> 4']
    }

    def 'a rollback that brought back something else diverges'() {
        given:
        fixture.checkpoint('counter', '{"n":0}', 'start', 'run')
        fixture.checkpoint('counter', '{"n":7}', 'rollback::start#1', 'run')

        expect:
        replay(reducers: COUNTER).finding().get().differences()*.text() == ['n: 0 -> 7']
    }

    def 'what brings back nothing that was before it is no rollback, whatever it is called: #label'() {
        given:
        fixture.checkpoint('counter', '{"n":0}', 'start', 'run')
        add(1)
        fixture.checkpoint('counter', '{"n":1}', label, 'run')

        expect:
        replay(reducers: COUNTER).finding().empty
        replay(reducers: COUNTER).compared() == 1

        where:
        label << ['rollback::start#2', 'rollback::start#9', 'rollback::start#999999999999999999']
    }

    def 'a rollback to what another session knows, and did not come along, is taken as it is'() {
        given:
        fixture.checkpoint('counter', '{"n":5}', 'theirs', 'other')
        fixture.checkpoint('counter', '{"n":0}', 'start', 'run')
        fixture.states.rollback(fixture.state('counter'), 1, 'run')
        add(1)
        fixture.checkpoint('counter', '{"n":6}', 'next', 'run')
        def elsewhere = new StateFixture(base.resolve('elsewhere'))
        new SessionExport(fixture.store).export('run', base.resolve('exported'))
        new SessionImport(elsewhere.store, new SessionImport.Names(Optional.empty(), Optional.empty()), StateFixture.NOW)
            .bringIn(base.resolve('exported'))

        expect:
        replay(reducers: COUNTER).compared() == 2

        when:
        fixture.close()
        fixture = elsewhere

        then:
        replay(reducers: COUNTER).finding().empty
        replay(reducers: COUNTER).compared() == 1
    }

    def 'it can end early, and start at a checkpoint'() {
        given:
        fixture.checkpoint('counter', '{"n":3}', 'wrong', 'run')
        add(1)
        def from = fixture.checkpoint('counter', '{"n":10}', 'start', 'run')
        add(1)
        fixture.checkpoint('counter', '{"n":11}', 'end', 'run')

        expect:
        replay(until: 2).events() == 2
        seen == [1, 2]

        and:
        replay(reducers: COUNTER).finding().get().clock() == 3
        replay(reducers: COUNTER, from: from).with { [it.events(), it.compared(), it.finding()] } == [2, 1, Optional.empty()]
        seen == [4, 5]
    }

    def 'it ends at no event that is not there: #until'() {
        given:
        add(1)
        add(1)

        when:
        replay(until: until)

        then:
        def e = thrown(SnapdslException)
        [e.code(), e.message, e.hint()] == [ErrorCode.USAGE, "The session 'run' has no event $until.", 'Its events are 1 to 2.']

        where:
        until << [-1, 0, 3]
    }

    def 'it starts at no checkpoint of another session'() {
        given:
        def other = fixture.checkpoint('counter', '1', 'x', 'other')

        when:
        replay(from: other)

        then:
        def e = thrown(SnapdslException)
        e.code() == ErrorCode.USAGE
    }

    def 'nobody but the store says that something was kept'() {
        when:
        new SessionLog(fixture.store.events(), 'run').append([fixture.event('snapshot_created')])

        then:
        def e = thrown(SnapdslException)
        e.code() == ErrorCode.USAGE
    }

    def 'snapshots of workspaces are vouched for too'() {
        given:
        def workspace = new WorkspaceFixture(base.resolve('.'))
        workspace.write('a', '1')
        workspace.record(Note.manual('', '', 'run'))

        expect:
        replay().snapshots() == 1
        replay().finding().empty

        when:
        fixture.sql("UPDATE snapshot SET goal = 'other'")

        then:
        replay().finding().get().problem().endsWith('was altered')

        cleanup:
        workspace?.close()
    }

    def 'so is every byte in them, also where a later one has it too'() {
        given:
        def workspace = new WorkspaceFixture(base.resolve('.'))
        workspace.write('a', 'kept by both')
        workspace.record(Note.manual('', '', 'run'))
        workspace.write('b', 'new in the second')
        workspace.record(Note.manual('', '', 'run'))

        expect:
        replay().finding().empty

        when: 'what the first of them brought is gone'
        fixture.sql('DELETE FROM chunk WHERE hash = ?', [Hash.of('kept by both'.bytes).bytes()])

        then:
        def finding = replay().finding().get()
        finding.clock() == 1
        finding.problem() =~ /snapshot \w+ is not what was recorded: a: /

        cleanup:
        workspace?.close()
    }

    def 'a wall clock that jumps decides nothing: #times'() {
        when:
        times.each { time ->
            fixture.store.events().append('run', [EventDraft.of('add', CanonicalJson.parse('{"by":1}'), Instant.parse(time))])
            new States(fixture.store, Clock.fixed(Instant.parse(time), ZoneOffset.UTC)).checkpoint(fixture.state('s'), 'x', 'run', CanonicalJson.parse('1'))
        }

        then:
        replay().finding().empty
        seen == (1..2 * times.size())
        fixture.store.events().page('run', 0, 100)*.what()*.time()*.toString() == times.collectMany { [it, it] }
        new StoreVerifier(fixture.store, Progress.NONE).verify(true).clean

        where:
        times << [
            ['2026-03-01T12:00:00Z', '2026-03-01T11:00:00Z', '2026-03-01T11:00:00Z', '2199-01-01T00:00:00Z'],
            ['1969-12-31T23:59:59.999999999Z', '1970-01-01T00:00:00Z', '-0044-03-15T12:00:00Z', '+1000000000-12-31T23:59:59.999999999Z']
        ]
    }

    def 'a session that goes on meanwhile is no damage'() {
        given:
        fixture.checkpoint('counter', '{"n":0}', 'start', 'run')
        def stop = false
        def agent = Thread.start {
            while (!stop) {
                fixture.store.events().append('run', [fixture.event('add'), fixture.event('add')])
                fixture.checkpoint('counter', '{"n":1}', 'next', 'run')
            }
        }

        expect:
        60.times {
            assert replay().finding().empty
            assert new StoreVerifier(fixture.store, Progress.NONE).verify(false).clean
        }

        cleanup:
        stop = true
        agent.join()
    }

    def 'sessions of random agents replay, twice the same, and verify (seed #seed)'() {
        given:
        def agents = new RandomSessions(fixture, seed, 3)
        agents.work(250)

        expect:
        agents.sessions.each { session ->
            def told = (1..2).collect {
                def events = []
                def result = agents.replay(session) { event, kept -> events << [event, kept] }
                assert result.finding().empty
                assert result.compared() > 0
                assert result.events() == fixture.store.events().end(session).number()
                events
            }
            assert told[0] == told[1]
        }
        new StoreVerifier(fixture.store, Progress.NONE).verify(true).clean

        where:
        seed << (1..3)
    }
}
