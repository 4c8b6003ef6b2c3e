package io.snapdsl.container.docker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Lets a container's processes go by the kernel's own means, where they run on this machine and we may.
 *
 * <p>For when the engine can't: containerd before 1.6.22 or so, with which Debian 12 comes, waits for ever if it was made to
 * pause a container just while it was starting a process in it, such as a health check. It holds a lock then that it needs to
 * resume the container, until that process has started, which is frozen.
 */
final class Freezer {
    private static final int DEPTH = 6;

    /** A hierarchy of groups, the file in each that freezes and thaws it, and what is written there for it. */
    private record Kind(Path root, String file, String frozen, String thawed) {}

    private static final List<Kind> KINDS = List.of(
            new Kind(Path.of("/sys/fs/cgroup/freezer"), "freezer.state", "FROZEN", "THAWED"),
            new Kind(Path.of("/sys/fs/cgroup"), "cgroup.freeze", "1", "0"));

    private Freezer() {}

    static void thaw(String container) {
        write(container, Kind::thawed);
    }

    static void freeze(String container) {
        write(container, Kind::frozen);
    }

    private static void write(String container, Function<Kind, String> word) {
        for (Kind kind : KINDS) {
            for (Path file : files(kind, container)) {
                try {
                    Files.writeString(file, word.apply(kind));
                } catch (IOException notAllowed) {
                    // Then only root can, and whoever asked is told that it had no effect.
                }
            }
        }
    }

    private static List<Path> files(Kind kind, String container) {
        try (Stream<Path> found = Files.find(
                kind.root, DEPTH, (path, facts) -> path.getFileName().toString().contains(container))) {
            return found.map(group -> group.resolve(kind.file))
                    .filter(Files::exists)
                    .toList();
        } catch (IOException | UncheckedIOException unreadable) {
            return List.of();
        }
    }
}
