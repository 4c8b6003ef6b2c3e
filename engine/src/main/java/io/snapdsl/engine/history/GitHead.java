package io.snapdsl.engine.history;

import io.snapdsl.engine.files.NativePaths;
import io.snapdsl.engine.tree.TreePath;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads by hand where a repository's HEAD stands: to start git, or to load JGit, would cost more time than the rest of
 * a small snapshot. Texts are held with one character per byte, because git's names are bytes. Whatever is not as it
 * should be ends in an {@link IOException}.
 */
final class GitHead {
    private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{40}([0-9a-f]{24})?");
    private static final TreePath REFS = TreePath.of("refs");
    private static final String BRANCHES = "refs/heads/";
    private static final int MOST_BYTES = 8192;
    /** As many as git itself follows. */
    private static final int MOST_STEPS = 5;

    private final Path gitDirectory;
    private final Path commonDirectory;

    private GitHead(Path gitDirectory, Path commonDirectory) {
        this.gitDirectory = gitDirectory;
        this.commonDirectory = commonDirectory;
    }

    /** @param workTree the top of one */
    static GitHead of(Path workTree) throws IOException {
        Path dotGit = workTree.resolve(GitWorkTree.DOT_GIT);
        return open(Files.isRegularFile(dotGit) ? elsewhere(workTree, dotGit) : dotGit);
    }

    /** Submodules and further work trees have a file that says where their directory is. */
    private static Path elsewhere(Path workTree, Path dotGit) throws IOException {
        String text = read(dotGit);
        if (!text.startsWith("gitdir: ")) {
            throw new IOException(dotGit + " does not name a directory");
        }
        return workTree.resolve(path(text.substring("gitdir: ".length())));
    }

    /** The branches of a further work tree are in the directory it shares with the others. */
    private static GitHead open(Path gitDirectory) throws IOException {
        Path shared = gitDirectory.resolve("commondir");
        return new GitHead(
                gitDirectory, Files.exists(shared) ? gitDirectory.resolve(path(read(shared))) : gitDirectory);
    }

    GitPosition position() throws IOException {
        String text = head();
        String branch = "";
        for (int step = 0; step < MOST_STEPS; step++) {
            if (!text.startsWith("ref:")) {
                return new GitPosition(commit(text), branch);
            }
            TreePath ref = ref(text.substring("ref:".length()).strip());
            branch = shortName(ref);
            Path loose = NativePaths.resolve(commonDirectory, ref);
            if (!Files.isRegularFile(loose)) {
                return new GitPosition(packed(ref).orElse(""), branch);
            }
            text = read(loose);
        }
        throw new IOException("HEAD leads from one symbolic ref to the next");
    }

    /** Very old repositories have a symbolic link there. */
    private String head() throws IOException {
        Path head = gitDirectory.resolve("HEAD");
        if (Files.isSymbolicLink(head)) {
            return "ref: " + characters(NativePaths.linkTarget(Files.readSymbolicLink(head)));
        }
        return read(head);
    }

    private Optional<String> packed(TreePath ref) throws IOException {
        Path file = commonDirectory.resolve("packed-refs");
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        String end = " " + characters(ref.bytes());
        try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.endsWith(end) && line.indexOf(' ') == line.length() - end.length()) {
                    return Optional.of(commit(line.substring(0, line.indexOf(' '))));
                }
            }
        }
        return Optional.empty();
    }

    /** Checked, because it becomes a path; "refs/heads/.invalid" is what a repository of another format has. */
    private static TreePath ref(String name) throws IOException {
        TreePath ref = TreePath.of(name.getBytes(StandardCharsets.ISO_8859_1));
        if (!ref.startsWith(REFS) || name.contains("/.")) {
            throw new IOException("HEAD is at " + ref);
        }
        return ref;
    }

    private static String shortName(TreePath ref) {
        String name = ref.text().orElseGet(ref::toString);
        return name.startsWith(BRANCHES) ? name.substring(BRANCHES.length()) : name;
    }

    private static String commit(String text) throws IOException {
        if (!COMMIT.matcher(text).matches()) {
            throw new IOException("no commit's hash");
        }
        return text;
    }

    private static String read(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException(file + " is no file"); // To open a pipe might take for ever.
        }
        try (InputStream in = Files.newInputStream(file)) {
            return characters(in.readNBytes(MOST_BYTES)).stripTrailing();
        }
    }

    private static String characters(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static Path path(String characters) {
        return NativePaths.path(characters.getBytes(StandardCharsets.ISO_8859_1));
    }
}
