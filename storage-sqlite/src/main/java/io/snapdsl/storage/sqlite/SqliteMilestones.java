package io.snapdsl.storage.sqlite;

import io.snapdsl.engine.history.Milestone;
import io.snapdsl.engine.history.Operation;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.history.Tags;
import io.snapdsl.engine.store.Milestones;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Milestones as rows. */
final class SqliteMilestones implements Milestones {
    private final Database database;
    private final Reserve reserve;

    SqliteMilestones(Database database, Reserve reserve) {
        this.database = database;
        this.reserve = reserve;
    }

    @Override
    public List<Milestone> of(SubjectId subject) {
        return database.read(session -> session.all(
                "SELECT * FROM milestone WHERE subject_id = ? ORDER BY first_sequence",
                SqliteMilestones::milestone,
                subject.value()));
    }

    @Override
    public Optional<Milestone> named(SubjectId subject, String title) {
        return database.read(session -> session.one(
                "SELECT * FROM milestone WHERE subject_id = ? AND title = ?",
                SqliteMilestones::milestone,
                subject.value(),
                title));
    }

    @Override
    public void add(Milestone milestone, Operation operation) {
        database.write("milestone", session -> {
            session.update(
                    "INSERT INTO milestone (subject_id, title, description, tags, first_sequence, last_sequence, seconds,"
                            + " nanos) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    milestone.subject().value(),
                    milestone.title(),
                    milestone.description(),
                    Tags.join(milestone.tags()),
                    milestone.first(),
                    milestone.last(),
                    milestone.time().getEpochSecond(),
                    milestone.time().getNano());
            return SqliteAuditLog.insert(session, operation);
        });
    }

    @Override
    public void remove(Milestone milestone, Operation operation) {
        // On a full disk this may come before the removal that makes room.
        reserve.whenFull(() -> database.write("milestone", session -> {
            session.update(
                    "DELETE FROM milestone WHERE subject_id = ? AND title = ?",
                    milestone.subject().value(),
                    milestone.title());
            return SqliteAuditLog.insert(session, operation);
        }));
    }

    private static Milestone milestone(ResultSet row) throws SQLException {
        return new Milestone(
                new SubjectId(row.getLong("subject_id")),
                row.getString("title"),
                row.getString("description"),
                Tags.split(row.getString("tags")),
                row.getLong("first_sequence"),
                row.getLong("last_sequence"),
                Rows.time(row));
    }
}
