package io.snapdsl.engine.event

import io.snapdsl.engine.ErrorCode
import io.snapdsl.engine.SnapdslException
import io.snapdsl.engine.StateFixture
import io.snapdsl.engine.WorkspaceFixture
import io.snapdsl.engine.history.ChainEnd
import io.snapdsl.engine.history.Note
import io.snapdsl.engine.json.CanonicalJson
import java.nio.file.Path
import java.sql.DriverManager
import spock.lang.AutoCleanup
import spock.lang.Specification
import spock.lang.TempDir

class EventsSpec extends Specification {
    @TempDir
    Path base

    @AutoCleanup
    StateFixture fixture

    def setup() {
        fixture = new StateFixture(base.resolve('store'))
    }

    def 'each session counts its own time, whatever the wall clock says'() {
        when:
        fixture.store.events().append('a', [fixture.event('one'), fixture.event('two')])
        fixture.store.events().append('b', [fixture.event('other')])
        def later = fixture.store.events().append('a', [fixture.event('three')])

        then:
        later*.clock() == [3]
        fixture.types('a') == ['one', 'two', 'three']
        fixture.types('b') == ['other']
        fixture.store.events().page('a', 1, 1)*.what()*.type() == ['two']
        fixture.store.events().end('a') == later[0].end()
        fixture.store.events().end('nobody') == ChainEnd.NOTHING
        fixture.store.events().sessions() == ['a', 'b']
    }

    def 'an event comes back with all that was said of it'() {
        given:
        def draft = new EventDraft('tool_result', CanonicalJson.parse('{"b":1,"a":"\\u0000é"}'), 'net.fetch', 'token-17', 'a\u0000b\n😀', StateFixture.NOW)

        when:
        def event = fixture.store.events().append('run', [draft])[0]
        fixture.reopen()

        then:
        fixture.store.events().page('run', 0, 10) == [event]
        event.what() == draft
        event.follows(ChainEnd.NOTHING.hash())
    }

    def 'an event vouches for every field, and for those before it: #field'() {
        given:
        def events = fixture.store.events().append('run', [fixture.event('one'), fixture.event('two')])
        def what = events[1].what()
        def fields = [type: what.type(), details: what.details(), capability: what.capability(), cause: what.cause(), result: what.result(), time: what.time()]

        expect:
        events[1].follows(events[0].hash())
        !events[1].follows(events[1].hash())
        !new Event('run', 2, new EventDraft(*(fields + [(field): value]).values()), events[1].hash()).follows(events[0].hash())
        !new Event('runs', 2, what, events[1].hash()).follows(events[0].hash())
        !new Event('run', 3, what, events[1].hash()).follows(events[0].hash())

        where:
        field        | value
        'type'       | 'Two'
        'details'    | CanonicalJson.parse('[]')
        'capability' | 'c'
        'cause'      | 'c'
        'result'     | 'r'
        'time'       | StateFixture.NOW.plusNanos(1)
    }

    def 'a session that nobody has started starts with its first event'() {
        when:
        fixture.store.events().append('new', [fixture.event('one')])

        then:
        fixture.store.sessions().find('new').get().started() == StateFixture.NOW
    }

    def 'a checkpoint of a session is one of its events, at its own time'() {
        when:
        fixture.store.events().append('run', [fixture.event('one')])
        def checkpoint = fixture.checkpoint('planner', '1', 'start', 'run')
        fixture.checkpoint('planner', '2', 'start')

        then:
        checkpoint.clock() == 2
        def event = fixture.store.events().page('run', 1, 10)[0]
        event.clock() == 2
        event.what().details().toString() == /{"checkpoint":1,"mark":"${checkpoint.hash().hex().substring(0, 32)}","state":"planner"}/
        fixture.store.events().end('run').number() == 2
    }

    def 'a snapshot of a session is one of its events, and no other is'() {
        given:
        def workspace = new WorkspaceFixture(base)

        when:
        workspace.write('a', '1')
        def snapshot = workspace.record(Note.manual('agent', '', 'run')).snapshot()
        workspace.snap()

        then:
        def events = workspace.store.events().page('run', 0, 10)
        events*.what()*.type() == ['snapshot_created']
        events[0].what().details().toString() == /{"snapshot":"${snapshot.id().hex()}","subject":"workspace"}/
        workspace.store.events().sessions() == ['run']
        workspace.store.sessions().find('run').get().tool() == 'agent'

        cleanup:
        workspace?.close()
    }

    def 'nothing is added to events that are broken at their end: #what'() {
        given:
        fixture.store.events().append('run', (1..4).collect { fixture.event("e$it") })
        fixture.store.events().append('other', [fixture.event('e')])
        fixture.sql(statement)

        when:
        log('run').append([fixture.event('more')])

        then:
        def refusal = thrown(SnapdslException)
        refusal.code() == ErrorCode.DAMAGED
        refusal.message == "The events of run are broken at their end, so nothing can follow them: event $problem."
        refusal.hint().contains("'snapdsl verify'")

        when:
        fixture.checkpoint('planner', '1', 'x', 'run')

        then:
        def other = thrown(SnapdslException)
        other.code() == ErrorCode.DAMAGED
        fixture.states.latest(fixture.state('planner')).empty

        and: 'other sessions go on'
        log('other').append([fixture.event('more')])*.clock() == [2]

        where:
        what                        | statement                                                          || problem
        'the last is gone'          | "DELETE FROM event WHERE clock = 4"                                || '4: it is missing: 4 was noted as the last'
        'the last was altered'      | "UPDATE event SET type = 'x' WHERE clock = 4"                      || '4: it was altered, or what it follows'
        'the one before it is gone' | "DELETE FROM event WHERE clock = 3"                                || '3: it is missing'
        'another was noted'         | "UPDATE event_log SET hash = zeroblob(32) WHERE session = 'run'"   || '4: it is not the one that was noted as the last'
        'one less was noted'        | "UPDATE event_log SET clock = 3 WHERE session = 'run'"             || '4: it is there, but 3 was noted as the last'
        'it can not be read'        | "UPDATE event SET nanos = -1 WHERE clock = 4"                      || '4: it was altered, or what it follows'
    }

    def 'what protects files goes on in a session whose events are broken at their end'() {
        given:
        def workspace = new WorkspaceFixture(base)
        workspace.write('a', '1')
        workspace.record(Note.manual('agent', '', 'run'))
        DriverManager.getConnection("jdbc:sqlite:${base.resolve('store/store.db')}").withCloseable {
            assert it.createStatement().executeUpdate('DELETE FROM event') == 1
        }
        workspace.write('a', '2')

        expect:
        workspace.record(Note.manual('agent', '', 'run')).snapshot().sequence() == 2

        cleanup:
        workspace?.close()
    }

    private SessionLog log(String session) {
        new SessionLog(fixture.store.events(), session)
    }

    def 'half a character is in no text'() {
        when:
        fixture.event('\ud83d')

        then:
        def e = thrown(SnapdslException)
        e.code() == ErrorCode.INVALID_JSON
    }
}
