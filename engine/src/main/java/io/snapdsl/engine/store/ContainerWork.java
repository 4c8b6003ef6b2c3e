package io.snapdsl.engine.store;

import io.snapdsl.engine.history.SubjectId;
import java.util.List;
import java.util.Optional;

/**
 * What was begun on containers and has not ended. It is written down before each step that would have to be taken back, so
 * that whoever comes after a kill knows what was paused, made or set aside.
 */
public interface ContainerWork {
    /**
     * @param step what is being done
     * @param details what it takes to finish it or take it back, in the words of whoever does it
     */
    record Entry(SubjectId subject, String step, String details) {}

    Optional<Entry> of(SubjectId subject);

    List<Entry> all();

    /** Takes the place of what was said of the same subject before. On the disk when this returns. */
    void put(Entry entry);

    void clear(SubjectId subject);
}
