package io.snapdsl.engine.watch;

import io.snapdsl.engine.files.NativePaths;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The file systems inside a workspace. Nobody is notified when one is mounted over a directory, or unmounted. */
final class Mounts {
    private static final Path TABLE = Path.of("/proc/self/mountinfo");
    /** Where others may change files without this machine knowing. */
    private static final List<String> REMOTE =
            List.of("nfs", "nfs4", "cifs", "smb3", "9p", "ceph", "afs", "fuse.sshfs");

    private static final int PLACE = 4;
    private static final Pattern OCTAL = Pattern.compile("\\\\([0-7]{3})");
    private static final int OCTAL_RADIX = 8;

    /** Names are bytes, in the table too. */
    private final String prefix;

    private final Optional<String> remote;
    private List<String> before;

    Mounts(Path workspace) throws IOException {
        this.prefix = new String(NativePaths.bytes(workspace.toRealPath()), StandardCharsets.ISO_8859_1) + "/";
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

    /** Where one is mounted. Blanks and the like are written as octal numbers there; which, depends on the kernel. */
    private static String place(String line) {
        String[] fields = line.split(" ", PLACE + 2);
        return OCTAL.matcher(fields.length > PLACE ? fields[PLACE] : "")
                .replaceAll(match ->
                        Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(match.group(1), OCTAL_RADIX))));
    }

    private List<String> inside() {
        try {
            return Files.readAllLines(TABLE, StandardCharsets.ISO_8859_1).stream()
                    .filter(line -> place(line).startsWith(prefix))
                    .toList();
        } catch (IOException e) {
            return List.of(); // Not Linux: then there is no table to compare.
        }
    }
}
