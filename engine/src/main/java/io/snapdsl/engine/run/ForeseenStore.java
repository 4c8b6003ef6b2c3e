package io.snapdsl.engine.run;

import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.store.Catalog;
import io.snapdsl.engine.store.Checkpoints;
import io.snapdsl.engine.store.ContainerWork;
import io.snapdsl.engine.store.ContentStore;
import io.snapdsl.engine.store.Events;
import io.snapdsl.engine.store.Milestones;
import io.snapdsl.engine.store.Moments;
import io.snapdsl.engine.store.Pins;
import io.snapdsl.engine.store.PolicyRuns;
import io.snapdsl.engine.store.PreservedPatches;
import io.snapdsl.engine.store.Sessions;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.store.StoreCheckup;
import io.snapdsl.engine.store.StoreLocks;
import io.snapdsl.engine.store.Verifications;
import java.util.Collection;
import java.util.function.Supplier;

/**
 * A store as it will be when a run has done what is planned so far. So a plan comes from the very decisions that the run
 * makes, and nothing of it is written.
 */
final class ForeseenStore implements SnapshotStore {
    private final SnapshotStore store;
    private final ForeseenCatalog catalog;

    ForeseenStore(SnapshotStore store) {
        this.store = store;
        this.catalog = new ForeseenCatalog(store.catalog());
    }

    /** It will be the newest of its subject. */
    void take(Snapshot snapshot) {
        catalog.take(snapshot);
    }

    boolean isToCome(SnapshotId id) {
        return catalog.isToCome(id);
    }

    void remove(Collection<SnapshotId> ids) {
        catalog.remove(ids);
    }

    @Override
    public Catalog catalog() {
        return catalog;
    }

    @Override
    public Sessions sessions() {
        return store.sessions();
    }

    @Override
    public Events events() {
        return store.events();
    }

    @Override
    public Checkpoints checkpoints() {
        return store.checkpoints();
    }

    @Override
    public PreservedPatches patches() {
        return store.patches();
    }

    @Override
    public ContentStore content() {
        return store.content();
    }

    @Override
    public Pins pins() {
        return store.pins();
    }

    @Override
    public Milestones milestones() {
        return store.milestones();
    }

    @Override
    public Moments moments() {
        return store.moments();
    }

    @Override
    public ContainerWork containerWork() {
        return store.containerWork();
    }

    @Override
    public PolicyRuns policyRuns() {
        return store.policyRuns();
    }

    @Override
    public Verifications verifications() {
        return store.verifications();
    }

    @Override
    public StoreLocks locks() {
        return store.locks();
    }

    @Override
    public StoreCheckup checkup() {
        return store.checkup();
    }

    @Override
    public String id() {
        return store.id();
    }

    @Override
    public <T> T withRoomToRecord(long files, Supplier<T> work) {
        throw new UnsupportedOperationException("nothing is recorded in a plan");
    }

    /** Whoever opened the store closes it. */
    @Override
    public void close() {}
}
