package io.snapdsl.engine.store;

import io.snapdsl.engine.history.HookFailure;
import io.snapdsl.engine.history.Operation;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.history.UnknownChanges;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** What is protected, where it is, and how it is treated. */
public interface SubjectRegistry {
    /** Adds a workspace under {@code name}, or under {@code name-2}, {@code name-3}… if that is taken. */
    Subject.Workspace register(String name, Path directory, Subject.Birth birth);

    /** A workspace was moved, or a state's file is another: the same subject, elsewhere. */
    void relocate(SubjectId subject, Path place);

    /**
     * Adds a container under {@code name}, or under {@code name-2}, {@code name-3}… if that is taken. One that is there
     * already, by its engine and its id, is answered as it is.
     */
    Subject.Container registerContainer(String name, String engine, String containerName, String containerId);

    /**
     * A container was renamed, or replaced by one with another id: the same subject. No other subject may have that id.
     */
    void relocate(SubjectId container, String containerName, String containerId);

    /**
     * Adds a state. One that is there already is answered as it is.
     *
     * @throws io.snapdsl.engine.SnapdslException {@code IN_USE} if something else has that name
     */
    Subject.State registerState(String name);

    /** From now on unknown changes of {@code workspace} are treated so. */
    void setUnknownChanges(SubjectId workspace, UnknownChanges treatment, Operation operation);

    /** From now on snapshots of {@code workspace} leave these out; empty: what its directory's own rules say. */
    void setIgnored(SubjectId workspace, Optional<List<String>> patterns, Operation operation);

    /** From now on this is what a failure means to agents at work in {@code workspace}. */
    void setHookFailure(SubjectId workspace, HookFailure effect, Operation operation);

    /** From now on a snap of {@code workspace} merges old snapshots when it shows more than this many; empty: never. */
    void setConsolidateAbove(SubjectId workspace, OptionalInt number, Operation operation);

    List<Subject> all();

    Optional<Subject> find(SubjectId id);
}
