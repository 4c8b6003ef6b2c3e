package io.snapdsl.engine;

/** How long what people write may be: it is shown in lists, and kept for ever. */
public final class TextLength {
    private static final int NAME = 200;
    private static final int TEXT = 10_000;

    private TextLength() {}

    /** @param what as one says it: {@code a session's name} */
    public static String name(String what, String text) {
        return require(what, text, NAME);
    }

    /** For what may have several lines, such as a goal. */
    public static String text(String what, String text) {
        return require(what, text, TEXT);
    }

    /** What an agent was told comes from elsewhere, where nobody can be asked to shorten it. */
    public static String cut(String text) {
        return length(text) <= TEXT ? text : text.substring(0, text.offsetByCodePoints(0, TEXT - 1)) + "…";
    }

    private static String require(String what, String text, int most) {
        int length = length(text);
        if (length > most) {
            throw new SnapdslException(
                    ErrorCode.USAGE,
                    "This is too long for " + what + ": " + length + " characters, and at most " + most
                            + " are allowed.",
                    "Shorten it; longer texts belong into a file.");
        }
        return text;
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }
}
