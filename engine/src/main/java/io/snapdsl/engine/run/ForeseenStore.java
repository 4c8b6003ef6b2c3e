package io.snapdsl.engine.run;

import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.history.ChangeCounts;
import io.snapdsl.engine.history.HookFailure;
import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.Subject.Birth;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.history.UnknownChanges;
import io.snapdsl.engine.policy.Declared;
import io.snapdsl.engine.policy.When;
import io.snapdsl.engine.store.AuditLog;
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
import io.snapdsl.engine.store.StatedRules;
import io.snapdsl.engine.store.StoreCheckup;
import io.snapdsl.engine.store.StoreLocks;
import io.snapdsl.engine.store.SubjectRegistry;
import io.snapdsl.engine.store.Verifications;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A store as it will be when a run has done what is planned so far. So a plan comes from the very decisions that the run
 * makes, and nothing of it is written.
 */
final class ForeseenStore implements SnapshotStore {
    private final SnapshotStore store;
    private final ForeseenCatalog catalog;
    private final Map<Declared, Workspace> firsts = new HashMap<>();

    ForeseenStore(SnapshotStore store) {
        this.store = store;
        this.catalog = new ForeseenCatalog(store.catalog());
    }

    /** It will be the newest of its subject. */
    void take(Snapshot snapshot) {
        catalog.take(snapshot);
    }

    /** A workspace that will be registered, and be taken for the first time. What it then holds is not known yet. */
    Workspace takeFirst(Declared.Workspace declared, When trigger, Instant time) {
        Workspace workspace = new Workspace(
                new SubjectId(-1 - firsts.size()),
                declared.name(),
                declared.directory(),
                new Birth(0, time),
                UnknownChanges.AUTO_INTEGRATE,
                declared.ignore(),
                HookFailure.PROCEED,
                OptionalInt.empty());
        Hash unknown = Hash.of(new byte[0]);
        take(Snapshot.of(new Snapshot.Facts(
                workspace.id(),
                workspace.name(),
                1,
                Optional.empty(),
                time,
                Note.of(trigger.trigger(), "", trigger.words(), ""),
                unknown,
                unknown,
                ChangeCounts.NONE,
                Optional.empty(),
                List.of())));
        firsts.put(declared, workspace);
        return workspace;
    }

    Optional<Workspace> first(Declared declared) {
        return Optional.ofNullable(firsts.get(declared));
    }

    boolean isToCome(SnapshotId id) {
        return catalog.isToCome(id);
    }

    void remove(Collection<SnapshotId> ids) {
        catalog.remove(ids);
    }

    @Override
    public SubjectRegistry subjects() {
        return store.subjects();
    }

    @Override
    public Catalog catalog() {
        return catalog;
    }

    @Override
    public AuditLog auditLog() {
        return store.auditLog();
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
    public StatedRules statedRules() {
        return store.statedRules();
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

    @Override
    public <T> T withScratch(Function<SnapshotStore, T> work) {
        throw new UnsupportedOperationException("nothing is recorded in a plan");
    }

    /** Whoever opened the store closes it. */
    @Override
    public void close() {}
}
