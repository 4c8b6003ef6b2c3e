package io.snapdsl.engine.history;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.tree.ByteText;
import java.util.List;
import java.util.regex.Pattern;

/** Words by which people mark snapshots and milestones, such as {@code release}. */
public final class Tags {
    /** One word, so that a list of them needs no quotes. */
    private static final Pattern WORD = Pattern.compile("[^\\s\\p{C},]+", Pattern.UNICODE_CHARACTER_CLASS);

    private Tags() {}

    public static List<String> checked(List<String> tags) {
        for (String tag : tags) {
            if (!WORD.matcher(tag).matches()) {
                throw new SnapdslException(
                        ErrorCode.USAGE,
                        "'" + ByteText.display(tag) + "' can't be a tag: a tag is one word.",
                        "Leave out spaces and commas; for several tags, give --tag several times.");
            }
        }
        return tags;
    }

    public static String join(List<String> tags) {
        return String.join(" ", tags);
    }

    public static List<String> split(String joined) {
        return joined.isEmpty() ? List.of() : List.of(joined.split(" "));
    }
}
