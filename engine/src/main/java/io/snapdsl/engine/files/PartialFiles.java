package io.snapdsl.engine.files;

import io.snapdsl.engine.tree.ByteText;
import io.snapdsl.engine.tree.Name;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Names for files that are being written. Such a file that nobody is writing any more was left by a killed restore: it
 * is never captured, and the next capture removes it.
 */
public final class PartialFiles {
    private static final String PREFIX = ".snapdsl-partial-";
    private static final byte[] PREFIX_BYTES = ByteText.encode(PREFIX);

    private PartialFiles() {}

    public static Path beside(Path file) {
        return file.resolveSibling(
                PREFIX + Long.toHexString(ThreadLocalRandom.current().nextLong()));
    }

    public static boolean isPartial(Name name) {
        byte[] bytes = name.bytes();
        return bytes.length > PREFIX_BYTES.length
                && Arrays.equals(bytes, 0, PREFIX_BYTES.length, PREFIX_BYTES, 0, PREFIX_BYTES.length);
    }
}
