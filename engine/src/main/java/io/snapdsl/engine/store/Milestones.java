package io.snapdsl.engine.store;

import io.snapdsl.engine.history.Milestone;
import io.snapdsl.engine.history.Operation;
import io.snapdsl.engine.history.SubjectId;
import java.util.List;
import java.util.Optional;

/** The named ranges of each subject's chain. */
public interface Milestones {
    /** Oldest first. */
    List<Milestone> of(SubjectId subject);

    Optional<Milestone> named(SubjectId subject, String title);

    void add(Milestone milestone, Operation operation);

    void remove(Milestone milestone, Operation operation);
}
