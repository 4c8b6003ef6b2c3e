package io.snapdsl.web.page;

import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Subject.Container;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.tree.ByteText;
import io.snapdsl.engine.tree.TreePath;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What to type in a shell for the same thing. What stands in braces is what a form's field of that name holds; with its
 * option it is left out while nothing is there.
 */
public final class Command {
    private Command() {}

    /** How it is called, with the store if it has to be told. */
    static String snapdsl(Optional<Path> store) {
        return "snapdsl"
                + store.map(directory -> " --store " + quote(directory.toString()))
                        .orElse("");
    }

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

    /** One that a line does not show as it is stands there byte by byte, as bash and zsh read it. */
    public static String quote(TreePath path) {
        String word = path.text()
                .filter(text -> ByteText.display(text).equals(text))
                .map(Command::quote)
                .orElseGet(() -> escaped(path.bytes()));
        return word.startsWith("-") ? "./" + word : word;
    }

    private static String escaped(byte[] bytes) {
        StringBuilder word = new StringBuilder("$'");
        for (byte b : bytes) {
            if (b == '\'' || b == '\\') {
                word.append('\\').append((char) b);
            } else if (b >= ' ' && b <= '~') {
                word.append((char) b);
            } else {
                word.append(String.format("\\%03o", b & 0xff));
            }
        }
        return word.append('\'').toString();
    }

    /** Lists the versions of a file. */
    public static String history(Subject subject, TreePath path) {
        return subject instanceof Workspace
                ? in(subject, "snapdsl history " + quote(path))
                : "snapdsl history --subject " + quote(subject.name()) + " " + quote(path);
    }

    /** Brings back what a snapshot holds at {@code path}. */
    public static String restore(Subject subject, Snapshot snapshot, TreePath path) {
        String id = snapshot.id().shortHex();
        return subject instanceof Container
                ? "snapdsl container restore " + id
                : in(subject, "snapdsl restore " + id + operand(path));
    }

    /**
     * Writes what a snapshot holds at {@code path} into a directory that is seen from where it is typed; null where no one
     * command does that.
     */
    public static String copy(Subject subject, Snapshot snapshot, TreePath path) {
        if (subject instanceof Workspace workspace) {
            String what = path.isRoot() ? "" : " " + quote(workspace.directory().toString()) + "/" + quote(path);
            return "snapdsl restore " + snapshot.id().shortHex() + what + " --to DIR";
        }
        return null;
    }

    private static String operand(TreePath path) {
        return path.isRoot() ? "" : " " + quote(path);
    }
}
