package io.snapdsl.engine.verify;

import io.snapdsl.engine.moment.Moment;
import io.snapdsl.engine.moment.Part;
import io.snapdsl.engine.store.SnapshotStore;

/** Whether moments are what was recorded, and all that they are made of is there. */
final class MomentCheck {
    private final SnapshotStore store;
    private final VerifyReport report;

    MomentCheck(SnapshotStore store, VerifyReport report) {
        this.store = store;
        this.report = report;
    }

    void check() {
        store.moments().newest(Integer.MAX_VALUE).forEach(this::check);
    }

    private void check(Moment moment) {
        String name = "The moment " + moment.id().shortHex();
        if (!moment.isIntact()) {
            report.structure(name + " was altered: its entry does not match its id.");
        }
        moment.parts().stream()
                .filter(part -> !isThere(part))
                .forEach(part -> report.structure(name + " lacks what it needs of " + part.subject() + "."));
    }

    private boolean isThere(Part part) {
        if (part instanceof Part.Absent) {
            return true;
        }
        if (part instanceof Part.OfCheckpoint of) {
            return store.checkpoints()
                    .find(of.subjectId(), of.number())
                    .filter(checkpoint -> checkpoint.entry().hash().equals(of.state()))
                    .isPresent();
        }
        return store.catalog()
                .find(((Part.OfSnapshot) part).snapshot())
                .filter(snapshot -> !snapshot.isRemoved())
                .isPresent();
    }
}
