package io.snapdsl.engine.consolidation;

import io.snapdsl.engine.capture.Coverage;
import io.snapdsl.engine.capture.EditedCoverage;
import io.snapdsl.engine.capture.StateComparison;
import io.snapdsl.engine.consolidation.Strategy.Span;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.content.ContentWriter;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.diff.TreeComparison;
import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.history.Operation;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.Trigger;
import io.snapdsl.engine.store.Catalog.Merge;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.tree.TreeReader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes the entries that take the place of spans, from the oldest span to the newest. */
final class Merging {
    private static final int GOAL_LENGTH = 200;

    private final SnapshotStore store;
    private final ContentReader content;
    private final TreeReader trees;
    private final SpanRoots roots;
    private final StandingGroups standing;
    private final String strategy;
    private final Instant now;
    /** The last member that was merged and what it became: the catalog may not know of it yet. */
    private Optional<Snapshot> lastMember = Optional.empty();

    private Optional<Snapshot> lastResult = Optional.empty();

    Merging(SnapshotStore store, String strategy, Instant now) {
        this.store = store;
        this.content = new ContentReader(store.content());
        this.trees = new TreeReader(content);
        this.roots = new SpanRoots(store);
        this.standing = new StandingGroups(store.catalog());
        this.strategy = strategy;
        this.now = now;
    }

    List<Merge> merge(Span span) {
        Snapshot oldest = span.members().get(0);
        Optional<Hash> before = store.catalog().contentBefore(oldest).map(Snapshot::root);
        Optional<Snapshot> shown = store.catalog().before(oldest);
        Optional<SnapshotId> previous =
                (shown.isPresent() && shown.equals(lastMember) ? lastResult : shown).map(Snapshot::id);
        List<Hash> contents = roots.of(span, before);
        BitSet stands = standing.of(span);
        List<Merge> merges = new ArrayList<>();
        for (int i = 0; i < contents.size(); i++) {
            List<Snapshot> group = span.groups().get(i);
            Snapshot result = stands.get(i) ? group.get(0) : result(group, previous, before, contents.get(i));
            if (!stands.get(i)) {
                merges.add(new Merge(result, group.stream().map(Snapshot::id).toList(), operation(result, group)));
            }
            previous = Optional.of(result.id());
            before = Optional.of(result.root());
            lastMember = Optional.of(SpanRoots.newest(group));
            lastResult = Optional.of(result);
        }
        return merges;
    }

    private Snapshot result(List<Snapshot> group, Optional<SnapshotId> previous, Optional<Hash> before, Hash root) {
        Snapshot.Facts newest = SpanRoots.newest(group).facts();
        Coverage captured = Coverage.decode(content.chunk(newest.coverage()));
        return Snapshot.of(new Snapshot.Facts(
                newest.subjectId(),
                newest.subject(),
                newest.sequence(),
                previous,
                newest.time(),
                note(group),
                root,
                coverage(newest, root, captured),
                new StateComparison(trees, before, root, captured).count(),
                newest.git(),
                group.stream().flatMap(Merging::standsFor).toList()));
    }

    /** What a result holds that never was on disk has to be counted. */
    private Hash coverage(Snapshot.Facts newest, Hash root, Coverage captured) {
        if (newest.root().equals(root)) {
            return newest.coverage();
        }
        try (ContentWriter writer = new ContentWriter(store.content())) {
            Coverage edited = EditedCoverage.of(root, newest.root(), captured, new TreeComparison(trees));
            Hash stored = writer.addObject(edited.encode());
            writer.finish();
            return stored;
        }
    }

    private static Stream<SnapshotId> standsFor(Snapshot member) {
        List<SnapshotId> replaces = member.facts().replaces();
        return replaces.isEmpty() ? Stream.of(member.id()) : replaces.stream();
    }

    private static Note note(List<Snapshot> group) {
        List<String> tags = group.stream()
                .flatMap(member -> member.note().tags().stream())
                .distinct()
                .toList();
        return Note.of(
                        Trigger.CONSOLIDATION,
                        tool(group),
                        goals(group),
                        group.get(0).note().session())
                .tagged(tags);
    }

    /** The one that made all of them; the session always is one. */
    private static String tool(List<Snapshot> group) {
        List<String> tools =
                group.stream().map(member -> member.note().tool()).distinct().toList();
        return tools.size() == 1 ? tools.get(0) : "";
    }

    private static String goals(List<Snapshot> group) {
        String all = group.stream()
                .map(member -> member.note().goal().strip())
                .filter(goal -> !goal.isEmpty())
                .distinct()
                .collect(Collectors.joining("; "));
        if (all.codePointCount(0, all.length()) <= GOAL_LENGTH) {
            return all;
        }
        return all.substring(0, all.offsetByCodePoints(0, GOAL_LENGTH - 1)) + "…";
    }

    private Operation operation(Snapshot result, List<Snapshot> group) {
        String members = group.stream().map(member -> "#" + member.sequence()).collect(Collectors.joining(" "));
        return new Operation(
                now,
                "consolidate",
                Optional.of(result.subjectId()),
                Optional.of(result.id()),
                strategy + " of " + members);
    }
}
