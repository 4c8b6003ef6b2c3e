package io.snapdsl.engine.diff;

import io.snapdsl.engine.diff.FileDelta.Version;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import io.snapdsl.engine.tree.TreeEntry.SymlinkEntry;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Recognises a deleted and a created file with the same content as one that was renamed. Of several candidates the
 * first with the same file name is taken, else the first of all. Empty files are all alike and prove nothing.
 */
final class RenameDetection {
    private final Set<Version> deleted;
    private final List<Version> created;
    private final List<FileDelta> deltas = new ArrayList<>();

    private RenameDetection(List<Version> deleted, List<Version> created) {
        this.deleted = new LinkedHashSet<>(deleted);
        this.created = new ArrayList<>(created);
    }

    /** One delta for each pair, and one for each file that has no partner. */
    static List<FileDelta> pair(List<Version> deleted, List<Version> created) {
        RenameDetection detection = new RenameDetection(deleted, created);
        detection.match(RenameDetection::contentAndName);
        detection.match(RenameDetection::content);
        return detection.finish();
    }

    private void match(Function<Version, Optional<Object>> identity) {
        Map<Object, Deque<Version>> candidates = new HashMap<>();
        for (Version version : deleted) {
            identity.apply(version)
                    .ifPresent(key -> candidates
                            .computeIfAbsent(key, k -> new ArrayDeque<>())
                            .add(version));
        }
        created.removeIf(version -> {
            Optional<Version> partner =
                    identity.apply(version).map(candidates::get).map(Deque::poll);
            partner.ifPresent(old -> {
                deleted.remove(old);
                deltas.add(new FileDelta(partner, Optional.of(version)));
            });
            return partner.isPresent();
        });
    }

    private List<FileDelta> finish() {
        deleted.forEach(version -> deltas.add(new FileDelta(Optional.of(version), Optional.empty())));
        created.forEach(version -> deltas.add(new FileDelta(Optional.empty(), Optional.of(version))));
        return deltas;
    }

    private static Optional<Object> contentAndName(Version version) {
        return content(version).map(content -> List.of(content, version.entry().name()));
    }

    private static Optional<Object> content(Version version) {
        if (version.entry() instanceof FileEntry file && file.size() > 0) {
            return Optional.of(file.content());
        }
        return version.entry() instanceof SymlinkEntry link
                ? Optional.of(ByteBuffer.wrap(link.target()))
                : Optional.empty();
    }
}
