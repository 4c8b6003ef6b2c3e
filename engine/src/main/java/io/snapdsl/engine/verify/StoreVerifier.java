package io.snapdsl.engine.verify;

import io.snapdsl.engine.Progress;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.content.DamagedContentException;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.content.HashSketch;
import io.snapdsl.engine.content.SealedPack;
import io.snapdsl.engine.content.SealedPack.Slot;
import io.snapdsl.engine.history.ChainLink;
import io.snapdsl.engine.history.LaterLink;
import io.snapdsl.engine.history.Operation;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Subject.State;
import io.snapdsl.engine.store.ContentStore;
import io.snapdsl.engine.store.ContentStore.PackIndex;
import io.snapdsl.engine.store.SnapshotStore;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Checks a store from the outside in: the database's structure, every chain, every tree, every chunk's place; and, if
 * asked, every byte. Damage in one place never keeps the rest from being checked.
 */
public final class StoreVerifier {
    private static final int OPERATIONS = 100_000;

    private final SnapshotStore store;
    private final Progress progress;

    public StoreVerifier(SnapshotStore store, Progress progress) {
        this.store = store;
        this.progress = progress;
    }

    public VerifyReport verify(boolean readData) {
        return store.locks().usingContent().during(() -> check(readData));
    }

    /**
     * Verifies, and makes the store forget damaged chunks, so that the next snapshot of a workspace stores what it
     * still has; what is whole in a pack that is not as it was written gets into a new one. Alone, lest a chunk be
     * forgotten that another process has stored anew meanwhile.
     */
    public VerifyReport repair(boolean readData) {
        return store.locks().sweeping().during(() -> {
            VerifyReport report = check(readData);
            report.alteredPacks().forEach(this::renew);
            if (!report.damagedChunks().isEmpty()) {
                store.content().forgetChunks(report.damagedChunks());
                store.content().clearCache();
            }
            return report;
        });
    }

    private void renew(PackIndex pack) {
        ContentStore content = store.content();
        content.read(pack.pack())
                .flatMap(altered -> altered.keeping(pack.slots()))
                .ifPresent(renewed -> content.replacePacks(List.of(pack.pack()), List.of(renewed)));
    }

    private VerifyReport check(boolean readData) {
        VerifyReport report = new VerifyReport();
        progress.begin("checking the database", "page", 0);
        store.checkup().structuralDamage(readData).forEach(report::structure);
        Set<Hash> badChunks = readData ? readEveryByte(report) : Set.of();
        report.damagedChunks(badChunks);
        progress.begin("checking snapshots", "snapshot", 0);
        attempt(report, "The list of subjects", () -> {
            // In a damaged structure, that something has its place does not mean that it can be read.
            boolean suspicious = !report.structuralFindings().isEmpty();
            TreeCheck trees =
                    new TreeCheck(store.content(), new ContentReader(store.content()), badChunks, suspicious, report);
            for (Subject subject : store.subjects().all()) {
                attempt(report, "The history of " + subject.name(), () -> checkSubject(subject, trees, report));
            }
            attempt(report, "The list of preserved patches", () -> checkPatches(trees));
        });
        attempt(report, "The list of moments", new MomentCheck(store, report)::check);
        attempt(report, "The list of sessions", () -> checkEvents(report));
        attempt(report, "The audit log", () -> checkPublications(report));
        return report;
    }

    private Set<Hash> readEveryByte(VerifyReport report) {
        ContentStore content = store.content();
        Set<Hash> bad = new HashSet<>();
        attempt(report, "The list of packs", () -> {
            progress.begin("reading all content", "pack", content.sizes().packs());
            content.forEachPack(pack -> {
                bad.addAll(damagedSlots(content, pack, report));
                progress.advance(1, 0);
            });
        });
        return bad;
    }

    private static List<Hash> damagedSlots(ContentStore content, PackIndex pack, VerifyReport report) {
        List<Hash> all = pack.slots().stream().map(Slot::hash).toList();
        try {
            Optional<SealedPack> sealed = content.read(pack.pack());
            if (sealed.isEmpty()) {
                return all;
            }
            byte[] raw = sealed.get().unpackAnyway();
            List<Slot> whole = new ArrayList<>();
            List<Hash> bad = new ArrayList<>();
            for (Slot slot : pack.slots()) {
                boolean inside = slot.offset() >= 0 && slot.size() >= 0 && slot.size() <= raw.length - slot.offset();
                if (inside && Hash.of(raw, slot.offset(), slot.size()).equals(slot.hash())) {
                    whole.add(slot);
                } else {
                    bad.add(slot.hash());
                }
                report.countBytes(slot.size());
            }
            if (!whole.isEmpty() && !sealed.get().isAsSealed()) {
                report.altered(new PackIndex(pack.pack(), pack.rawSize(), pack.storedSize(), whole));
            }
            return bad;
        } catch (DamagedContentException | SnapdslException e) {
            return all;
        }
    }

    private void checkEvents(VerifyReport report) {
        StateVerification states = new StateVerification(store, report);
        for (String session : store.events().sessions()) {
            attempt(report, "The events of " + session, () -> states.checkEvents(session));
        }
    }

    private void checkSubject(Subject subject, TreeCheck trees, VerifyReport report) {
        if (subject instanceof State state) {
            new StateVerification(store, report).checkState(state);
        }
        ConsolidationCheck consolidations = new ConsolidationCheck(subject, report);
        LaterLink later = new LaterLink(store);
        AtomicReference<Optional<Snapshot>> newer = new AtomicReference<>(Optional.empty());
        store.catalog().forEach(subject.id(), snapshot -> {
            boolean inChain = snapshot.facts().replaces().isEmpty();
            ChainLink.alteration(snapshot).ifPresent(broken -> report.chain(subject, broken));
            if (inChain) {
                newer.get().ifPresent(next -> checkLink(subject, Optional.of(snapshot), next, report));
            }
            consolidations.visit(snapshot);
            later.removal(snapshot)
                    .ifPresent(contradiction -> report.chain(
                            subject,
                            "snapshot " + snapshot.sequence() + " ("
                                    + snapshot.id().shortHex() + "): " + contradiction));
            if (!snapshot.isRemoved()) {
                trees.check(snapshot);
            }
            if (inChain) {
                newer.set(Optional.of(snapshot));
            }
            report.countSnapshot(snapshot);
            progress.advance(1, 0);
        });
        consolidations.finish();
        newer.get().ifPresent(oldest -> checkLink(subject, Optional.empty(), oldest, report));
    }

    private void checkPatches(TreeCheck trees) {
        store.patches()
                .forEach((id, patch) ->
                        store.catalog().find(id).ifPresent(snapshot -> trees.checkPatch(snapshot, patch)));
    }

    private static void checkLink(Subject subject, Optional<Snapshot> before, Snapshot entry, VerifyReport report) {
        ChainLink.between(before, entry).ifPresent(broken -> report.chain(subject, broken));
    }

    /** A chain whose newest entries were cut off looks whole; but the audit log knows that they were published. */
    private void checkPublications(VerifyReport report) {
        HashSketch checked = new HashSketch();
        for (Operation operation : store.auditLog().newest(OPERATIONS)) {
            Optional<SnapshotId> id = operation.snapshot().filter(snapshot -> checked.add(snapshot.hash()));
            if (id.isPresent() && store.catalog().find(id.get()).isEmpty()) {
                report.structure("snapshot " + id.get().shortHex() + ", made on " + operation.time()
                        + ", is in the audit log but not in any history");
            }
        }
    }

    private static void attempt(VerifyReport report, String what, Runnable check) {
        try {
            check.run();
        } catch (SnapdslException | DamagedContentException e) {
            report.structure(what + " can't be read completely: " + e.getMessage());
        }
    }
}
