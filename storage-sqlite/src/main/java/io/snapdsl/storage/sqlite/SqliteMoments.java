package io.snapdsl.storage.sqlite;

import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.history.Operation;
import io.snapdsl.engine.history.Publication;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.history.Trigger;
import io.snapdsl.engine.moment.Moment;
import io.snapdsl.engine.moment.MomentId;
import io.snapdsl.engine.moment.Part;
import io.snapdsl.engine.state.Checkpoint;
import io.snapdsl.engine.state.CheckpointDraft;
import io.snapdsl.engine.store.Moments;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Moments as rows, and a row for each part. */
final class SqliteMoments implements Moments {
    private static final String SELECT = "SELECT * FROM moment ";

    private final Database database;
    private final Reserve reserve;
    private final SqliteCheckpoints checkpoints;

    SqliteMoments(Database database, Reserve reserve, SqliteCheckpoints checkpoints) {
        this.database = database;
        this.reserve = reserve;
        this.checkpoints = checkpoints;
    }

    @Override
    public Moment publish(
            List<Publication> snapshots, List<CheckpointDraft> drafts, Function<List<Checkpoint>, Moment> moment) {
        return reserve.whenLent(() -> database.write("moment", session -> {
            for (Publication publication : snapshots) {
                SqliteCatalog.append(session, publication.snapshot(), publication.operation());
            }
            Moment made = moment.apply(checkpoints.append(session, drafts));
            insert(session, made);
            SqliteAuditLog.insert(session, made.operation());
            return made;
        }));
    }

    private static void insert(Session session, Moment moment) throws SQLException {
        Moment.Facts facts = moment.facts();
        long number = session.insert(
                "INSERT INTO moment (id, seconds, nanos, spread, trigger, goal, session, policy)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                moment.id().hash().bytes(),
                facts.time().getEpochSecond(),
                facts.time().getNano(),
                facts.spread().toNanos(),
                facts.trigger().word(),
                facts.goal(),
                facts.session(),
                facts.policy());
        List<Part> parts = moment.parts();
        for (int position = 0; position < parts.size(); position++) {
            insert(session, number, position, parts.get(position));
        }
    }

    private static void insert(Session session, long moment, int position, Part part) throws SQLException {
        Optional<Part.OfCheckpoint> checkpoint =
                part instanceof Part.OfCheckpoint of ? Optional.of(of) : Optional.empty();
        session.update(
                "INSERT INTO moment_part (moment, position, subject_id, subject, is_new, snapshot, checkpoint, state)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                moment,
                position,
                part.subjectId().value(),
                part.subject(),
                part.isNew() ? 1 : 0,
                part instanceof Part.OfSnapshot of ? of.state().bytes() : null,
                checkpoint.map(Part.OfCheckpoint::number).orElse(null),
                checkpoint.map(of -> of.state().bytes()).orElse(null));
    }

    @Override
    public List<Moment> findByPrefix(String prefix, int limit) {
        byte[] low = HexFormat.of().parseHex(prefix + "0".repeat(2 * Hash.BYTES - prefix.length()));
        byte[] high = HexFormat.of().parseHex(prefix + "f".repeat(2 * Hash.BYTES - prefix.length()));
        return select("WHERE id BETWEEN ? AND ? LIMIT ?", low, high, limit);
    }

    @Override
    public Optional<Moment> back(long steps) {
        return select("ORDER BY number DESC LIMIT 1 OFFSET ?", steps).stream().findFirst();
    }

    @Override
    public List<Moment> newest(int limit) {
        return select("ORDER BY number DESC LIMIT ?", limit);
    }

    @Override
    public List<Moment> behind(MomentId moment, int limit) {
        return select(
                "WHERE number < (SELECT number FROM moment WHERE id = ?) ORDER BY number DESC LIMIT ?",
                moment.hash().bytes(),
                limit);
    }

    @Override
    public Optional<Moment> newestOf(SubjectId subject) {
        return select(
                        "WHERE number = (SELECT moment FROM moment_part WHERE subject_id = ? ORDER BY moment DESC LIMIT 1)",
                        subject.value())
                .stream()
                .findFirst();
    }

    @Override
    public Optional<Moment> newestFor(Set<Trigger> triggers) {
        String places = String.join(", ", Collections.nCopies(triggers.size(), "?"));
        Object[] words = triggers.stream().map(Trigger::word).toArray();
        return select("WHERE trigger IN (" + places + ") ORDER BY number DESC LIMIT 1", words).stream()
                .findFirst();
    }

    @Override
    public List<Moment> needing(SnapshotId snapshot) {
        return select(
                "WHERE number IN (SELECT moment FROM moment_part WHERE snapshot = ?) ORDER BY number DESC",
                snapshot.hash().bytes());
    }

    @Override
    public void remove(List<MomentId> moments, Operation operation) {
        reserve.whenFull(() -> database.write("moment-removal", session -> {
            for (MomentId moment : moments) {
                session.update("DELETE FROM moment WHERE id = ?", moment.hash().bytes());
            }
            return SqliteAuditLog.insert(session, operation);
        }));
    }

    private List<Moment> select(String condition, Object... parameters) {
        return database.read(session -> {
            List<Moment> moments = new ArrayList<>();
            for (Numbered found : session.all(SELECT + condition, SqliteMoments::numbered, parameters)) {
                moments.add(found.with(session.all(
                        "SELECT * FROM moment_part WHERE moment = ? ORDER BY position",
                        SqliteMoments::part,
                        found.number)));
            }
            return moments;
        });
    }

    /** A moment whose parts are still to be read. */
    private record Numbered(long number, Moment moment) {
        Moment with(List<Part> parts) {
            return new Moment(moment.id(), moment.facts().with(parts));
        }
    }

    private static Numbered numbered(ResultSet row) throws SQLException {
        Moment.Facts facts = new Moment.Facts(
                Rows.time(row),
                Duration.ofNanos(row.getLong("spread")),
                Trigger.fromWord(row.getString("trigger")),
                row.getString("goal"),
                row.getString("session"),
                row.getString("policy"),
                List.of());
        return new Numbered(row.getLong("number"), new Moment(id(row), facts));
    }

    private static Part part(ResultSet row) throws SQLException {
        SubjectId subject = new SubjectId(row.getLong("subject_id"));
        String name = row.getString("subject");
        boolean isNew = row.getBoolean("is_new");
        Optional<SnapshotId> snapshot = Rows.snapshotId(row, "snapshot");
        if (snapshot.isPresent()) {
            return new Part.OfSnapshot(subject, name, snapshot.get(), isNew);
        }
        byte[] state = row.getBytes("state");
        return state == null
                ? new Part.Absent(subject, name)
                : new Part.OfCheckpoint(subject, name, row.getLong("checkpoint"), Hash.fromBytes(state), isNew);
    }

    private static MomentId id(ResultSet row) throws SQLException {
        return new MomentId(Hash.fromBytes(row.getBytes("id")));
    }
}
