package io.snapdsl.engine.capture;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The rules for workspaces that have none of their own, in named groups. */
public final class DefaultIgnores {
    /** A directory's pattern has no slash but the last, so that it holds at every depth. */
    static final Map<String, List<String>> GROUPS = groups();

    private DefaultIgnores() {}

    /** The text of a new {@code .snapshotignore}: the defaults, and what else was asked for. */
    public static String fileText(List<String> additional) {
        StringBuilder text = new StringBuilder("""
                # What snapdsl leaves out of this workspace's snapshots, in the syntax of .gitignore.
                # While this file exists, it is all that counts: delete a line and those files are captured.
                # .git directories are always left alone.
                """);
        GROUPS.forEach((group, patterns) -> appendGroup(text, group, patterns));
        if (!additional.isEmpty()) {
            appendGroup(text, "added", additional);
        }
        return text.toString();
    }

    private static void appendGroup(StringBuilder text, String group, List<String> patterns) {
        text.append("\n# ").append(group).append('\n');
        patterns.forEach(pattern -> text.append(pattern).append('\n'));
    }

    private static Map<String, List<String>> groups() {
        Map<String, List<String>> groups = new LinkedHashMap<>();
        groups.put("metadata", List.of(".continue-reasoning/", ".git", ".vscode/", ".idea/"));
        groups.put("temporary", List.of("*.tmp", "*.log", "*.cache", ".DS_Store", "Thumbs.db"));
        groups.put("dependencies", List.of("node_modules/", "dist/", "build/", "__pycache__/", "*.pyc"));
        groups.put("generated", List.of("*_output.*", "*_result.*", "*_data.*", "*.generated"));
        return groups;
    }
}
