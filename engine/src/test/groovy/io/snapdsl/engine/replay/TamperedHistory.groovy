package io.snapdsl.engine.replay

import io.snapdsl.engine.StateFixture
import io.snapdsl.engine.WorkspaceFixture
import io.snapdsl.engine.content.Hash
import io.snapdsl.engine.history.Note
import java.nio.file.Path
import java.sql.Connection
import java.sql.DriverManager

/** What random agents did, and a hand that changes one value of it behind the store's back, and puts it back. */
class TamperedHistory implements AutoCloseable {
    /** By hash or by rule, each of these is vouched for: all that the tables of a session's history have. */
    static final FIELDS = [
        event: ['log', 'clock', 'seconds', 'nanos', 'type', 'details', 'capability', 'cause', 'result', 'hash'],
        checkpoint: ['subject_id', 'number', 'label', 'log', 'clock', 'seconds', 'nanos', 'steps', 'state', 'previous', 'hash'],
        snapshot: ['id', 'subject_id', 'subject', 'sequence', 'previous', 'seconds', 'nanos', 'trigger', 'tool', 'goal', 'session', 'policy', 'tags',
            'root', 'coverage', 'created', 'modified', 'deleted', 'origin', 'announced', 'claims', 'git_commit', 'git_branch', 'replaces',
            'removed_by', 'replaced_by'],
        chunk: ['hash', 'pack', 'offset', 'size'],
        pack: ['id', 'kind', 'compressed', 'raw_size', 'data']
    ]
    /** Tried one by one: there is a row for each session, for each state. */
    static final ONE_BY_ONE = [event_log: ['id', 'session', 'clock', 'hash', 'brought_in'], state: ['subject_id', 'number', 'hash']]
    /** What else is in a store: of subjects only their names are in a history. */
    static final ELSEWHERE = ['subject', 'operation', 'session', 'session_place', 'milestone', 'pin', 'verified', 'preserved_patch', 'policy_run',
        'cached_directory', 'container', 'container_work', 'setting', 'moment', 'moment_part', 'sqlite_sequence', 'sqlite_stat1', 'blocking']
    /** Part of a key: only a value that nothing else has can be put there. */
    static final KEYS = ['event.clock', 'event.log', 'checkpoint.number', 'checkpoint.subject_id', 'snapshot.sequence', 'snapshot.subject_id', 'pack.id']
    static final PRIMARY = [event: ['log', 'clock'], checkpoint: ['subject_id', 'number'], snapshot: ['id'], chunk: ['hash'], pack: ['id']]
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
            case 'snapshot':
                return rows('SELECT * FROM snapshot').collect { row ->
                    new Row(table: table, values: row, session: row.session, clock: clockOf((row.id as byte[]).encodeHex().toString()))
                }
            default:
                def firstUse = firstUses()
                def packOf = table == 'chunk' ? 'pack' : 'id'
                return rows("SELECT * FROM $table").collect { row ->
                    def use = firstUse[row[packOf]]
                    new Row(table: table, values: row, session: use.session, clock: use.clock)
                }
        }
    }

    private long clockOf(String snapshot) {
        rows("SELECT clock FROM event WHERE instr(details, CAST('$snapshot' AS BLOB)) > 0")[0].clock
    }

    /** By pack, what first needs it: whatever a snapshot or a large state brings goes into packs of its own. */
    private Map firstUses() {
        def needed = [:]
        rowsOf('snapshot').sort { it.clock }.eachWithIndex { row, i ->
            [row.values.root, row.values.coverage, Hash.of("$i".bytes).bytes()].each { needed.putIfAbsent(it.encodeHex().toString(), row) }
        }
        rowsOf('checkpoint').findAll { it.values.steps == -1 }.each { needed.putIfAbsent(it.values.state.encodeHex().toString().take(64), it) }
        rows('SELECT * FROM chunk').groupBy { it.pack }.collectEntries { pack, chunks ->
            [pack, chunks.findResults { needed[it.hash.encodeHex().toString()] }.min { it.clock }]
        }
    }

    /**
     * Replays with one byte of a value changed.
     *
     * @param place one of {@link #PLACES}, or which byte
     */
    Replay.Result with(Row row, String column, Object place, int bit) {
        replacing(row, column, "$row.table.$column".toString() in KEYS ? 1_000_000 + bit : altered(row.values[column], place, bit))
    }

    private Replay.Result replacing(Row row, String column, Object value) {
        def keys = PRIMARY[row.table]
        def now = row.values + [(column): value]
        set(row.table, column, value, keys.collectEntries { [it, row.values[it]] })
        try {
            return replay(row)
        } finally {
            set(row.table, column, row.values[column], keys.collectEntries { [it, now[it]] })
        }
    }

    /** Content is remembered by whoever has read it: what is in the file shows to who has not. */
    private Replay.Result replay(Row row) {
        if (row.table in ['chunk', 'pack']) {
            fixture.reopen()
        }
        agents.replay(row.session)
    }

    void set(String table, String column, Object value, Map key) {
        def prepared = connection.prepareStatement("UPDATE $table SET $column = ? WHERE " + key.keySet().collect { "$it = ?" }.join(' AND '))
        prepared.setObject(1, value)
        key.values().eachWithIndex { part, i -> prepared.setObject(i + 2, part) }
        assert prepared.executeUpdate() == 1
        prepared.close()
    }

    /** Another value, one byte away from this one; where there is none, one byte more. */
    static Object altered(Object value, Object place, int bit) {
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

    private static int at(Object place, int length) {
        place instanceof Integer ? place : place == 'first' ? 0 : place == 'last' ? length - 1 : length.intdiv(2)
    }

    @Override
    void close() {
        connection.close()
        fixture.close()
    }
}
