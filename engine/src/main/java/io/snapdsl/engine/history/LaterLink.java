package io.snapdsl.engine.history;

import io.snapdsl.engine.store.AuditLog;
import io.snapdsl.engine.store.Catalog;
import io.snapdsl.engine.store.SnapshotStore;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Whether what is said to have become of an entry since is said on the other side too. That it was removed, or that another
 * one is shown in its place, is not part of its hash; but whoever looks for what it held is content with that.
 */
public final class LaterLink {
    /** What became of neighbours mostly is the same: they were merged, or removed, together. */
    private static final int KEPT = 16;

    private final Catalog catalog;
    private final AuditLog log;
    private final Map<SnapshotId, Set<SnapshotId>> replaced = new HashMap<>();
    private final Map<Long, Optional<Removal>> removals = new HashMap<>();

    /**
     * An operation that removed snapshots.
     *
     * @param result what it has put in their place, if it did
     * @param named the words of its entry in the log, among them the beginnings of ids
     */
    private record Removal(Optional<SnapshotId> result, Set<String> named) {
        static Removal of(Operation operation) {
            return new Removal(
                    operation.snapshot(),
                    new HashSet<>(List.of(operation.detail().split("[^0-9a-f]+"))));
        }
    }

    public LaterLink(SnapshotStore store) {
        this.catalog = store.catalog();
        this.log = store.auditLog();
    }

    /** What nobody else knows of. */
    public Optional<String> contradiction(Snapshot entry) {
        return entry.replacedBy()
                .filter(place -> !standsFor(place, entry))
                .map(place -> "it is said that " + place.shortHex() + " is shown in its place, which does not know")
                .or(() -> removal(entry));
    }

    /** As {@link #contradiction}, where it was looked at already what is shown in the place of what. */
    public Optional<String> removal(Snapshot entry) {
        return entry.removedBy()
                .filter(operation -> !removed(operation, entry))
                .map(operation -> "it is said that operation " + operation + " removed it, which does not know");
    }

    private boolean standsFor(SnapshotId place, Snapshot entry) {
        List<SnapshotId> replaces = entry.facts().replaces();
        return remembered(replaced, place, this::replacedBy)
                .containsAll(replaces.isEmpty() ? List.of(entry.id()) : replaces);
    }

    private Set<SnapshotId> replacedBy(SnapshotId place) {
        return catalog.find(place)
                .<Set<SnapshotId>>map(shown -> new HashSet<>(shown.facts().replaces()))
                .orElse(Set.of());
    }

    private boolean removed(long number, Snapshot entry) {
        Optional<Removal> removal = remembered(
                removals,
                number,
                any -> log.find(any).map(AuditLog.Logged::operation).map(Removal::of));
        return removal.isPresent()
                && removal.get()
                        .result()
                        .map(result -> standsFor(result, entry))
                        .orElseGet(() -> isNamed(removal.get().named(), entry));
    }

    /** Itself, or one that stood for it: the one that does so now, or an earlier one. */
    private boolean isNamed(Set<String> named, Snapshot entry) {
        Optional<SnapshotId> place = entry.replacedBy();
        if (named.contains(entry.id().shortHex())) {
            return true;
        } else if (place.filter(shown -> named.contains(shown.shortHex())).isPresent()) {
            return standsFor(place.get(), entry);
        }
        int length = entry.id().shortHex().length();
        return place.isPresent()
                && named.stream()
                        .filter(word -> word.length() == length)
                        .flatMap(word -> catalog.findByPrefix(word, 2).stream())
                        .anyMatch(shown -> standsFor(shown.id(), entry));
    }

    private static <K, V> V remembered(Map<K, V> known, K key, Function<K, V> reading) {
        if (known.size() > KEPT) {
            known.clear();
        }
        return known.computeIfAbsent(key, reading);
    }
}
