package io.snapdsl.engine.run;

import io.snapdsl.engine.files.FileStat;
import io.snapdsl.engine.history.Subject.Workspace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Notices that a workspace's directory is away, or another one in its place: of that, nobody is notified. */
final class Whereabouts {
    private static final long NOWHERE = 0;

    private final Map<Path, Long> seen = new HashMap<>();

    /**
     * Looks at each once.
     *
     * @param workspaces those that have been there
     * @param gone is told of those that were there at the last look
     * @param back is told of those that were not, or not the same
     */
    void look(List<Workspace> workspaces, Consumer<Workspace> gone, Consumer<Workspace> back) {
        for (Workspace workspace : workspaces) {
            long now = identity(workspace.directory());
            Long before = seen.put(workspace.directory(), now);
            boolean isNews = before == null ? now == NOWHERE : before != now;
            if (isNews) {
                (now == NOWHERE ? gone : back).accept(workspace);
            }
        }
    }

    private static long identity(Path directory) {
        try {
            return FileStat.of(directory).identity();
        } catch (IOException e) {
            return NOWHERE;
        }
    }
}
