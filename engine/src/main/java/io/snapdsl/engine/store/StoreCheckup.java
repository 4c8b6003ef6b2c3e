package io.snapdsl.engine.store;

import java.nio.file.Path;
import java.util.List;

/** What only the store itself can say about its health. */
public interface StoreCheckup {
    /** Damage in the store's own structures, in words; empty when there is none. */
    List<String> structuralDamage(boolean thorough);

    /** Where the store keeps its files on this machine. */
    Path directory();

    /** What it occupies on disk. */
    long bytesOnDisk();

    /** Facts worth knowing when something is wrong: versions, settings. */
    List<String> facts();
}
