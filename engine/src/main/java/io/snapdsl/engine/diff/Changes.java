package io.snapdsl.engine.diff;

import io.snapdsl.engine.history.ChangeCounts;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;

/** Differences, looked up each time they are asked for, however many there are. */
@FunctionalInterface
public interface Changes {
    /** Directories before what they contain, in the order of the paths. */
    void forEach(Consumer<Change> action);

    /** Those that people see. */
    default Changes visible() {
        return action -> forEach(change -> {
            if (change.isVisible()) {
                action.accept(change);
            }
        });
    }

    /** Of those that people see. */
    default ChangeCounts count() {
        Map<Change.Kind, Long> counts = new EnumMap<>(Change.Kind.class);
        visible().forEach(change -> counts.merge(change.kind(), 1L, Long::sum));
        return new ChangeCounts(
                counts.getOrDefault(Change.Kind.CREATED, 0L),
                counts.getOrDefault(Change.Kind.MODIFIED, 0L),
                counts.getOrDefault(Change.Kind.DELETED, 0L));
    }
}
