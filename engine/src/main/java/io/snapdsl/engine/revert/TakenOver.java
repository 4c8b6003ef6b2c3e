package io.snapdsl.engine.revert;

import io.snapdsl.engine.continuity.Claim;
import io.snapdsl.engine.continuity.Claims;
import io.snapdsl.engine.diff.Change;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.revert.Scope.Part;
import io.snapdsl.engine.tree.TreePath;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The unknown changes that the reverted snapshots took over: they go with them.
 *
 * @param parts one for each snapshot of unknown changes, with what any of the reverted ones took over from it
 * @param notes what that is, or why it stays
 */
record TakenOver(List<Part> parts, List<String> notes) {
    private static final int NAMED = 5;

    static TakenOver by(List<Part> reverted, Claims claims) {
        Set<SnapshotId> whole =
                reverted.stream().map(part -> part.snapshot().id()).collect(Collectors.toSet());
        Map<SnapshotId, Part> parts = new LinkedHashMap<>();
        List<String> notes = new ArrayList<>();
        for (Part part : reverted) {
            for (Claim claim : claims.of(part.snapshot())) {
                if (whole.contains(claim.from().id())) {
                    continue;
                }
                notes.add(note(part.snapshot(), claim));
                claim.before()
                        .map(before -> new Part(claim.from(), before, Optional.of(claim.changes())))
                        .ifPresent(found -> parts.merge(claim.from().id(), found, TakenOver::together));
            }
        }
        return new TakenOver(List.copyOf(parts.values()), notes);
    }

    private static Part together(Part one, Part other) {
        List<Change> changes = Stream.of(one, other)
                .flatMap(part -> part.only().orElseThrow().stream())
                .distinct()
                .toList();
        return new Part(one.snapshot(), one.before(), Optional.of(changes));
    }

    private static String note(Snapshot snapshot, Claim claim) {
        String what = "What " + snapshot.id().shortHex() + " took over from "
                + claim.from().id().shortHex();
        if (claim.before().isEmpty()) {
            return what + " stays: that snapshot, or the one before it, was removed.";
        }
        List<TreePath> paths = claim.paths();
        String named = paths.stream().limit(NAMED).map(TreePath::toString).collect(Collectors.joining(", "));
        return what + " is taken back too: " + named
                + (paths.size() > NAMED ? " and " + (paths.size() - NAMED) + " more" : "") + ".";
    }
}
