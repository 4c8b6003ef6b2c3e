package io.snapdsl.engine.json;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;

/** Texts that are hashed: each has its own bytes, so none may hold half a character. */
public final class WholeText {
    private WholeText() {}

    /** @throws SnapdslException if {@code text} can't be told from others once it is written */
    public static void require(String what, String text) {
        if (!isWhole(text)) {
            throw new SnapdslException(
                    ErrorCode.INVALID_JSON,
                    what + " holds half of a surrogate pair, which no file can.",
                    "Write the character in full, or leave it out.");
        }
    }

    private static boolean isWhole(String text) {
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (Character.isHighSurrogate(unit)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(unit)) {
                return false;
            }
        }
        return true;
    }
}
