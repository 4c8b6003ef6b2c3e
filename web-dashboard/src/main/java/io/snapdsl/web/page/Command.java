package io.snapdsl.web.page;

import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.tree.ByteText;
import io.snapdsl.engine.tree.TreePath;

/**
 * What to type in a shell for the same thing. What stands in braces is what a form's field of that name holds; with its
 * option it is left out while nothing is there.
 */
public final class Command {
    private Command() {}

    /** As one word of a shell's command line. */
    public static String quote(String word) {
        if (word.matches("[A-Za-z0-9_@%+=:,./-]+")) {
            return word;
        }
        String visible = ByteText.display(word);
        return "'" + visible.replace("'", "'\\''") + "'";
    }

    /** The same for whatever kind of subject. */
    public static String in(Subject subject, String command) {
        return subject instanceof Workspace workspace ? in(workspace, command) : command;
    }

    /** A command that begins with {@code snapdsl}, to be run anywhere, for this workspace. */
    public static String in(Workspace workspace, String command) {
        return "snapdsl -C " + quote(workspace.directory().toString()) + command.substring("snapdsl".length());
    }

    public static String quote(TreePath path) {
        return quote(path.toString());
    }
}
