package io.snapdsl.engine.replay

import io.snapdsl.engine.StateFixture
import io.snapdsl.engine.WorkspaceFixture
import io.snapdsl.engine.history.Note
import java.nio.file.Path
import java.sql.Connection
import java.sql.DriverManager

/** What random agents did, and a hand that changes one value of it behind the store's back, and puts it back. */
class TamperedHistory implements AutoCloseable {
    /** By hash or by rule, each of these is vouched for. */
    static final FIELDS = [
        event: ['seconds', 'nanos', 'type', 'details', 'capability', 'cause', 'result', 'hash', 'clock', 'log'],
        checkpoint: ['label', 'log', 'clock', 'seconds', 'nanos', 'steps', 'state', 'previous', 'hash', 'number', 'subject_id'],
        snapshot: ['id', 'subject', 'sequence', 'previous', 'seconds', 'nanos', 'trigger', 'tool', 'goal', 'session', 'policy', 'tags', 'root',
            'coverage', 'created', 'modified', 'deleted', 'announced']
    ]
    /** Part of a key: only a value that nothing else has can be put there. */
    static final KEYS = ['event.clock', 'event.log', 'checkpoint.number', 'checkpoint.subject_id', 'snapshot.sequence']
    static final PLACES = ['first', 'middle', 'last']

    /** One row: whose replay tells of it, and at which event. */
    static class Row {
        String table
        Map values
        String session
        long clock

        String toString() { "$table of $session at $clock" }
    }

    final StateFixture fixture
    final RandomSessions agents
    private final Connection connection

    TamperedHistory(Path directory, long seed, int steps) {
        new WorkspaceFixture(directory).withCloseable { workspace ->
            3.times {
                workspace.write('file', "$it")
                workspace.record(Note.manual('agent', "step $it", 'run-1'))
            }
        }
        fixture = new StateFixture(directory.resolve('store'))
        agents = new RandomSessions(fixture, seed, 2)
        agents.work(steps)
        agents.large('run-1')
        connection = DriverManager.getConnection("jdbc:sqlite:${directory.resolve('store/store.db')}")
    }

    List<Map> rows(String query) {
        def rows = connection.createStatement().executeQuery(query)
        def columns = (1..rows.metaData.columnCount).collect { rows.metaData.getColumnName(it) }
        def found = []
        while (rows.next()) {
            found << columns.collectEntries { [it, rows.getObject(it)] }
        }
        found
    }

    /** All that a session's replay looks at. */
    List<Row> rowsOf(String table) {
        def sessions = rows('SELECT id, session FROM event_log').collectEntries { [it.id, it.session] }
        switch (table) {
            case 'event':
                return rows('SELECT * FROM event').collect { new Row(table: table, values: it, session: sessions[it.log], clock: it.clock) }
            case 'checkpoint':
                return rows('SELECT * FROM checkpoint WHERE log IS NOT NULL').collect { new Row(table: table, values: it, session: sessions[it.log], clock: it.clock) }
            default:
                return rows('SELECT * FROM snapshot').collect { row ->
                    def id = (row.id as byte[]).encodeHex().toString()
                    def event = rows("SELECT clock FROM event WHERE instr(details, CAST('$id' AS BLOB)) > 0")[0]
                    new Row(table: table, values: row, session: row.session, clock: event.clock)
                }
        }
    }

    /** Replays with one byte of a value changed. */
    Replay.Result with(Row row, String column, String place, int bit) {
        replacing(row, column, "$row.table.$column".toString() in KEYS ? 1_000_000 + bit : altered(row.values[column], place, bit))
    }

    private Replay.Result replacing(Row row, String column, Object value) {
        def keys = row.table == 'event' ? ['log', 'clock'] : row.table == 'checkpoint' ? ['subject_id', 'number'] : ['id']
        def now = row.values + [(column): value]
        set(row.table, column, value, keys.collectEntries { [it, row.values[it]] })
        try {
            return agents.replay(row.session)
        } finally {
            set(row.table, column, row.values[column], keys.collectEntries { [it, now[it]] })
        }
    }

    void set(String table, String column, Object value, Map key) {
        def prepared = connection.prepareStatement("UPDATE $table SET $column = ? WHERE " + key.keySet().collect { "$it = ?" }.join(' AND '))
        prepared.setObject(1, value)
        key.values().eachWithIndex { part, i -> prepared.setObject(i + 2, part) }
        assert prepared.executeUpdate() == 1
        prepared.close()
    }

    /** Another value, one byte away from this one; where there is none, one byte more. */
    static Object altered(Object value, String place, int bit) {
        if (value instanceof byte[]) {
            if (value.length == 0) {
                return [1 << bit] as byte[]
            }
            byte[] bytes = value.clone()
            bytes[at(place, bytes.length)] ^= (1 << bit) as byte
            return bytes
        }
        if (value instanceof Number) {
            return value.longValue() ^ (1L << bit + 8 * at(place, 8))
        }
        if (value instanceof String && !value.empty) {
            int at = at(place, value.length())
            return value.substring(0, at) + (char) ((int) value.charAt(at) ^ (1 << bit % 4)) + value.substring(at + 1)
        }
        value == null ? new byte[32] : 'x'
    }

    private static int at(String place, int length) {
        place == 'first' ? 0 : place == 'last' ? length - 1 : length.intdiv(2)
    }

    @Override
    void close() {
        connection.close()
        fixture.close()
    }
}
