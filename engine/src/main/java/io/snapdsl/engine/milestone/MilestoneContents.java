package io.snapdsl.engine.milestone;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.capture.StateComparison;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.history.ChangeCounts;
import io.snapdsl.engine.history.Milestone;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.tree.ByteText;
import java.util.List;

/** What a milestone spans, and what happened in it. */
public final class MilestoneContents {
    private final SnapshotStore store;

    public MilestoneContents(SnapshotStore store) {
        this.store = store;
    }

    public Milestone named(Workspace workspace, String title) {
        return store.milestones()
                .named(workspace.id(), title.strip())
                .orElseThrow(() -> new SnapdslException(
                        ErrorCode.UNKNOWN_MILESTONE,
                        workspace.name() + " has no milestone '" + ByteText.display(title.strip()) + "'.",
                        "'snapdsl milestone list' shows those there are."));
    }

    /** Oldest first, removed ones too. */
    public List<Snapshot> snapshots(Milestone milestone) {
        return chain(milestone).entries(milestone.first(), milestone.last());
    }

    public Snapshot last(Milestone milestone) {
        return store.catalog()
                .atSequence(milestone.subject(), milestone.last())
                .orElseThrow(() -> new IllegalStateException("a milestone's last snapshot is never replaced"));
    }

    /** From before its first snapshot to its last. */
    public ChangeCounts changes(Milestone milestone) {
        return StateComparison.between(
                        chain(milestone).contentBefore(milestone.first()),
                        last(milestone),
                        new ContentReader(store.content()))
                .count();
    }

    private Chain chain(Milestone milestone) {
        return new Chain(store.catalog(), milestone.subject());
    }
}
