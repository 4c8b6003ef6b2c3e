package io.snapdsl.engine.diff;

/**
 * How much of a file changed. A binary file has no lines; a file that was only renamed or got another mode has none
 * that changed, and isn't looked at for being binary.
 */
public record LineCounts(boolean binary, int added, int removed) {
    static final LineCounts NONE = new LineCounts(false, 0, 0);
    static final LineCounts BINARY = new LineCounts(true, 0, 0);
}
