package io.snapdsl.engine.store;

import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Where snapshots live: the port that a storage module implements. The engine decides what is stored and when it may
 * go; a store keeps it, makes each call atomic, and survives a kill at any instant.
 */
public interface SnapshotStore extends AutoCloseable {
    SubjectRegistry subjects();

    /** The chains of subjects. */
    Catalog catalog();

    AuditLog auditLog();

    /** The agent runs that snapshots belong to. */
    Sessions sessions();

    /** What happened in them. */
    Events events();

    /** The chains of states. */
    Checkpoints checkpoints();

    /** Patches of snapshots that were merged into others. */
    PreservedPatches patches();

    /** Packs of chunks and trees, and the stat cache that goes with them. */
    ContentStore content();

    /** What no retention may remove. */
    Pins pins();

    /** Named ranges of the chains. */
    Milestones milestones();

    /** What was taken together. */
    Moments moments();

    /** What was begun on containers and has not ended. */
    ContainerWork containerWork();

    /** When policies last did something. */
    PolicyRuns policyRuns();

    StatedRules statedRules();

    /** What was read completely and found whole. */
    Verifications verifications();

    /** Keeps processes that share the store out of each other's way. */
    StoreLocks locks();

    StoreCheckup checkup();

    /** What tells this store from all others, for marks on what is kept elsewhere. It never changes. */
    String id();

    /**
     * Runs {@code work}, which changes a subject first and records that afterwards: with room for the record. On a full
     * disk it may use some of what was set aside.
     *
     * @param files about how many it writes
     * @throws io.snapdsl.engine.SnapdslException before {@code work} is begun, if there is no such room
     */
    <T> T withRoomToRecord(long files, Supplier<T> work);

    /** Does that with an empty store like this one, on the same disk, which is gone afterwards. */
    <T> T withScratch(Function<SnapshotStore, T> work);

    @Override
    void close();
}
