package io.snapdsl.engine.files;

import io.snapdsl.engine.tree.Name;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names for files that are being written. They tell which process writes them: one whose process has ended was left by
 * a killed restore. Such files are never captured, and the next capture removes those that were left.
 */
public final class PartialFiles {
    private static final String PREFIX = ".snapdsl-partial-";
    private static final Pattern NAME = Pattern.compile("\\.snapdsl-partial-(\\d{1,10})-[0-9a-f]{1,16}");

    private PartialFiles() {}

    public static Path beside(Path file) {
        return file.resolveSibling(PREFIX + ProcessHandle.current().pid() + "-"
                + Long.toHexString(ThreadLocalRandom.current().nextLong()));
    }

    public static boolean isPartial(Name name) {
        return writer(name).isPresent();
    }

    /** Whether the process that began to write it is still there. */
    public static boolean isBeingWritten(Name name) {
        return writer(name).flatMap(ProcessHandle::of).isPresent();
    }

    /** Those that a killed process left in {@code directory}, which nobody may ever capture. */
    public static void removeLeft(Path directory) throws IOException {
        try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, PREFIX + "*")) {
            for (Path file : found) {
                boolean isLeft = writer(file.getFileName().toString())
                        .filter(process -> ProcessHandle.of(process).isEmpty())
                        .isPresent();
                if (isLeft && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    private static Optional<Long> writer(Name name) {
        return writer(name.toString());
    }

    private static Optional<Long> writer(String text) {
        if (!text.startsWith(PREFIX)) {
            return Optional.empty();
        }
        Matcher matcher = NAME.matcher(text);
        return matcher.matches() ? Optional.of(Long.parseLong(matcher.group(1))) : Optional.empty();
    }
}
