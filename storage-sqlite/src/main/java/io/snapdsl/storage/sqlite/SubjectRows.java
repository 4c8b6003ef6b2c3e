package io.snapdsl.storage.sqlite;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.files.NativePaths;
import io.snapdsl.engine.history.HookFailure;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Subject.Birth;
import io.snapdsl.engine.history.Subject.Container;
import io.snapdsl.engine.history.Subject.State;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.history.UnknownChanges;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Subjects as rows: one each, and for a container another beside it. */
final class SubjectRows {
    private static final String SELECT =
            "SELECT * FROM subject LEFT JOIN container ON container.subject_id = subject.id"
                    + " LEFT JOIN blocking ON blocking.workspace_id = subject.id ";
    private static final String INSERT =
            "INSERT INTO subject (kind, name, location, inode, seconds, nanos) VALUES (?, ?, ?, ?, ?, ?)";
    private static final byte[] NOWHERE = {};

    private SubjectRows() {}

    static List<Subject> all(Session session) throws SQLException {
        return session.all(SELECT + "ORDER BY name", SubjectRows::subject);
    }

    static Optional<Subject> find(Session session, SubjectId id) throws SQLException {
        return session.one(SELECT + "WHERE subject.id = ?", SubjectRows::subject, id.value());
    }

    static Workspace insertWorkspace(Session session, String name, Path directory, Birth birth) throws SQLException {
        long id = session.insert(
                INSERT,
                "workspace",
                free(session, name),
                NativePaths.bytes(directory),
                birth.inode(),
                birth.time().getEpochSecond(),
                birth.time().getNano());
        return (Workspace) find(session, new SubjectId(id)).orElseThrow();
    }

    static Container insertContainer(
            Session session, String name, String engine, String containerName, String containerId) throws SQLException {
        Optional<Subject> known = session.one(
                SELECT + "WHERE engine = ? AND container_id = ?", SubjectRows::subject, engine, containerId);
        if (known.isPresent()) {
            return (Container) known.get();
        }
        long id = session.insert(INSERT, "container", free(session, name), NOWHERE, 0, 0, 0);
        session.update(
                "INSERT INTO container (subject_id, engine, container_name, container_id) VALUES (?, ?, ?, ?)",
                id,
                engine,
                containerName,
                containerId);
        return (Container) find(session, new SubjectId(id)).orElseThrow();
    }

    static State insertState(Session session, String name) throws SQLException {
        Optional<Subject> known = session.one(SELECT + "WHERE name = ?", SubjectRows::subject, name);
        if (known.isPresent() && !(known.get() instanceof State)) {
            throw new SnapdslException(
                    ErrorCode.IN_USE,
                    "'" + name + "' is a " + known.get().kind() + " already, so no state can be called so.",
                    "Choose another name for the state.");
        }
        if (known.isEmpty()) {
            session.insert(INSERT, "state", name, NOWHERE, 0, 0, 0);
        }
        return (State) session.one(SELECT + "WHERE name = ?", SubjectRows::subject, name)
                .orElseThrow();
    }

    private static String free(Session session, String name) throws SQLException {
        String free = name;
        for (int i = 2; isTaken(session, free); i++) {
            free = name + "-" + i;
        }
        return free;
    }

    private static boolean isTaken(Session session, String name) throws SQLException {
        return session.one("SELECT 1 FROM subject WHERE name = ?", row -> true, name)
                .isPresent();
    }

    private static Subject subject(ResultSet row) throws SQLException {
        SubjectId id = new SubjectId(row.getLong("id"));
        String name = row.getString("name");
        return switch (row.getString("kind")) {
            case "workspace" -> workspace(id, name, row);
            case "container" ->
                new Container(
                        id,
                        name,
                        row.getString("engine"),
                        row.getString("container_name"),
                        row.getString("container_id"));
            case "state" -> new State(id, name, file(row.getBytes("location")));
            default -> throw new IllegalStateException("no kind of subject: " + row.getString("kind"));
        };
    }

    private static Optional<Path> file(byte[] location) {
        return location.length == 0 ? Optional.empty() : Optional.of(NativePaths.path(location));
    }

    private static Workspace workspace(SubjectId id, String name, ResultSet row) throws SQLException {
        return new Workspace(
                id,
                name,
                NativePaths.path(row.getBytes("location")),
                new Birth(row.getLong("inode"), Rows.time(row)),
                UnknownChanges.fromWord(row.getString("unknown_changes")),
                Optional.ofNullable(row.getString("ignored")).map(text -> List.of(text.split("\n"))),
                Rows.number(row, "workspace_id").isPresent() ? HookFailure.BLOCK : HookFailure.PROCEED,
                Rows.number(row, "consolidate_above")
                        .map(number -> OptionalInt.of(Math.toIntExact(number)))
                        .orElse(OptionalInt.empty()));
    }
}
