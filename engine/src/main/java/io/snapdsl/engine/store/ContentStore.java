package io.snapdsl.engine.store;

import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.content.SealedPack;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.tree.TreePath;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Packs of chunks, found by the chunks' hashes; and beside them the stat cache, which is only ever a short cut. */
public interface ContentStore {
    /** Where a chunk is: its bytes are {@code size} bytes at {@code offset} of the unpacked pack. */
    record Location(long pack, int offset, int size) {}

    /** A pack without its bytes, which take {@code storedSize} as stored and {@code rawSize} unpacked. */
    record PackIndex(long pack, int rawSize, int storedSize, List<SealedPack.Slot> slots) {}

    /** One directory as it was found by a capture. */
    record CachedDirectory(SubjectId subject, TreePath directory, Hash tree, byte[] stats) {}

    /** What is written together. The cache may only speak of content in this batch or an earlier one. */
    record Batch(List<SealedPack> packs, List<CachedDirectory> directories) {}

    record Sizes(long packs, long chunks, long storedBytes, long rawBytes, long fileBytes) {}

    Optional<Location> locate(Hash chunk);

    /** Whether there is no chunk at all. */
    boolean isEmpty();

    /** The pack as it was sealed, still compressed. */
    Optional<SealedPack> read(long pack);

    /** Whether the pack is there at all. */
    boolean holds(long pack);

    /** Writes the batches in order, all or none. Of a chunk that is there already, the first copy counts. */
    void write(List<Batch> batches);

    Optional<CachedDirectory> cached(SubjectId subject, TreePath directory);

    /** Makes the next capture of every subject read every file again. */
    void clearCache();

    void forEachPack(Consumer<PackIndex> action);

    /** Forgets the cached directories whose tree is dead. */
    void forgetDirectories(Predicate<Hash> isDead);

    /** Deletes packs and puts {@code replacements} in their place, in one step. */
    void replacePacks(List<Long> packs, List<SealedPack> replacements);

    /** Forgets chunks that turned out to be damaged, so that they are stored again when they turn up. */
    void forgetChunks(List<Hash> chunks);

    /** Gives the space of what was deleted back to the file system. */
    void reclaim();

    Sizes sizes();
}
