package io.snapdsl.engine.retention;

import io.snapdsl.engine.Failpoint;
import io.snapdsl.engine.Progress;
import io.snapdsl.engine.content.DamagedContentException;
import io.snapdsl.engine.content.SealedPack;
import io.snapdsl.engine.content.SealedPack.Slot;
import io.snapdsl.engine.store.ContentStore;
import io.snapdsl.engine.store.ContentStore.PackIndex;
import io.snapdsl.engine.store.SnapshotStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Deletes content that no snapshot refers to: marks all that is referred to, then drops packs without any of it and
 * writes those anew that hold some of both. Runs alone ({@code locks().sweeping()}), so nothing becomes referred to
 * meanwhile.
 *
 * <p>What can't be read while marking is kept, with all that it might refer to unknown: then nothing at all is
 * deleted, because damage must not grow into loss.
 */
final class Sweeper {
    /** Deleted packs are overwritten, and on a full disk each transaction has to fit into the store's reserve. */
    private static final int PACKS_PER_TRANSACTION = 64;

    private static final long BYTES_PER_TRANSACTION = 3 << 20;

    private final ContentStore content;
    private final Progress progress;
    private final LiveContent live;

    Sweeper(SnapshotStore store, Progress progress) {
        this.content = store.content();
        this.progress = progress;
        this.live = new LiveContent(store);
    }

    void sweep() {
        progress.begin("looking for unused content", "snapshot", 0);
        live.markAll(snapshot -> true, progress);
        // Before the packs: a cached directory must never vouch for content that is gone.
        content.forgetDirectories(tree -> !live.contains(tree));
        Failpoint.reach("sweep.marked");
        deletePacks();
        content.reclaim();
    }

    private void deletePacks() {
        List<Long> gone = new ArrayList<>();
        List<SealedPack> rewritten = new ArrayList<>();
        AtomicLong bytes = new AtomicLong();
        content.forEachPack(pack -> {
            List<Slot> kept = pack.slots().stream()
                    .filter(slot -> live.contains(slot.hash()))
                    .toList();
            if (kept.isEmpty()) {
                gone.add(pack.pack());
                bytes.addAndGet(pack.storedSize());
            } else if (isPartlyDead(pack, kept)) {
                rewrite(pack, kept).ifPresent(replacement -> {
                    gone.add(pack.pack());
                    rewritten.add(replacement);
                    bytes.addAndGet(pack.storedSize() + replacement.data().length);
                });
            }
            if (gone.size() >= PACKS_PER_TRANSACTION || bytes.get() >= BYTES_PER_TRANSACTION) {
                delete(gone, rewritten);
                bytes.set(0);
            }
        });
        delete(gone, rewritten);
    }

    private void delete(List<Long> gone, List<SealedPack> rewritten) {
        if (!gone.isEmpty()) {
            content.replacePacks(gone, rewritten);
            gone.clear();
            rewritten.clear();
        }
    }

    /** Whoever removes a snapshot may do so because of a secret: nothing of it stays behind in a pack of others. */
    private static boolean isPartlyDead(PackIndex pack, List<Slot> kept) {
        return kept.stream().mapToLong(Slot::size).sum() < pack.rawSize();
    }

    private Optional<SealedPack> rewrite(PackIndex pack, List<Slot> kept) {
        Optional<SealedPack> old = content.read(pack.pack());
        if (old.isEmpty()) {
            return Optional.empty();
        }
        try {
            return old.get().keeping(kept);
        } catch (DamagedContentException e) {
            return Optional.empty(); // Left as it is, for 'verify' to report.
        }
    }
}
