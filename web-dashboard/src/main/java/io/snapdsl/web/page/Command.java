package io.snapdsl.web.page;

import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.tree.ByteText;
import io.snapdsl.engine.tree.TreePath;

/** What to type in a shell for the same thing. */
final class Command {
    private Command() {}

    /** As one word of a shell's command line. */
    static String quote(String word) {
        if (word.matches("[A-Za-z0-9_@%+=:,./-]+")) {
            return word;
        }
        String visible = ByteText.display(word);
        return "'" + visible.replace("'", "'\\''") + "'";
    }

    /** A command that begins with {@code snapdsl}, to be run anywhere, for this workspace. */
    static String in(Workspace workspace, String command) {
        return "snapdsl -C " + quote(workspace.directory().toString()) + command.substring("snapdsl".length());
    }

    static String quote(TreePath path) {
        return quote(path.toString());
    }
}
