package io.snapdsl.engine.revert;

import io.snapdsl.engine.diff.LineMerge.Overlaps;
import io.snapdsl.engine.tree.TreePath;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Collects what can't be taken back just so, and decides it as was asked for; what nobody decided stays as it is. */
final class Decisions {
    private final Optional<Resolution> resolution;
    private final List<Conflict> conflicts = new ArrayList<>();
    private final List<LeftAlone> leftAlone = new ArrayList<>();

    Decisions(Optional<Resolution> resolution) {
        this.resolution = resolution;
    }

    /** In the order of their paths. */
    List<Conflict> conflicts() {
        return conflicts.stream().sorted(Comparator.comparing(Conflict::path)).toList();
    }

    int conflictCount() {
        return conflicts.size();
    }

    List<LeftAlone> leftAlone() {
        return List.copyOf(leftAlone);
    }

    void leaveAlone(TreePath path, String reason) {
        leftAlone.add(new LeftAlone(path, reason));
    }

    void conflict(TreePath path, String reason) {
        conflicts.add(new Conflict(path, reason));
    }

    /** Whether the earlier state wins this conflict. */
    boolean takesTheirs(TreePath path, String reason) {
        conflict(path, reason);
        return resolution.equals(Optional.of(Resolution.THEIRS));
    }

    boolean wantsMarkers() {
        return resolution.equals(Optional.of(Resolution.MERGE_MARKERS));
    }

    Overlaps overlaps() {
        if (resolution.isEmpty()) {
            return Overlaps.BOTH;
        }
        return switch (resolution.get()) {
            case OURS -> Overlaps.OURS;
            case THEIRS -> Overlaps.THEIRS;
            case MERGE_MARKERS -> Overlaps.BOTH;
        };
    }

    int mode(TreePath path, int after, int before, int now) {
        if (before == after || before == now) {
            return now;
        }
        boolean changedSince = now != after;
        return !changedSince || takesTheirs(path, "has permissions that were changed since") ? before : now;
    }
}
