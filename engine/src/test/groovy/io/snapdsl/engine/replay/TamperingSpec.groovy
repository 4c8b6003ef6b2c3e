package io.snapdsl.engine.replay

import io.snapdsl.engine.ErrorCode
import io.snapdsl.engine.Progress
import io.snapdsl.engine.StateFixture
import io.snapdsl.engine.verify.StoreVerifier
import java.nio.file.Files
import java.nio.file.Path
import java.nio.file.StandardCopyOption
import java.sql.DriverManager
import spock.lang.Shared
import spock.lang.Specification
import spock.lang.TempDir

/** Changes one byte of a stored history, anywhere, and asks whether the replay fails at exactly the event it belongs to. */
class TamperingSpec extends Specification {
    static final SESSION = 'run-1'
    static final CHECKPOINT_COLUMNS = ['label', 'log', 'clock', 'seconds', 'nanos', 'steps', 'state', 'previous', 'hash', 'number', 'subject_id']
    static final EVENT_COLUMNS = ['seconds', 'nanos', 'type', 'details', 'capability', 'cause', 'result', 'hash', 'clock', 'log']

    @TempDir
    @Shared
    Path base

    @Shared
    Path original

    @Shared
    RandomSessions agents

    Path file
    StateFixture fixture

    def setupSpec() {
        def made = new StateFixture(base.resolve('original'))
        agents = new RandomSessions(made, 42, 2)
        agents.work(120)
        made.close()
        original = base.resolve('original/store.db')
    }

    def setup() {
        def directory = Files.createTempDirectory(base, 'copy')
        file = Files.copy(original, directory.resolve('store.db'), StandardCopyOption.REPLACE_EXISTING)
    }

    def cleanup() {
        fixture?.close()
        file.parent.toFile().deleteDir()
    }

    private <T> T sql(Closure<T> work) {
        DriverManager.getConnection("jdbc:sqlite:$file").withCloseable(work)
    }

    private List<Map> rows(String query) {
        sql { connection ->
            def rows = connection.createStatement().executeQuery(query)
            def columns = (1..rows.metaData.columnCount).collect { rows.metaData.getColumnName(it) }
            def found = []
            while (rows.next()) {
                found << columns.collectEntries { [it, rows.getObject(it)] }
            }
            found
        }
    }

    private void update(String statement, Object value, List key) {
        sql { connection ->
            def prepared = connection.prepareStatement(statement)
            prepared.setObject(1, value)
            key.eachWithIndex { part, i -> prepared.setObject(i + 2, part) }
            assert prepared.executeUpdate() == 1
        }
    }

    /** Another value, a byte away from this one. */
    private static Object altered(Object value, Random random) {
        if (value instanceof byte[]) {
            byte[] bytes = value.clone()
            if (bytes.length == 0) {
                return [1] as byte[]
            }
            bytes[random.nextInt(bytes.length)] ^= (1 << random.nextInt(8)) as byte
            return bytes
        }
        if (value instanceof Number) {
            return value.longValue() ^ (1L << random.nextInt(7))
        }
        if (value instanceof String && !value.empty) {
            int at = random.nextInt(value.length())
            return value.substring(0, at) + (value[at] == 'x' ? 'y' : 'x') + value.substring(at + 1)
        }
        value == null ? new byte[32] : 'x'
    }

    private void fails(long clock) {
        fixture = new StateFixture(file.parent)
        def finding = agents.on(fixture).replay(SESSION).finding()
        assert finding.present
        assert finding.get().code() == ErrorCode.DAMAGED
        assert finding.get().clock() == clock
        assert !new StoreVerifier(fixture.store, Progress.NONE).verify(false).clean
    }

    def 'one byte of a checkpoint s #column, try #number'() {
        given:
        def random = new Random(number * 31 + column.hashCode())
        def candidates = rows("SELECT c.* FROM checkpoint c JOIN event_log l ON l.id = c.log WHERE l.session = '$SESSION'")
        def row = candidates[random.nextInt(candidates.size())]

        when:
        def value = altered(row[column], random)
        if (column in ['number', 'subject_id']) {
            value = 1_000_000 + random.nextInt(1000) // A place that is taken can't be had.
        }
        update("UPDATE checkpoint SET $column = ? WHERE subject_id = ? AND number = ?", value, [row.subject_id, row.number])

        then:
        fails(row.clock)

        where:
        [column, number] << [CHECKPOINT_COLUMNS, 1..4].combinations()
    }

    def 'one byte of an event s #column, try #number'() {
        given:
        def random = new Random(number * 31 + column.hashCode())
        def candidates = rows("SELECT e.* FROM event e JOIN event_log l ON l.id = e.log WHERE l.session = '$SESSION'")
        def row = candidates[random.nextInt(candidates.size())]

        when:
        def value = column in ['clock', 'log'] ? 1_000_000 + random.nextInt(1000) : altered(row[column], random)
        update("UPDATE event SET $column = ? WHERE log = ? AND clock = ?", value, [row.log, row.clock])

        then:
        fails(row.clock)

        where:
        [column, number] << [EVENT_COLUMNS, 1..4].combinations()
    }

    def 'what is noted of the end of a log: #column'() {
        given:
        def row = rows("SELECT * FROM event_log WHERE session = '$SESSION'")[0]

        when:
        update("UPDATE event_log SET $column = ? WHERE id = ?", change(row[column]), [row.id])

        then:
        fails(change(row.clock) == row.clock + 1 && column == 'clock' ? row.clock + 1 : row.clock)

        where:
        column  | change
        'clock' | { it instanceof Number ? it + 1 : it }
        'clock' | { it instanceof Number ? it - 1 : it }
        'hash'  | { it instanceof byte[] ? altered(it, new Random(1)) : it }
    }

    def 'an event that is gone: #which'() {
        given:
        def last = rows("SELECT * FROM event_log WHERE session = '$SESSION'")[0]
        def clock = which == 'the last' ? last.clock : which == 'the first' ? 1 : 17

        when:
        update('DELETE FROM event WHERE log = ? AND clock = ?', last.id, [clock])

        then:
        fails(clock)

        where:
        which << ['the first', 'one in between', 'the last']
    }
}
