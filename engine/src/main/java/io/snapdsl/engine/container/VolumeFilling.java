package io.snapdsl.engine.container;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.Failpoint;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.diff.Change;
import io.snapdsl.engine.diff.TreeComparison;
import io.snapdsl.engine.store.ContentStore;
import io.snapdsl.engine.tree.TreeEntry;
import io.snapdsl.engine.tree.TreeEntry.DirectoryEntry;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.engine.tree.TreeReader;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Makes volumes hold what a snapshot says, and makes sure by reading them again. */
final class VolumeFilling {
    private final VolumeAccess access;
    private final TreeComparison comparison;

    VolumeFilling(VolumeAccess access, ContentStore content) {
        this.access = access;
        this.comparison = new TreeComparison(new TreeReader(new ContentReader(content)));
    }

    /** A volume in which nothing is yet. */
    void fill(Mount mount, DirectoryEntry wanted) {
        access.write(mount, wanted, path -> true);
        Failpoint.reach("container.filled");
        verify(mount, wanted);
    }

    /**
     * A volume that holds {@code present}. If nothing has to go, only what differs is written.
     *
     * @return whether there was anything to do
     */
    boolean bring(Mount mount, DirectoryEntry present, DirectoryEntry wanted) {
        if (isSame(present, wanted)) {
            return false;
        }
        List<Change> changes = comparison.changes(present.tree(), wanted.tree());
        if (changes.stream().anyMatch(VolumeFilling::needsRoom)) {
            access.empty(mount);
            Failpoint.reach("container.emptied");
            access.write(mount, wanted, path -> true);
        } else {
            access.write(mount, wanted, onTheWay(changes)::contains);
        }
        Failpoint.reach("container.filled");
        verify(mount, wanted);
        return true;
    }

    /** An engine can add files and replace them; to take one away, or out of a group of hard links, all have to go. */
    private static boolean needsRoom(Change change) {
        return change.after().isEmpty() || isLinked(change.before()) || isLinked(change.after());
    }

    private static boolean isLinked(Optional<TreeEntry> entry) {
        return entry.orElse(null) instanceof FileEntry file && file.linkGroup().isPresent();
    }

    private static Set<TreePath> onTheWay(List<Change> changes) {
        Set<TreePath> paths = new HashSet<>();
        for (Change change : changes) {
            for (Optional<TreePath> path = Optional.of(change.path());
                    path.isPresent() && paths.add(path.get());
                    path = path.get().parent()) {}
        }
        return paths;
    }

    private void verify(Mount mount, DirectoryEntry wanted) {
        DirectoryEntry found = access.read(mount).root();
        if (isSame(found, wanted)) {
            return;
        }
        String first = comparison.changes(found.tree(), wanted.tree()).stream()
                .findFirst()
                .map(change -> change.path().toString())
                .orElse("its own directory");
        throw new SnapdslException(
                ErrorCode.CONTAINER_ENGINE_FAILED,
                "The volume " + mount.title() + " was written, and reads back differently: " + first + ".",
                "Something else may write to it, or its disk is full or can't hold such files.");
    }

    private static boolean isSame(DirectoryEntry one, DirectoryEntry other) {
        return one.tree().equals(other.tree())
                && one.mode() == other.mode()
                && one.modified().equals(other.modified())
                && one.owner().equals(other.owner());
    }
}
