package io.snapdsl.engine.verify;

import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.history.ChainLink;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.store.ContentStore.PackIndex;
import io.snapdsl.engine.tree.TreePath;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a verification looked at and found. */
public final class VerifyReport {
    /** A file or directory whose content is gone or wrong, with the snapshots that show it. */
    public record DamagedPath(String subject, TreePath path, String problem) {}

    private final List<String> structure = new ArrayList<>();
    private final Map<DamagedPath, List<Snapshot>> paths = new LinkedHashMap<>();
    private final Set<Hash> chunks = new LinkedHashSet<>();
    private final List<PackIndex> alteredPacks = new ArrayList<>();
    private final Set<SnapshotId> present = new LinkedHashSet<>();
    private long snapshots;
    private long checkpoints;
    private long events;
    private long bytes;

    void structure(String finding) {
        structure.add(finding);
    }

    void chain(Subject subject, String finding) {
        structure.add("History of " + subject.name() + ": " + finding + ".");
    }

    void chain(Subject subject, ChainLink.Break broken) {
        chain(subject, broken.finding() + " (" + broken.code() + ")");
    }

    void damaged(Snapshot snapshot, TreePath path, String problem, Hash chunk) {
        chunks.add(chunk);
        paths.computeIfAbsent(new DamagedPath(snapshot.facts().subject(), path, problem), any -> new ArrayList<>())
                .add(snapshot);
    }

    /** Also what no snapshot refers to any more: the same content may turn up again, and must then be stored. */
    void damagedChunks(Set<Hash> found) {
        chunks.addAll(found);
    }

    /** @param pack with what can still be read of it */
    void altered(PackIndex pack) {
        alteredPacks.add(pack);
    }

    void countSnapshot(Snapshot snapshot) {
        snapshots++;
        if (!snapshot.isRemoved()) {
            present.add(snapshot.id());
        }
    }

    void countCheckpoint() {
        checkpoints++;
    }

    void countEvent() {
        events++;
    }

    void countBytes(long count) {
        bytes += count;
    }

    public boolean isClean() {
        return structure.isEmpty() && paths.isEmpty() && alteredPacks.isEmpty();
    }

    /** Damage to the store's structure or to a chain, in words. */
    public List<String> structuralFindings() {
        return List.copyOf(structure);
    }

    /** All damage that is not that of certain files, in words. */
    public List<String> findings() {
        return Stream.concat(
                        structure.stream(),
                        alteredPacks.stream()
                                .map(
                                        pack -> "The stored bytes of pack " + pack.pack()
                                                + " are not those that were written; what is in it and not listed here is whole."))
                .toList();
    }

    /** Which files are touched in which snapshots. */
    public Map<DamagedPath, List<Snapshot>> damagedPaths() {
        return Collections.unmodifiableMap(paths);
    }

    /** The snapshots that damage touches. */
    public Set<SnapshotId> damagedSnapshots() {
        return paths.values().stream()
                .flatMap(List::stream)
                .map(Snapshot::id)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** The snapshots whose content was found as it should be, as far as it was looked at. */
    public Set<SnapshotId> soundSnapshots() {
        Set<SnapshotId> sound = new LinkedHashSet<>(present);
        sound.removeAll(damagedSnapshots());
        return sound;
    }

    List<Hash> damagedChunks() {
        return List.copyOf(chunks);
    }

    List<PackIndex> alteredPacks() {
        return List.copyOf(alteredPacks);
    }

    /** Whether there is content to be forgotten, or to be written anew. */
    public boolean isRepairable() {
        return !chunks.isEmpty() || !alteredPacks.isEmpty();
    }

    public long snapshotsChecked() {
        return snapshots;
    }

    public long checkpointsChecked() {
        return checkpoints;
    }

    public long eventsChecked() {
        return events;
    }

    /** Bytes of content read and hashed; 0 if that was not asked for. */
    public long bytesRead() {
        return bytes;
    }
}
