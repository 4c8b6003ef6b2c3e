package io.snapdsl.engine.consolidation;

import io.snapdsl.engine.Failpoint;
import io.snapdsl.engine.Progress;
import io.snapdsl.engine.consolidation.Strategy.Span;
import io.snapdsl.engine.content.Content;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.diff.TreeComparison;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.retention.Removal;
import io.snapdsl.engine.store.Catalog.Merge;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.tree.TreeReader;
import java.time.Clock;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ObjIntConsumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Merges snapshots into fewer. The recorded chain is never rewritten: the entries stay, and a consolidated one is shown
 * in their place. See docs/decisions/008-consolidation.md.
 */
public final class Consolidation {
    /** Of which snapshots. */
    public sealed interface Scope {
        boolean contains(Snapshot snapshot);
    }

    /** Just these. */
    public record Only(Set<SnapshotId> ids) implements Scope {
        public Only {
            ids = Set.copyOf(ids);
        }

        @Override
        public boolean contains(Snapshot snapshot) {
            return ids.contains(snapshot.id());
        }
    }

    /** Sequence numbers, both included. */
    public record Range(long first, long last) implements Scope {
        public static final Range EVERYTHING = new Range(0, Long.MAX_VALUE);

        @Override
        public boolean contains(Snapshot snapshot) {
            return first <= snapshot.sequence() && snapshot.sequence() <= last;
        }
    }

    /**
     * What to merge.
     *
     * @param minimum how many have to belong together before it is worth it: 2 or more
     * @param keepOriginals only mark them, so that their content can still be used
     * @param preserveDiffs keep what each of them changed as a patch
     */
    public record Request(Strategy strategy, int minimum, Scope scope, boolean keepOriginals, boolean preserveDiffs) {}

    /** Snapshots that would become one, and about how many bytes that would free. */
    public record Candidate(List<Snapshot> members, long bytesEstimated) {}

    /**
     * @param bytesFreed what the store shrank by on disk; 0 when it grew
     * @param bytesAdded what it grew by, because the preserved patches take more than what went
     */
    public record Consolidated(List<Snapshot> originals, List<Snapshot> results, long bytesFreed, long bytesAdded) {}

    /** How many are merged in one transaction, if no span is larger. */
    private static final int MEMBERS_PER_TRANSACTION = 1_000;

    private final SnapshotStore store;
    private final Clock clock;
    private final Progress progress;
    private final Candidates candidates;

    /** @param isProtected what must stay as it is */
    public Consolidation(SnapshotStore store, Clock clock, Progress progress, Predicate<Snapshot> isProtected) {
        this.store = store;
        this.clock = clock;
        this.progress = progress;
        TreeComparison comparison = new TreeComparison(new TreeReader(new ContentReader(store.content())));
        this.candidates = new Candidates(store.catalog(), comparison, isProtected);
    }

    /** What {@link #consolidate} would merge, oldest first. */
    public List<Candidate> candidates(Workspace workspace, Request request) {
        return store.locks().usingContent().during(() -> {
            List<Span> spans = candidates.find(workspace.id(), request);
            List<List<Long>> bytes = new SpaceEstimate(store, progress).of(spans);
            List<Candidate> found = new ArrayList<>();
            StandingGroups standing = new StandingGroups(store.catalog());
            for (int i = 0; i < spans.size(); i++) {
                List<List<Snapshot>> groups = spans.get(i).groups();
                BitSet stands = standing.of(spans.get(i));
                for (int j = stands.nextClearBit(0); j < groups.size(); j = stands.nextClearBit(j + 1)) {
                    found.add(new Candidate(
                            groups.get(j),
                            request.keepOriginals() ? 0 : bytes.get(i).get(j)));
                }
            }
            return found;
        });
    }

    /**
     * First the catalog shows the results, then the content that only the originals had goes: a kill in between leaves
     * content that nobody refers to, which the next sweep takes.
     */
    public Consolidated consolidate(Workspace workspace, Request request) {
        return consolidate(workspace, request, (removal, merged) -> removal.sweepAfter(merged, "merged"));
    }

    /** As {@link #consolidate}, but nobody is waited for: while others use content, the next sweep gives space back. */
    public Consolidated consolidateInPassing(Workspace workspace, Request request) {
        return consolidate(workspace, request, (removal, merged) -> removal.sweepIfFree());
    }

    private Consolidated consolidate(Workspace workspace, Request request, ObjIntConsumer<Removal> sweeping) {
        long before = store.checkup().bytesOnDisk();
        List<Snapshot> originals = new ArrayList<>();
        List<Snapshot> results = new ArrayList<>();
        store.locks()
                .subject(workspace.id(), "consolidating snapshots")
                .during(() -> store.locks().usingContent().during(() -> {
                    merge(candidates.find(workspace.id(), request), request, originals, results);
                    return null;
                }));
        if (!results.isEmpty() && !request.keepOriginals()) {
            sweeping.accept(new Removal(store, clock, progress), originals.size());
        }
        long freed = before - store.checkup().bytesOnDisk();
        return new Consolidated(originals, results, Math.max(0, freed), Math.max(0, -freed));
    }

    private void merge(List<Span> spans, Request request, List<Snapshot> originals, List<Snapshot> results) {
        Merging merging = new Merging(store, request.strategy().word(), clock.instant());
        PatchKeeping patches = new PatchKeeping(store);
        List<Merge> waiting = new ArrayList<>();
        Map<SnapshotId, Content> kept = new HashMap<>();
        progress.begin(
                "merging snapshots",
                "snapshot",
                spans.stream().mapToInt(span -> span.members().size()).sum());
        for (Span span : spans) {
            List<Merge> merges = merging.merge(span);
            waiting.addAll(merges);
            List<Snapshot> merged = merged(span, merges);
            originals.addAll(merged);
            if (request.preserveDiffs()) {
                kept.putAll(patches.keep(merged));
            }
            progress.advance(span.members().size(), 0);
            if (waiting.stream().mapToInt(merge -> merge.members().size()).sum() >= MEMBERS_PER_TRANSACTION) {
                publish(waiting, kept, request, results);
            }
        }
        publish(waiting, kept, request, results);
    }

    /** One that stands where it stood is not merged. */
    private static List<Snapshot> merged(Span span, List<Merge> merges) {
        Set<SnapshotId> ids =
                merges.stream().flatMap(merge -> merge.members().stream()).collect(Collectors.toSet());
        return span.members().stream()
                .filter(member -> ids.contains(member.id()))
                .toList();
    }

    private void publish(List<Merge> waiting, Map<SnapshotId, Content> kept, Request request, List<Snapshot> results) {
        if (waiting.isEmpty()) {
            return;
        }
        Failpoint.reach("consolidate.built");
        store.catalog().consolidate(waiting, kept, !request.keepOriginals());
        waiting.forEach(merge -> results.add(merge.result()));
        waiting.clear();
        kept.clear();
    }
}
