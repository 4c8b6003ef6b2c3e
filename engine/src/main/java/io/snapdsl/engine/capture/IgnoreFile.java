package io.snapdsl.engine.capture;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;

/** A workspace's own rules, to be edited by people. */
public final class IgnoreFile {
    private IgnoreFile() {}

    /**
     * Writes one with the default rules.
     *
     * @param patterns more of them
     * @param force overwrites the one there is
     */
    public static Path create(Path workspace, List<String> patterns, boolean force) throws IOException {
        Path file = workspace.resolve(IgnoreRules.FILE_NAME);
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !force) {
            throw new SnapdslException(
                    ErrorCode.IN_USE,
                    file + " exists already.",
                    "Edit it, or overwrite it with: snapdsl ignore create --force");
        }
        Files.deleteIfExists(file); // Or a link would be followed, to wherever it leads.
        Files.writeString(file, DefaultIgnores.fileText(patterns));
        return file;
    }
}
