package io.snapdsl.engine.diff;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** How one text differs from another, for people to look at. */
public final class UnifiedDiff {
    private UnifiedDiff() {}

    /** The hunks, without the two lines that name the files; empty if nothing differs. */
    public static String of(String before, String after) {
        Lines old = lines(before);
        Lines now = lines(after);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            new Hunks(old, now, out).write(LineDiff.edits(old, now));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    private static Lines lines(String text) {
        return new Lines(text.getBytes(StandardCharsets.UTF_8));
    }
}
