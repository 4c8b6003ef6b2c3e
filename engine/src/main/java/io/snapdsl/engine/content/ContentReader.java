package io.snapdsl.engine.content;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.store.ContentStore;
import io.snapdsl.engine.store.ContentStore.Location;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/** Reads chunks back and never hands out bytes that are not those their hash names. */
public final class ContentReader {
    /** Unpacked packs kept at hand: neighbouring files come from the same few. */
    private static final long CACHED_BYTES = 24L << 20;

    private final ContentStore store;
    private final Function<SealedPack, byte[]> unpacking;
    private final LinkedHashMap<Long, byte[]> packs = new LinkedHashMap<>(16, 0.75f, true);
    private long cachedBytes;

    /** Hands out all that is right, also of a pack that has come to harm elsewhere. */
    public ContentReader(ContentStore store) {
        this(store, SealedPack::unpackAnyway);
    }

    private ContentReader(ContentStore store, Function<SealedPack, byte[]> unpacking) {
        this.store = store;
        this.unpacking = unpacking;
    }

    /** For those who check: nothing of a pack is handed out that is not, to the bit, what was written. */
    public static ContentReader strict(ContentStore store) {
        return new ContentReader(store, SealedPack::unpack);
    }

    /** The bytes of a chunk, checked against its hash. */
    public byte[] chunk(Hash hash) {
        Location location = locate(hash);
        byte[] pack;
        try {
            pack = unpacked(location.pack());
        } catch (DamagedContentException e) {
            // Another process may have moved the chunk to a new pack since we looked.
            Location again = locate(hash);
            if (again.equals(location)) {
                throw e;
            }
            location = again;
            pack = unpacked(location.pack());
        }
        int end = location.offset() + location.size();
        if (location.offset() < 0 || location.size() < 0 || end < 0 || end > pack.length) {
            throw new DamagedContentException("chunk " + hash + " lies outside of its pack");
        }
        if (!Hash.of(pack, location.offset(), location.size()).equals(hash)) {
            throw new DamagedContentException("chunk " + hash + " has other bytes than it was stored with");
        }
        return Arrays.copyOfRange(pack, location.offset(), end);
    }

    private Location locate(Hash hash) {
        return sound(() -> store.locate(hash))
                .orElseThrow(() -> new DamagedContentException("chunk " + hash + " is missing from the store"));
    }

    /** Writes a file's bytes to {@code out}, chunk by chunk. */
    public void copy(Content content, OutputStream out) throws IOException {
        if (!content.split()) {
            out.write(chunk(content.hash()));
            return;
        }
        for (ChunkList.Chunk chunk : chunks(content)) {
            out.write(chunk(chunk.hash()));
        }
    }

    /** The chunks of a split file, in order. */
    public List<ChunkList.Chunk> chunks(Content content) {
        return ChunkList.decode(chunk(content.hash())).chunks();
    }

    /** Damage to the store's own structure is damage to what would have been read, and to nothing else. */
    private static <T> T sound(Supplier<T> reading) {
        try {
            return reading.get();
        } catch (SnapdslException e) {
            if (e.code() != ErrorCode.DAMAGED) {
                throw e;
            }
            throw new DamagedContentException("its place in the store is damaged", e);
        }
    }

    private byte[] unpacked(long pack) {
        synchronized (packs) {
            byte[] cached = packs.get(pack);
            if (cached != null) {
                return cached;
            }
        }
        SealedPack sealed = sound(() -> store.read(pack))
                .orElseThrow(() -> new DamagedContentException("pack " + pack + " is missing from the store"));
        byte[] bytes = unpacking.apply(sealed);
        synchronized (packs) {
            if (packs.put(pack, bytes) == null) {
                cachedBytes += bytes.length;
            }
            var eldest = packs.entrySet().iterator();
            while (cachedBytes > CACHED_BYTES && packs.size() > 1) {
                Map.Entry<Long, byte[]> entry = eldest.next();
                cachedBytes -= entry.getValue().length;
                eldest.remove();
            }
        }
        return bytes;
    }
}
