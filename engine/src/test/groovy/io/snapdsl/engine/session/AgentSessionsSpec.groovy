package io.snapdsl.engine.session

import io.snapdsl.engine.ErrorCode
import io.snapdsl.engine.SnapdslException
import io.snapdsl.storage.sqlite.SqliteSnapshotStore
import java.nio.file.Path
import java.time.Clock
import java.time.Duration
import spock.lang.AutoCleanup
import spock.lang.Specification
import spock.lang.TempDir

class AgentSessionsSpec extends Specification {
    @TempDir
    Path base

    @AutoCleanup
    SqliteSnapshotStore store

    AgentSessions sessions

    def setup() {
        store = SqliteSnapshotStore.open(base.resolve('store'), Duration.ofSeconds(5))
        sessions = madeUpBy(new SplittableRandom(7))
    }

    AgentSessions madeUpBy(SplittableRandom random) {
        new AgentSessions(store.sessions(), Clock.systemUTC(), random)
    }

    def 'a session that is given no name gets a readable one, and no other the same'() {
        when: 'two who would make up the same names'
        def names = [sessions, madeUpBy(new SplittableRandom(7))].collectMany { maker -> (1..20).collect { maker.start('', '').id() } }

        then:
        names.every { it ==~ /[a-z]+-[a-z]+-\d{3}/ }
        names.toSet().size() == 40
    }

    def 'a session runs from its start to its end'() {
        given:
        def started = sessions.start('run', 'agent', 'goal')

        expect:
        sessions.find('run') == started
        started.open
        sessions.theOpenOne() == started

        when:
        def ended = sessions.end('run', 'done')

        then:
        !ended.open
        [ended.tool(), ended.goal(), ended.outcome()] == ['agent', 'goal', 'done']
        store.sessions().newest(10) == [ended]
        store.sessions().open(10) == []
        store.auditLog().newest(10)*.detail() == ['run: done', 'run: goal']
    }

    def '#what is refused with #code, and nothing is recorded'() {
        given:
        sessions.start('open', '', '')
        sessions.start('other', '', '')
        sessions.start('ended', '', '')
        sessions.end('ended', '')
        def before = [store.sessions().newest(10), store.auditLog().newest(10)]

        when:
        attempt(sessions)

        then:
        def e = thrown(SnapdslException)
        e.code() == code
        e.hint()
        [store.sessions().newest(10), store.auditLog().newest(10)] == before

        where:
        what                        | code                      | attempt
        'a name twice'              | ErrorCode.IN_USE          | { it.start('open', '', '') }
        'an ended name'             | ErrorCode.IN_USE          | { it.start('ended', '', '') }
        'a blank name'              | ErrorCode.USAGE           | { it.start(' ', '', '') }
        'a name that is no text'    | ErrorCode.USAGE           | { it.start('a\u001b[31m', '', '') }
        'ending twice'              | ErrorCode.SESSION_ENDED   | { it.end('ended', '') }
        'ending what never started' | ErrorCode.UNKNOWN_SESSION | { it.end('nothing', '') }
        'an unknown name'           | ErrorCode.UNKNOWN_SESSION | { it.find('nothing') }
        'none named of two open'    | ErrorCode.UNKNOWN_SESSION | { it.theOpenOne() }
    }
}
