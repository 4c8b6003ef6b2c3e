package io.snapdsl.engine.history;

import io.snapdsl.engine.tree.TreePath;
import java.util.List;
import java.util.Optional;

/**
 * Who took a snapshot, and what for.
 *
 * @param policy the policy that wanted it, or empty
 * @param tags words to find it by, and for retention to go by; in order, each once
 * @param announced the files that the operation said it would change; empty when it announced none
 * @param origin for a restore, undo or redo: the snapshot whose state was brought back; for a revert: the newest one
 *     whose changes were taken back
 * @param claims the snapshots of unknown changes from which it took over those of its announced files that nobody had
 *     taken over before
 */
public record Note(
        Trigger trigger,
        String tool,
        String goal,
        String session,
        String policy,
        List<String> tags,
        List<TreePath> announced,
        Optional<SnapshotId> origin,
        List<SnapshotId> claims) {
    public Note {
        tags = tags.stream().distinct().sorted().toList();
        announced = List.copyOf(announced);
        claims = List.copyOf(claims);
    }

    public static Note manual(String tool, String goal, String session) {
        return of(Trigger.MANUAL, tool, goal, session);
    }

    public static Note of(Trigger trigger, String tool, String goal, String session) {
        return new Note(trigger, tool, goal, session, "", List.of(), List.of(), Optional.empty(), List.of());
    }

    public Note tagged(List<String> words) {
        return new Note(trigger, tool, goal, session, policy, Tags.checked(words), announced, origin, claims);
    }

    /**
     * For changes that were found on the way to something else. They belong to no session: whoever takes back one
     * session's work must not take back with it what others did.
     */
    public static Note unknownChanges(String goal) {
        return of(Trigger.UNKNOWN_CHANGE, "UnknownChangeIntegration", goal, "");
    }

    public Note announcing(List<TreePath> files) {
        return new Note(trigger, tool, goal, session, policy, tags, files, origin, claims);
    }

    /** The same, but of no session. */
    public Note ofNobody() {
        return new Note(trigger, tool, goal, "", policy, tags, announced, origin, claims);
    }

    public Note wantedBy(String name) {
        return new Note(trigger, tool, goal, session, name, tags, announced, origin, claims);
    }

    public Note from(SnapshotId source) {
        return new Note(trigger, tool, goal, session, policy, tags, announced, Optional.of(source), claims);
    }

    public Note claiming(List<SnapshotId> unknownChanges) {
        return new Note(trigger, tool, goal, session, policy, tags, announced, origin, unknownChanges);
    }
}
