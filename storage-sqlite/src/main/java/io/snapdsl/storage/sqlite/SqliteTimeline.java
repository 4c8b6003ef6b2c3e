package io.snapdsl.storage.sqlite;

import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.store.Timeline;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Answers questions about times from the index of present snapshots alone: each but the count is one step into it. */
final class SqliteTimeline implements Timeline {
    private static final String IS_PRESENT = "subject_id = ? AND removed_by IS NULL AND replaced_by IS NULL";
    private static final String PRESENT = " FROM snapshot WHERE " + IS_PRESENT;
    private static final String SELECT = "SELECT id, sequence, seconds, nanos" + PRESENT;
    private static final String NEWEST_FIRST = " ORDER BY seconds DESC, nanos DESC, sequence DESC LIMIT 1";

    /** Lazily: sessions without a snapshot of this subject are passed over one by one until there are enough. */
    private static final String NEWEST_SESSIONS =
            "SELECT id FROM (SELECT id FROM session ORDER BY started_seconds DESC,"
                    + " started_nanos DESC, id LIMIT -1) AS newest WHERE EXISTS (SELECT 1 FROM snapshot INDEXED BY"
                    + " snapshot_by_session WHERE session = newest.id AND session <> '' AND " + IS_PRESENT
                    + ") LIMIT ?";

    /**
     * From the sessions to their snapshots: left alone, SQLite goes through a subject's whole history for each session.
     * The part about the empty session says nothing new, but the index has only the others.
     */
    private static final String OF_NEWEST_SESSIONS = " FROM snapshot INDEXED BY snapshot_by_session WHERE session <> ''"
            + " AND session IN (" + NEWEST_SESSIONS + ") AND " + IS_PRESENT;

    private static final String BEFORE = "(SELECT earlier.id FROM snapshot AS earlier WHERE earlier.subject_id ="
            + " snapshot.subject_id AND earlier.sequence < snapshot.sequence AND earlier.removed_by IS NULL"
            + " AND earlier.replaced_by IS NULL ORDER BY earlier.sequence DESC LIMIT 1)";

    private final Database database;
    private final SubjectId subject;

    SqliteTimeline(Database database, SubjectId subject) {
        this.database = database;
        this.subject = subject;
    }

    @Override
    public Optional<Point> newestBefore(Instant time) {
        return database.read(session -> session.one(
                SELECT + " AND (seconds, nanos) < (?, ?)" + NEWEST_FIRST,
                SqliteTimeline::point,
                subject.value(),
                time.getEpochSecond(),
                time.getNano()));
    }

    @Override
    public Optional<Point> oldestFrom(Instant time) {
        return database.read(session -> session.one(
                SELECT + " AND (seconds, nanos) >= (?, ?) ORDER BY seconds, nanos, sequence LIMIT 1",
                SqliteTimeline::point,
                subject.value(),
                time.getEpochSecond(),
                time.getNano()));
    }

    @Override
    public Optional<Point> fromNewest(int number) {
        return database.read(session -> session.one(
                SELECT + " ORDER BY sequence DESC LIMIT 1 OFFSET ?",
                SqliteTimeline::point,
                subject.value(),
                number - 1));
    }

    @Override
    public Set<SnapshotId> ofNewestSessions(int number) {
        return ofNewestSessions("id", number);
    }

    @Override
    public Set<SnapshotId> beforeNewestSessions(int number) {
        return ofNewestSessions(BEFORE + " AS id", number);
    }

    private Set<SnapshotId> ofNewestSessions(String column, int number) {
        return database
                .read(session -> session.all(
                        "SELECT " + column + OF_NEWEST_SESSIONS,
                        row -> Rows.snapshotId(row, "id"),
                        subject.value(),
                        number,
                        subject.value()))
                .stream()
                .flatMap(Optional::stream)
                .collect(Collectors.toSet());
    }

    @Override
    public long count() {
        return database.read(session -> session.one("SELECT count(*)" + PRESENT, row -> row.getLong(1), subject.value())
                .orElseThrow());
    }

    private static Point point(ResultSet row) throws SQLException {
        return new Point(Rows.snapshotId(row, "id").orElseThrow(), row.getLong("sequence"), Rows.time(row));
    }
}
