package io.snapdsl.engine.continuity;

import io.snapdsl.engine.diff.Change;
import io.snapdsl.engine.diff.FileDelta;
import io.snapdsl.engine.diff.FileDelta.Kind;
import io.snapdsl.engine.tree.TreePath;
import java.util.Locale;
import java.util.Optional;

/**
 * A change that nobody announced.
 *
 * @param oldPath where a renamed file was before
 */
public record UnknownChange(TreePath path, Kind kind, Optional<TreePath> oldPath) {
    static UnknownChange of(FileDelta file) {
        return new UnknownChange(
                file.path(), file.kind(), file.kind() == Kind.RENAMED ? file.oldPath() : Optional.empty());
    }

    /** Of a directory a change is seen when it comes or goes empty, or when its mode is another. */
    static UnknownChange ofDirectory(Change directory) {
        Kind kind = switch (directory.kind()) {
            case CREATED -> Kind.CREATED;
            case DELETED -> Kind.DELETED;
            case MODIFIED, TOUCHED -> Kind.MODE_CHANGED;
        };
        return new UnknownChange(directory.path(), kind, Optional.empty());
    }

    /** For scripts: {@code mode_changed}. */
    public String word() {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    /** For people: {@code src/b (renamed from src/a)}. */
    public String describe() {
        return path + " (" + word().replace('_', ' ')
                + oldPath.map(old -> " from " + old).orElse("") + ")";
    }
}
