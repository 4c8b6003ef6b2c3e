package io.snapdsl.storage.sqlite;

import io.snapdsl.engine.files.NativePaths;
import io.snapdsl.engine.history.HookFailure;
import io.snapdsl.engine.history.Operation;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Subject.Birth;
import io.snapdsl.engine.history.Subject.Container;
import io.snapdsl.engine.history.Subject.State;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.history.UnknownChanges;
import io.snapdsl.engine.store.SubjectRegistry;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Subjects as rows, by way of {@link SubjectRows}. */
final class SqliteSubjects implements SubjectRegistry {
    private final Database database;

    SqliteSubjects(Database database) {
        this.database = database;
    }

    @Override
    public Workspace register(String name, Path directory, Birth birth) {
        return database.write("register", session -> SubjectRows.insertWorkspace(session, name, directory, birth));
    }

    @Override
    public Container registerContainer(String name, String engine, String containerName, String containerId) {
        return database.write(
                "register", session -> SubjectRows.insertContainer(session, name, engine, containerName, containerId));
    }

    @Override
    public State registerState(String name) {
        return database.write("register", session -> SubjectRows.insertState(session, name));
    }

    @Override
    public void relocate(SubjectId subject, Path place) {
        database.write(
                "relocate",
                session -> session.update(
                        "UPDATE subject SET location = ? WHERE id = ?", NativePaths.bytes(place), subject.value()));
    }

    @Override
    public void relocate(SubjectId container, String containerName, String containerId) {
        database.write(
                "relocate",
                session -> session.update(
                        "UPDATE container SET container_name = ?, container_id = ? WHERE subject_id = ?",
                        containerName,
                        containerId,
                        container.value()));
    }

    @Override
    public void setUnknownChanges(SubjectId workspace, UnknownChanges treatment, Operation operation) {
        database.write("configure", session -> {
            session.update("UPDATE subject SET unknown_changes = ? WHERE id = ?", treatment.word(), workspace.value());
            return SqliteAuditLog.insert(session, operation);
        });
    }

    @Override
    public void setIgnored(SubjectId workspace, Optional<List<String>> patterns, Operation operation) {
        database.write("configure", session -> {
            session.update(
                    "UPDATE subject SET ignored = ? WHERE id = ?",
                    patterns.map(lines -> String.join("\n", lines)).orElse(null),
                    workspace.value());
            return SqliteAuditLog.insert(session, operation);
        });
    }

    @Override
    public void setHookFailure(SubjectId workspace, HookFailure effect, Operation operation) {
        database.write("configure", session -> {
            session.update(
                    effect == HookFailure.BLOCK
                            ? "INSERT OR IGNORE INTO blocking (workspace_id) VALUES (?)"
                            : "DELETE FROM blocking WHERE workspace_id = ?",
                    workspace.value());
            return SqliteAuditLog.insert(session, operation);
        });
    }

    @Override
    public void setConsolidateAbove(SubjectId workspace, OptionalInt number, Operation operation) {
        database.write("configure", session -> {
            session.update(
                    "UPDATE subject SET consolidate_above = ? WHERE id = ?",
                    number.isPresent() ? number.getAsInt() : null,
                    workspace.value());
            return SqliteAuditLog.insert(session, operation);
        });
    }

    @Override
    public List<Subject> all() {
        return database.read(SubjectRows::all);
    }

    @Override
    public Optional<Subject> find(SubjectId id) {
        return database.read(session -> SubjectRows.find(session, id));
    }
}
