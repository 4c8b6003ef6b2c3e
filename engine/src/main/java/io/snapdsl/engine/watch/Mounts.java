package io.snapdsl.engine.watch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The file systems inside a workspace. Nobody is notified when one is mounted over a directory, or unmounted. */
final class Mounts {
    private static final Path TABLE = Path.of("/proc/self/mountinfo");
    /** Where others may change files without this machine knowing. */
    private static final List<String> REMOTE =
            List.of("nfs", "nfs4", "cifs", "smb3", "9p", "ceph", "afs", "fuse.sshfs");

    private final Path workspace;
    private final Optional<String> remote;
    private List<String> before;

    Mounts(Path workspace) throws IOException {
        this.workspace = workspace;
        this.remote = Optional.of(Files.getFileStore(workspace).type()).filter(REMOTE::contains);
        this.before = inside();
    }

    /** Why notifications don't tell the whole truth this time, if so. */
    Optional<String> change() {
        List<String> now = inside();
        boolean same = now.equals(before);
        before = now;
        return same
                ? remote.map(type -> "others may change files on " + type + " unnoticed")
                : Optional.of("a file system was mounted or unmounted in it");
    }

    private List<String> inside() {
        // Spaces and the like are written as octal numbers there.
        String prefix = " " + workspace.toString().replace("\\", "\\134").replace(" ", "\\040") + "/";
        try {
            return Files.readAllLines(TABLE, StandardCharsets.ISO_8859_1).stream()
                    .filter(line -> line.contains(prefix))
                    .toList();
        } catch (IOException e) {
            return List.of(); // Not Linux: then there is no table to compare.
        }
    }
}
