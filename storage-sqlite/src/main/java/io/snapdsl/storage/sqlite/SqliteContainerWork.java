package io.snapdsl.storage.sqlite;

import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.store.ContainerWork;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** At most one row for each container. */
final class SqliteContainerWork implements ContainerWork {
    private final Database database;
    private final Reserve reserve;

    SqliteContainerWork(Database database, Reserve reserve) {
        this.database = database;
        this.reserve = reserve;
    }

    @Override
    public Optional<Entry> of(SubjectId subject) {
        return database.read(session -> session.one(
                "SELECT * FROM container_work WHERE subject_id = ?", SqliteContainerWork::entry, subject.value()));
    }

    @Override
    public List<Entry> all() {
        return database.read(
                session -> session.all("SELECT * FROM container_work ORDER BY subject_id", SqliteContainerWork::entry));
    }

    @Override
    public void put(Entry entry) {
        reserve.whenLent(() -> database.write(
                "container-work",
                session -> session.update(
                        "INSERT OR REPLACE INTO container_work (subject_id, step, details) VALUES (?, ?, ?)",
                        entry.subject().value(),
                        entry.step(),
                        entry.details())));
    }

    @Override
    public void clear(SubjectId subject) {
        reserve.whenFull(() -> database.write(
                "container-work-done",
                session -> session.update("DELETE FROM container_work WHERE subject_id = ?", subject.value())));
    }

    private static Entry entry(ResultSet row) throws SQLException {
        return new Entry(new SubjectId(row.getLong("subject_id")), row.getString("step"), row.getString("details"));
    }
}
