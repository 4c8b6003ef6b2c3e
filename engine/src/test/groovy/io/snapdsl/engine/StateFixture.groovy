package io.snapdsl.engine

import io.snapdsl.engine.event.EventDraft
import io.snapdsl.engine.history.Subject
import io.snapdsl.engine.json.CanonicalJson
import io.snapdsl.engine.state.Checkpoint
import io.snapdsl.engine.state.States
import io.snapdsl.engine.store.SnapshotStore
import io.snapdsl.storage.sqlite.SqliteSnapshotStore
import java.nio.file.Path
import java.sql.DriverManager
import java.time.Clock
import java.time.Duration
import java.time.Instant
import java.time.ZoneOffset

/** A store with states in it, under a clock that stands still. */
class StateFixture implements AutoCloseable {
    static final Instant NOW = Instant.parse('2026-03-01T12:00:00.123456789Z')

    final Path directory
    final Clock clock = Clock.fixed(NOW, ZoneOffset.UTC)
    SnapshotStore store

    StateFixture(Path directory) {
        this.directory = directory
        store = open()
    }

    private SnapshotStore open() {
        SqliteSnapshotStore.open(directory, Duration.ofSeconds(30))
    }

    void reopen() {
        store.close()
        store = open()
    }

    States getStates() {
        new States(store, clock)
    }

    Subject.State state(String name) {
        states.register(name)
    }

    Checkpoint checkpoint(String state, String json, String label = 'work', String session = '') {
        states.checkpoint(this.state(state), label, session, CanonicalJson.parse(json))
    }

    String json(String state, long number) {
        states.restore(this.state(state), number).state()
    }

    EventDraft event(String type, String details = '{}') {
        EventDraft.of(type, CanonicalJson.parse(details), NOW)
    }

    List types(String session) {
        store.events().page(session, 0, 1000)*.what()*.type()
    }

    /** What somebody does to the file behind our back. */
    void sql(String statement, List parameters = [], int rows = 1) {
        store.close()
        DriverManager.getConnection("jdbc:sqlite:${directory.resolve('store.db')}").withCloseable { connection ->
            def prepared = connection.prepareStatement(statement)
            parameters.eachWithIndex { value, i -> prepared.setObject(i + 1, value) }
            assert prepared.executeUpdate() == rows
        }
        store = open()
    }

    @Override
    void close() {
        store.close()
    }
}
