package io.snapdsl.dsl.words;

import java.nio.file.Path;

/**
 * Where a script is, and what may be expected there.
 *
 * @param script the file, absolute
 * @param workspacesMayBeGone whether it is loaded to bring them back
 */
public record Surroundings(Path script, boolean workspacesMayBeGone) {
    public Path directory() {
        return script.getParent();
    }
}
