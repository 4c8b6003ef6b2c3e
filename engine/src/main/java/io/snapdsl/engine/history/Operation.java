package io.snapdsl.engine.history;

import java.time.Instant;
import java.util.Optional;

/** An entry of the audit log: something that changed the store or a subject, and why. */
public record Operation(
        Instant time, String kind, Optional<SubjectId> subject, Optional<SnapshotId> snapshot, String detail) {}
