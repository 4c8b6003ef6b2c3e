package io.snapdsl.engine.content;

import io.snapdsl.engine.content.SealedPack.Kind;
import io.snapdsl.engine.content.SealedPack.Slot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Chunks on their way into a pack. */
public final class PackBuilder {
    /** A full pack of files and the file that made it full: large enough to hardly ever grow. */
    private static final int FILES_CAPACITY = 640 << 10;

    private final Kind kind;
    private final ByteWriter raw;
    private final List<Slot> slots = new ArrayList<>();

    public PackBuilder(Kind kind) {
        this.kind = kind;
        this.raw = new ByteWriter(kind == Kind.FILES ? FILES_CAPACITY : 0);
    }

    public void add(Hash hash, byte[] bytes, int offset, int length) {
        slots.add(new Slot(hash, raw.length(), length));
        raw.raw(bytes, offset, length);
    }

    int length() {
        return raw.length();
    }

    /** The pack, unless nothing was added. The builder is then empty, ready for the next. */
    public Optional<SealedPack> seal() {
        if (slots.isEmpty()) {
            return Optional.empty();
        }
        SealedPack pack = SealedPack.seal(kind, raw.array(), raw.length(), slots);
        slots.clear();
        raw.clear();
        return Optional.of(pack);
    }
}
