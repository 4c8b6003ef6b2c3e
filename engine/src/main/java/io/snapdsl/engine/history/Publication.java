package io.snapdsl.engine.history;

import java.util.Optional;

/** A snapshot that is ready to be appended to its chain, and the operation that makes it: they come together. */
public record Publication(Snapshot snapshot, Operation operation) {
    public static Publication of(Snapshot drafted) {
        Trigger trigger = drafted.note().trigger();
        return of(drafted, trigger == Trigger.MANUAL ? "snap" : trigger.word());
    }

    /** @param operation a name of its own in the audit log */
    public static Publication of(Snapshot drafted, String operation) {
        return new Publication(
                drafted,
                new Operation(
                        drafted.facts().time(),
                        operation,
                        Optional.of(drafted.subjectId()),
                        Optional.of(drafted.id()),
                        drafted.note().goal()));
    }
}
