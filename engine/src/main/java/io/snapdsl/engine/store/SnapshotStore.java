package io.snapdsl.engine.store;

/**
 * Where snapshots live: the port that a storage module implements. The engine decides what is stored and when it may
 * go; a store keeps it, makes each call atomic, and survives a kill at any instant.
 */
public interface SnapshotStore extends AutoCloseable {
    /** Subjects, their chains, and the audit log. */
    Catalog catalog();

    /** The agent runs that snapshots belong to. */
    Sessions sessions();

    /** Patches of snapshots that were merged into others. */
    PreservedPatches patches();

    /** Packs of chunks and trees, and the stat cache that goes with them. */
    ContentStore content();

    /** What no retention may remove. */
    Pins pins();

    /** Named ranges of the chains. */
    Milestones milestones();

    /** When policies last did something. */
    PolicyRuns policyRuns();

    /** Keeps processes that share the store out of each other's way. */
    StoreLocks locks();

    StoreCheckup checkup();

    @Override
    void close();
}
