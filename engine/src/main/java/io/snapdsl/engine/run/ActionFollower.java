package io.snapdsl.engine.run;

import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.history.Trigger;
import io.snapdsl.engine.store.AuditLog.Logged;
import io.snapdsl.engine.store.SnapshotStore;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Notices what agents record in the store, from whatever process: by the audit log, which every change goes through. */
final class ActionFollower {
    /** @param session the agent's run that it was a step of, or empty */
    record Action(SnapshotId snapshot, SubjectId subject, String session) {}

    private static final int AT_A_TIME = 100;

    private final SnapshotStore store;
    private long seen;

    /** What has been done until now is known already. */
    ActionFollower(SnapshotStore store) {
        this.store = store;
        this.seen = store.auditLog().newestNumber();
    }

    /** @param action is told what was done since the last look, oldest first */
    void look(Consumer<Action> action) {
        List<Logged> found;
        do {
            found = store.auditLog().after(seen, AT_A_TIME);
            for (Logged logged : found) {
                seen = logged.number();
                action(logged).ifPresent(action);
            }
        } while (found.size() == AT_A_TIME);
    }

    private Optional<Action> action(Logged logged) {
        return logged.operation()
                .snapshot()
                .flatMap(store.catalog()::find)
                .filter(snapshot -> isAction(snapshot.note()))
                .map(snapshot -> new Action(
                        snapshot.id(), snapshot.subjectId(), snapshot.note().session()));
    }

    /** An agent's: somebody who says by what tool, in which run or to which files. What policies take is nobody's action. */
    static boolean isAction(Note note) {
        boolean byAgent = !note.tool().isEmpty()
                || !note.session().isEmpty()
                || !note.announced().isEmpty();
        return note.policy().isEmpty()
                && (note.trigger() == Trigger.ACTION || note.trigger() == Trigger.MANUAL && byAgent);
    }
}
