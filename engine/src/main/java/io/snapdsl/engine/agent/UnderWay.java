package io.snapdsl.engine.agent;

import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.tree.TreePath;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Who is at work in one workspace, and which tools are under way there. Known to its queue alone. */
final class UnderWay {
    /** A tool that was refused or interrupted never tells that it is done. */
    private static final Duration LONGEST = Duration.ofHours(1);

    /**
     * A tool that is under way.
     *
     * @param files those it changes; empty if it may change anything
     * @param head the newest snapshot when it began
     */
    record Use(
            String session, ToolCall call, Optional<Set<TreePath>> files, Optional<SnapshotId> head, Instant since) {}

    private final Set<String> atWork = new HashSet<>();
    /** Those at work that have told of a tool. */
    private final Set<String> tellingTools = new HashSet<>();

    private final List<Use> uses = new ArrayList<>();

    boolean begin(String session) {
        return atWork.add(session);
    }

    void end(String session) {
        atWork.remove(session);
        forget(session);
    }

    boolean isAlone(String session) {
        return atWork.stream().allMatch(session::equals);
    }

    /** Of a session that has begun something else: it waits for none of its tools any more. */
    void forget(String session) {
        uses.removeIf(use -> use.session().equals(session));
    }

    void begin(Use use) {
        uses.removeIf(old -> old.since().isBefore(use.since().minus(LONGEST)));
        uses.add(use);
        tellingTools.add(use.session());
    }

    boolean tellsTools(String session) {
        return tellingTools.contains(session);
    }

    Optional<Use> done(String session, ToolCall call) {
        Optional<Use> found = uses.stream()
                .filter(use -> use.session().equals(session) && use.call().isSameAs(call))
                .findFirst();
        found.ifPresent(uses::remove);
        return found;
    }

    /** Whether one of those may change anything. */
    boolean anyChangesAnything(Predicate<Use> whose) {
        return uses.stream().filter(whose).anyMatch(use -> use.files().isEmpty());
    }

    /** What those are known to change. */
    Set<TreePath> files(Predicate<Use> whose) {
        Set<TreePath> files = new HashSet<>();
        uses.stream().filter(whose).forEach(use -> use.files().ifPresent(files::addAll));
        return files;
    }

    static Predicate<Use> of(String session) {
        return use -> use.session().equals(session);
    }

    static Predicate<Use> notOf(String session) {
        return of(session).negate();
    }
}
