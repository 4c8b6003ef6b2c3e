package io.snapdsl.engine.diff;

import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.tree.TreeEntry.SymlinkEntry;
import io.snapdsl.engine.tree.TreePath;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * Writes deltas as patches in git's own format, for {@code git apply} and everything else that reads it. It holds what
 * git knows: contents, symbolic links and whether a file is executable. What only other permission bits or directories
 * without files tell apart is not in it. Binary files, which {@link LineCounter} defines, are written whole, before
 * and after, so that any patch can be applied in reverse.
 *
 * <p>Bytes go out, not text: names and contents are in whatever encoding they are in.
 */
public final class GitPatch {
    private static final String NO_BLOB = "0".repeat(40);
    private static final String NO_FILE = "/dev/null";

    private final ContentReader content;
    private final OutputStream out;

    private GitPatch(ContentReader content, OutputStream out) {
        this.content = content;
        this.out = out;
    }

    /** Writes them in their order, one at a time in memory, and leaves {@code out} open. */
    public static void write(List<FileDelta> deltas, ContentReader content, OutputStream out) throws IOException {
        BufferedOutputStream buffered = new BufferedOutputStream(out, 1 << 16);
        GitPatch patch = new GitPatch(content, buffered);
        for (FileDelta delta : deltas) {
            if (shows(delta)) {
                patch.write(delta);
            }
        }
        buffered.flush();
    }

    /** Whether there is anything in it that git knows. */
    public static boolean shows(FileDelta delta) {
        return delta.kind() != FileDelta.Kind.MODE_CHANGED
                || !delta.oldEntry().map(Blob::mode).equals(delta.newEntry().map(Blob::mode));
    }

    private void write(FileDelta delta) throws IOException {
        if (needsTwoPatches(delta)) {
            write(new FileDelta(delta.before(), Optional.empty()));
            write(new FileDelta(Optional.empty(), delta.after()));
            return;
        }
        Optional<String> oldMode = delta.oldEntry().map(Blob::mode);
        Optional<String> newMode = delta.newEntry().map(Blob::mode);
        TreePath oldPath = delta.oldPath().orElse(delta.path());
        line("diff --git " + GitNames.quoted("a/", oldPath) + " " + GitNames.quoted("b/", delta.path()));
        writeModes(oldMode, newMode);
        if (delta.kind() == FileDelta.Kind.RENAMED) {
            line("similarity index 100%");
            line("rename from " + GitNames.quoted("", oldPath));
            line("rename to " + GitNames.quoted("", delta.path()));
        }
        if (delta.contentChanged()) {
            writeContent(delta, oldMode.equals(newMode) ? " " + newMode.orElseThrow() : "");
        }
    }

    /**
     * Git takes another type only as a deletion directly followed by a creation. A link could be renamed, but as that
     * doesn't name the mode, git would still see a link where a directory is to take its place, and refuse.
     */
    private static boolean needsTwoPatches(FileDelta delta) {
        return switch (delta.kind()) {
            case TYPE_CHANGED -> true;
            case RENAMED -> delta.newEntry().orElseThrow() instanceof SymlinkEntry;
            case CREATED, DELETED, MODIFIED, MODE_CHANGED -> false;
        };
    }

    private void writeModes(Optional<String> before, Optional<String> after) throws IOException {
        if (before.isEmpty()) {
            line("new file mode " + after.orElseThrow());
        } else if (after.isEmpty()) {
            line("deleted file mode " + before.get());
        } else if (!before.equals(after)) {
            line("old mode " + before.get());
            line("new mode " + after.get());
        }
    }

    private void writeContent(FileDelta delta, String commonMode) throws IOException {
        ContentDelta contents = ContentDelta.read(delta.oldEntry(), delta.newEntry(), content);
        line("index " + id(contents.before()) + ".." + id(contents.after()) + commonMode);
        if (contents.isBinary()) {
            BinaryPatch.write(contents, out);
            return;
        }
        Lines old = contents.oldLines();
        Lines now = contents.newLines();
        List<Edit> edits = LineDiff.edits(old, now);
        if (!edits.isEmpty()) {
            line("--- " + label("a/", delta.oldPath()));
            line("+++ " + label("b/", delta.newPath()));
            new Hunks(old, now, out).write(edits);
        }
    }

    private static String id(Optional<Blob> blob) throws IOException {
        return blob.isPresent() ? blob.get().id() : NO_BLOB;
    }

    /** Behind a name with a space goes a tab, because other tools take what follows a space for a time. */
    private static String label(String prefix, Optional<TreePath> path) {
        if (path.isEmpty()) {
            return NO_FILE;
        }
        String name = GitNames.quoted(prefix, path.get());
        return name.indexOf(' ') >= 0 ? name + "\t" : name;
    }

    /** All that is not content is ASCII: names are escaped. */
    private void line(String text) throws IOException {
        out.write((text + "\n").getBytes(StandardCharsets.US_ASCII));
    }
}
