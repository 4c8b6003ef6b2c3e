package io.snapdsl.engine.diff;

import io.snapdsl.engine.tree.TreePath;

/** Names as git writes them into patches and streams: plain where that is safe, else quoted as in C, with bytes in octal. */
public final class GitNames {
    private GitNames() {}

    /** The name with {@code prefix} before it, inside of the quotes if there are any. */
    public static String quoted(String prefix, TreePath path) {
        byte[] bytes = path.bytes();
        StringBuilder name = new StringBuilder(bytes.length + 8).append(prefix);
        for (byte b : bytes) {
            append(name, b & 0xFF);
        }
        boolean escaped = name.length() > prefix.length() + bytes.length;
        // Git stumbles over a directory whose name ends with a space, even in its own patches, unless it is quoted.
        boolean misread = name.indexOf(" /") >= 0;
        return escaped || misread ? "\"" + name + "\"" : name.toString();
    }

    private static void append(StringBuilder name, int b) {
        int letter = "\"\\\u0007\b\t\n\u000B\f\r".indexOf(b);
        if (letter >= 0) {
            name.append('\\').append("\"\\abtnvfr".charAt(letter));
        } else if (b < 0x20 || b >= 0x7F) {
            name.append('\\').append((char) ('0' + (b >> 6)));
            name.append((char) ('0' + (b >> 3 & 7))).append((char) ('0' + (b & 7)));
        } else {
            name.append((char) b);
        }
    }
}
