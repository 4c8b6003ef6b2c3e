package io.snapdsl.cli.command;

import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.content.DamagedContentException;
import io.snapdsl.engine.continuity.Claim;
import io.snapdsl.engine.continuity.Claims;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.shape.SnapShape;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.tree.TreePath;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Which unknown changes went from one snapshot to another, said of either. */
final class ClaimList {
    private static final int LISTED = 20;

    /** @param other the snapshot on the other side */
    private record Line(Snapshot other, List<TreePath> paths) {}

    private ClaimList() {}

    /** Under {@code claimed} what {@code snapshot} took over, under {@code claimedBy} what others took over from it. */
    static void show(Snapshot snapshot, SnapshotStore store, Output out, Map<String, Object> shape) {
        Claims claims = new Claims(store);
        List<Line> from = of(snapshot, claims).stream().map(ClaimList::line).toList();
        List<Line> by = store.catalog().claimersOf(snapshot).stream()
                .map(claimer -> new Line(claimer, takenFrom(snapshot, of(claimer, claims))))
                .toList();
        from.forEach(line -> out.line("took over  from " + text(line)));
        by.forEach(line -> out.line("taken over by " + text(line)));
        shape.put("claimed", shapesOf(from));
        shape.put("claimedBy", shapesOf(by));
    }

    /** {@code 1a2b3c4d5e: src/a, src/b}. */
    static String text(Claim claim) {
        return text(line(claim));
    }

    private static String text(Line line) {
        String id = line.other.id().shortHex();
        if (line.paths.isEmpty()) {
            return id + " (what can't be told any more)";
        }
        String listed =
                line.paths.stream().limit(LISTED).map(TreePath::toString).collect(Collectors.joining(", "));
        return id + ": " + listed
                + (line.paths.size() > LISTED
                        ? ", and " + (line.paths.size() - LISTED) + " more (--json lists all)"
                        : "");
    }

    private static Line line(Claim claim) {
        return new Line(claim.from(), claim.paths());
    }

    private static List<TreePath> takenFrom(Snapshot snapshot, List<Claim> claims) {
        return claims.stream()
                .filter(claim -> claim.from().id().equals(snapshot.id()))
                .flatMap(claim -> claim.paths().stream())
                .toList();
    }

    /** What can't be read is left to 'verify': the rest of the answer is still worth having. */
    private static List<Claim> of(Snapshot snapshot, Claims claims) {
        try {
            return claims.of(snapshot);
        } catch (DamagedContentException e) {
            return List.of();
        }
    }

    private static List<Map<String, Object>> shapesOf(List<Line> lines) {
        return lines.stream()
                .flatMap(line -> SnapShape.takenOver(line.other.id().hex(), line.paths).stream())
                .toList();
    }
}
