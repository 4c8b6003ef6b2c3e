package io.snapdsl.engine.continuity;

import io.snapdsl.engine.capture.Capturing;
import io.snapdsl.engine.capture.Capturing.Captured;
import io.snapdsl.engine.capture.Coverage;
import io.snapdsl.engine.capture.SnapshotRecorder;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.continuity.Share.Part;
import io.snapdsl.engine.continuity.Unannounced.State;
import io.snapdsl.engine.history.ChainLink;
import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.tree.TreeReader;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Records what has changed for those who changed it, each a snapshot of its own, and leaves the rest for later: while one
 * agent is at work on some files, another's snapshot must not take them. What is recorded is then a state that never was on
 * disk, as with {@link Compensation}; the next capture sees what was left as a change since.
 */
public final class ShareRecorder {
    private final SnapshotStore store;
    private final Capturing capture;
    private final SnapshotRecorder recorder;
    private final ContentReader content;
    private final TreeReader trees;

    public ShareRecorder(SnapshotStore store, Capturing capture, Clock clock) {
        this.store = store;
        this.capture = capture;
        this.recorder = new SnapshotRecorder(store, clock);
        this.content = new ContentReader(store.content());
        this.trees = new TreeReader(content);
    }

    /** In this order; those in which nothing has changed, and which have nothing to take over, are left out. */
    public List<Snapshot> record(Workspace workspace, List<Share> shares) {
        return store.locks()
                .subject(workspace.id(), "taking a snapshot")
                .during(() -> store.locks().usingContent().during(() -> {
                    ChainLink.requireSound(store.catalog(), workspace.id());
                    Captured captured = capture.capture(workspace);
                    List<Snapshot> taken = new ArrayList<>();
                    for (Share share : shares) {
                        record(workspace, share, captured).ifPresent(taken::add);
                    }
                    return taken;
                }));
    }

    private Optional<Snapshot> record(Workspace workspace, Share share, Captured captured) {
        Optional<Snapshot> head = store.catalog().head(workspace.id()).filter(found -> !found.isRemoved());
        List<SnapshotId> claims = new Claims(store)
                .find(workspace, share.note()).stream()
                        .map(claim -> claim.from().id())
                        .toList();
        Optional<Captured> state = head.isEmpty() ? Optional.of(captured) : state(head.get(), share.part(), captured);
        if (state.isEmpty() && !claims.isEmpty()) {
            state = head.map(this::asIs);
        }
        Note note = share.note().claiming(claims);
        return state.map(found -> recorder.publish(workspace, found, note));
    }

    /** What there would be if only that part had changed; empty if nothing of it has. */
    private Optional<Captured> state(Snapshot head, Part part, Captured captured) {
        if (head.root().equals(captured.root())) {
            return Optional.empty();
        }
        if (part instanceof Part.AllBut all && all.paths().isEmpty()) {
            return Optional.of(captured);
        }
        Unannounced found = Unannounced.between(
                new State(head.root(), coverage(head)),
                new State(captured.root(), captured.coverage()),
                others(part),
                content);
        return found.changes().isEmpty()
                ? Optional.empty()
                : Optional.of(new Compensation(store.content(), trees).of(head.root(), found, captured));
    }

    private static Announcement others(Part part) {
        return part instanceof Part.AllBut all
                ? Announcement.of(all.paths())
                : Announcement.everythingBut(((Part.Only) part).paths());
    }

    private Captured asIs(Snapshot head) {
        return new Captured(head.root(), coverage(head), head.facts().coverage());
    }

    private Coverage coverage(Snapshot snapshot) {
        return Coverage.decode(content.chunk(snapshot.facts().coverage()));
    }
}
