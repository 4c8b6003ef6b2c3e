package io.snapdsl.engine.milestone;

import io.snapdsl.engine.history.Snapshot;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What someone wants a milestone to span. */
public sealed interface Span {
    /** From the end of the milestone before, or the beginning, to the newest snapshot. */
    Span AUTOMATIC = new Range(Optional.empty(), Optional.empty());

    /** Every snapshot that was named. */
    List<Snapshot> named();

    Optional<Snapshot> first();

    Optional<Snapshot> last();

    /** Whether a snapshot that is not younger than the last belongs to it. */
    boolean includes(Snapshot snapshot);

    /** These snapshots and no others; at least one. */
    record Exactly(List<Snapshot> named) implements Span {
        public Exactly {
            named = named.stream()
                    .distinct()
                    .sorted(Comparator.comparing(Snapshot::sequence))
                    .toList();
        }

        @Override
        public Optional<Snapshot> first() {
            return Optional.of(named.get(0));
        }

        @Override
        public Optional<Snapshot> last() {
            return Optional.of(named.get(named.size() - 1));
        }

        @Override
        public boolean includes(Snapshot snapshot) {
            return named.stream().anyMatch(other -> other.id().equals(snapshot.id()));
        }
    }

    /** From one snapshot to another. An end that is left out is found. */
    record Range(Optional<Snapshot> first, Optional<Snapshot> last) implements Span {
        @Override
        public List<Snapshot> named() {
            return Stream.of(first, last).flatMap(Optional::stream).toList();
        }

        @Override
        public boolean includes(Snapshot snapshot) {
            return first.map(start -> start.sequence() <= snapshot.sequence()).orElse(true);
        }
    }
}
