package io.snapdsl.engine.retention;

import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.store.Catalog;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Protects the newest snapshot of each subject, because the next one builds on it. */
public final class NewestOnly implements Function<Snapshot, Optional<String>> {
    private final Catalog catalog;
    private final Map<SubjectId, Optional<SnapshotId>> heads = new HashMap<>();

    public NewestOnly(Catalog catalog) {
        this.catalog = catalog;
    }

    @Override
    public Optional<String> apply(Snapshot snapshot) {
        return heads.computeIfAbsent(
                        snapshot.subjectId(), id -> catalog.head(id).map(Snapshot::id))
                .filter(snapshot.id()::equals)
                .map(newest -> "the newest of " + snapshot.facts().subject());
    }
}
