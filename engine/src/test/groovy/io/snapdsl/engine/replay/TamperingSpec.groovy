package io.snapdsl.engine.replay

import io.snapdsl.engine.ErrorCode
import io.snapdsl.engine.Progress
import io.snapdsl.engine.verify.StoreVerifier
import java.nio.file.Path
import spock.lang.AutoCleanup
import spock.lang.Shared
import spock.lang.Specification
import spock.lang.TempDir

/**
 * Changes one byte of a stored history, in every field, and asks whether the replay fails at exactly the event it belongs
 * to. The campaign of the same name does so in every row.
 */
class TamperingSpec extends Specification {
    @TempDir
    @Shared
    Path base

    @Shared
    @AutoCleanup
    TamperedHistory history

    def setupSpec() {
        history = new TamperedHistory(base, 42, 120)
    }

    /** Whatever is changed is put back, so that the next change is the only one. */
    def cleanup() {
        assert history.agents.sessions.every { history.agents.replay(it).finding().empty }
    }

    private static void failsAt(Replay.Result result, long clock) {
        assert result.finding().present
        assert result.finding().get().code() == ErrorCode.DAMAGED
        assert result.finding().get().clock() == clock
    }

    def 'no column of any table that a history is in is left out'() {
        given:
        def columns = history.rows("SELECT name FROM sqlite_master WHERE type = 'table'")*.name
            .findAll { !(it in TamperedHistory.ELSEWHERE) }
            .collectEntries { table -> [table, history.rows("PRAGMA table_info($table)")*.name as Set] }

        expect:
        columns == (TamperedHistory.FIELDS + TamperedHistory.ONE_BY_ONE).collectEntries { table, tried -> [table, tried as Set] }
    }

    def 'the #place byte of #table #column, in rows from everywhere'() {
        given:
        def random = new Random("$place $table $column".hashCode())
        def rows = history.rowsOf(table)
        def chosen = [rows.first(), rows.last()] + (1..3).collect { rows[random.nextInt(rows.size())] }

        expect:
        chosen.each { row -> failsAt(history.with(row, column, place, random.nextInt(7)), row.clock) }

        where:
        [table, column, place] << TamperedHistory.FIELDS.collectMany { table, columns ->
            [[table], columns, TamperedHistory.PLACES].combinations()
        }
    }

    def 'what is noted of the end of a log: #column'() {
        given:
        def log = history.rows("SELECT * FROM event_log WHERE session = 'run-1'")[0]

        when:
        history.set('event_log', column, change(log[column]), [id: log.id])

        then:
        failsAt(history.agents.replay('run-1'), log.clock + later)
        !new StoreVerifier(history.fixture.store, Progress.NONE).verify(false).clean

        cleanup:
        history.set('event_log', column, log[column], [id: log.id])

        where:
        column  | change                                            | later
        'clock' | { it + 1 }                                        | 1
        'clock' | { it - 1 }                                        | 0
        'hash'  | { TamperedHistory.altered(it, 'middle', 3) }      | 0
    }

    def 'whose log it is: #column'() {
        given:
        def log = history.rows("SELECT * FROM event_log WHERE session = 'run-1'")[0]

        when: 'its events belong to nobody, or to a session that never was'
        history.set('event_log', column, value, [id: log.id])

        then:
        failsAt(history.agents.replay(session), 1)
        !new StoreVerifier(history.fixture.store, Progress.NONE).verify(false).clean

        cleanup:
        history.set('event_log', column, log[column], [id: column == 'id' ? value : log.id])

        where:
        column    | value   || session
        'id'      | 999     || 'run-1'
        'session' | 'run-3' || 'run-3'
        'session' | 'run-3' || 'run-1'
    }

    def 'the end of a log that is gone with what was noted of it, though a checkpoint names it'() {
        given:
        def log = history.rows("SELECT * FROM event_log WHERE session = 'run-1'")[0]
        def named = history.rowsOf('checkpoint').findAll { it.session == 'run-1' }*.clock.max()
        def events = history.rowsOf('event').findAll { it.session == 'run-1' }
        def gone = events.findAll { it.clock >= named }

        when:
        gone.each { history.set('event', 'log', 999, [log: log.id, clock: it.clock]) }
        history.set('event_log', 'clock', named - 1, [id: log.id])
        history.set('event_log', 'hash', events.find { it.clock == named - 1 }.values.hash, [id: log.id])

        then:
        failsAt(history.agents.replay('run-1'), named)
        !new StoreVerifier(history.fixture.store, Progress.NONE).verify(false).clean

        cleanup:
        gone.each { history.set('event', 'log', log.id, [log: 999, clock: it.clock]) }
        history.set('event_log', 'clock', log.clock, [id: log.id])
        history.set('event_log', 'hash', log.hash, [id: log.id])
    }

    def 'that a log was brought in excuses nothing that is here'() {
        when:
        history.set('event_log', 'brought_in', 1, [session: 'run-1'])

        then:
        history.agents.replay('run-1').finding().empty
        history.agents.replay('run-1').elsewhere() == 0

        cleanup:
        history.set('event_log', 'brought_in', 0, [session: 'run-1'])
    }

    def 'what is noted of the end of a state: #column'() {
        given:
        def state = history.fixture.state(RandomSessions.mind('run-1')).id().value()
        def noted = history.rows("SELECT * FROM state WHERE subject_id = $state")[0]
        def last = history.rows("SELECT max(clock) AS clock FROM checkpoint WHERE subject_id = $state")[0].clock

        when:
        history.set('state', column, change(noted[column]), [subject_id: state])

        then:
        failsAt(history.agents.replay('run-1'), last)
        !new StoreVerifier(history.fixture.store, Progress.NONE).verify(false).clean

        cleanup:
        history.set('state', column, noted[column], [subject_id: state])

        where:
        column   | change
        'number' | { it + 1 }
        'number' | { it - 1 }
        'hash'   | { TamperedHistory.altered(it, 'last', 0) }
    }

    def 'whose end it is'() {
        given:
        def state = history.fixture.state(RandomSessions.mind('run-1')).id().value()
        def last = history.rows("SELECT max(clock) AS clock FROM checkpoint WHERE subject_id = $state")[0].clock

        when:
        history.set('state', 'subject_id', 999, [subject_id: state])

        then:
        failsAt(history.agents.replay('run-1'), last)

        cleanup:
        history.set('state', 'subject_id', state, [subject_id: 999])
    }

    def 'a state s name'() {
        given:
        def state = history.fixture.state(RandomSessions.mind('run-1')).id().value()
        def first = history.rows("SELECT min(clock) AS clock FROM checkpoint WHERE subject_id = $state")[0].clock

        when:
        history.set('subject', 'name', 'another', [id: state])

        then:
        failsAt(history.agents.replay('run-1'), first)

        cleanup:
        history.set('subject', 'name', RandomSessions.mind('run-1'), [id: state])
    }

    def 'the content of a large state, at its #place byte'() {
        given:
        def row = history.rowsOf('checkpoint').find { it.values.steps == -1 && it.session == 'run-1' }
        def pack = history.rows('SELECT * FROM pack ORDER BY length(data) DESC LIMIT 1')[0]

        when:
        history.set('pack', 'data', TamperedHistory.altered(pack.data, place, 2), [id: pack.id])
        history.fixture.reopen()

        then:
        failsAt(history.agents.replay('run-1'), row.clock)

        cleanup:
        history.set('pack', 'data', pack.data, [id: pack.id])
        history.fixture.reopen()

        where:
        place << TamperedHistory.PLACES
    }

    def 'any bit of the content of a large state, also one that changes nothing of it'() {
        given:
        def row = history.rowsOf('checkpoint').find { it.values.steps == -1 && it.session == 'run-1' }
        def pack = history.rows('SELECT * FROM pack WHERE compressed ORDER BY length(data) DESC LIMIT 1')[0]
        def places = (0..<40) + (40..<pack.data.length).step(pack.data.length.intdiv(20))

        expect:
        [places, 0..7].eachCombination { at, bit ->
            history.set('pack', 'data', TamperedHistory.altered(pack.data, at, bit), [id: pack.id])
            history.fixture.reopen()
            failsAt(history.agents.replay('run-1'), row.clock)
        }

        cleanup:
        history.set('pack', 'data', pack.data, [id: pack.id])
        history.fixture.reopen()
    }

    def 'a large state that comes out right is given out, though the replay fails'() {
        given:
        def row = history.rowsOf('checkpoint').find { it.values.steps == -1 && it.session == 'run-1' }
        def pack = history.rows('SELECT * FROM pack WHERE compressed ORDER BY length(data) DESC LIMIT 1')[0]
        def restored = { history.fixture.json('shared', row.values.number) }
        def recorded = restored()

        when:
        history.set('pack', 'data', TamperedHistory.altered(pack.data, 'first', 2), [id: pack.id])
        history.fixture.reopen()

        then:
        restored() == recorded
        failsAt(history.agents.replay('run-1'), row.clock)
        new StoreVerifier(history.fixture.store, Progress.NONE).verify(true).findings().size() == 2

        cleanup:
        history.set('pack', 'data', pack.data, [id: pack.id])
        history.fixture.reopen()
    }

    def 'an event that is gone: #which'() {
        given:
        def rows = history.rowsOf('event').findAll { it.session == 'run-1' }
        def row = rows[which]

        when: 'it is among those of nobody'
        history.set('event', 'log', 999, [log: row.values.log, clock: row.clock])

        then:
        failsAt(history.agents.replay('run-1'), row.clock)

        cleanup:
        history.set('event', 'log', row.values.log, [log: 999, clock: row.clock])

        where:
        which << [0, 17, -1]
    }
}
