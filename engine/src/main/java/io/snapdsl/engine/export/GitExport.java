package io.snapdsl.engine.export;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.export.GitProcess.Answer;
import io.snapdsl.engine.export.GitProcess.Running;
import io.snapdsl.engine.history.GitPosition;
import io.snapdsl.engine.history.Operation;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.tree.TreePath;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;

/**
 * Writes a snapshot as a commit on a branch of the repository around its workspace. Only objects and that one branch
 * are written: not the index, not the work tree, not HEAD. The caller keeps sweeps out.
 */
public final class GitExport {
    /**
     * What was written, and what git can't hold.
     *
     * @param place where in the repository the workspace is; the root as a rule
     * @param gitEntries things named {@code .git}, which no commit may hold
     */
    public record Exported(
            String commit,
            String branch,
            Optional<String> parent,
            TreePath place,
            long files,
            long emptyDirectories,
            long gitEntries) {}

    private static final String HEADS = "refs/heads/";
    private static final String NOBODY = "snapdsl <snapdsl@localhost>";
    private static final int BUFFER = 1 << 16;
    private static final int ATTEMPTS = 5;

    private final SnapshotStore store;
    private final Clock clock;
    private final Workspace workspace;
    private final GitProcess git;

    public GitExport(SnapshotStore store, Clock clock, Workspace workspace) {
        this.store = store;
        this.clock = clock;
        this.workspace = workspace;
        this.git = new GitProcess(workspace.directory());
    }

    public Exported export(Snapshot snapshot, String branch, String message) {
        TreePath place = place();
        String ref = ref(branch);
        refuseCheckedOut(branch, ref);
        Instant now = clock.instant();
        CommitStream.Header header = new CommitStream.Header(
                ref,
                person("GIT_AUTHOR_IDENT", snapshot.facts().time()),
                person("GIT_COMMITTER_IDENT", now),
                message,
                Optional.empty());
        Exported exported = append(header, snapshot, branch, place);
        store.auditLog()
                .record(new Operation(
                        now,
                        "export",
                        Optional.of(workspace.id()),
                        Optional.of(snapshot.id()),
                        "git commit " + exported.commit() + " on " + branch));
        return exported;
    }

    /** Where the workspace is in its repository. */
    private TreePath place() {
        Answer answer = git.ask("rev-parse", "--is-inside-work-tree", "--show-prefix");
        boolean none =
                answer.err().contains("not a git repository") || answer.out().startsWith("false");
        if (none) {
            throw new SnapdslException(
                    ErrorCode.NO_REPOSITORY,
                    workspace.directory() + " is not in the work tree of a git repository.",
                    "Make one there with 'git init', or write the files elsewhere: snapdsl restore ID --to DIR");
        }
        if (!answer.succeeded()) {
            throw git.failed(answer.err());
        }
        String prefix = answer.out().substring("true\n".length()).replaceFirst("/?\n$", "");
        return TreePath.of(prefix.getBytes(StandardCharsets.ISO_8859_1));
    }

    private String ref(String branch) {
        if (branch.startsWith(HEADS)) {
            throw new SnapdslException(
                    ErrorCode.USAGE,
                    "'" + branch + "' is a branch's full name, and would become " + HEADS + branch + ".",
                    "Name it as 'git branch' lists it: " + branch.substring(HEADS.length()));
        }
        String ref = HEADS + branch;
        boolean valid = !branch.startsWith("-")
                && !branch.equals("HEAD")
                && git.ask("check-ref-format", ref).succeeded();
        if (!valid) {
            throw new SnapdslException(
                    ErrorCode.USAGE,
                    "'" + branch + "' can't be the name of a branch.",
                    "Choose one without spaces, '..', '~', '^' or ':', for instance snapdsl/try-1.");
        }
        return ref;
    }

    private void refuseCheckedOut(String branch, String ref) {
        Answer answer = git.ask("worktree", "list", "--porcelain");
        if (!answer.succeeded()) {
            throw git.failed(answer.err());
        }
        String wanted = new String(("branch " + ref).getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        if (answer.out().lines().anyMatch(wanted::equals)) {
            throw new SnapdslException(
                    ErrorCode.BRANCH_IN_USE,
                    "The branch '" + branch + "' is checked out, and a commit on it would make its work tree look"
                            + " changed.",
                    "Choose another branch, a new one for instance: snapdsl export ID --git-commit snapdsl/try-1");
        }
    }

    /** Where a new branch starts: at the commit the snapshot was made on, if it is still there; else at HEAD. */
    private Optional<String> start(Snapshot snapshot) {
        return snapshot.facts()
                .git()
                .map(GitPosition::commit)
                .filter(hash -> !hash.isEmpty())
                .flatMap(this::commit)
                .or(() -> commit("HEAD"));
    }

    private Optional<String> commit(String name) {
        Answer answer = git.ask("rev-parse", "--verify", "--quiet", "--end-of-options", name + "^{commit}");
        return answer.succeeded() ? Optional.of(answer.out().strip()) : Optional.empty();
    }

    /** Who git says the user is. An agent's machine often has nobody set up, and that is no reason to fail. */
    private String person(String variable, Instant time) {
        Answer answer = git.ask("var", variable);
        String who = answer.succeeded()
                ? new String(answer.out().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8)
                : NOBODY;
        return who.substring(0, who.lastIndexOf('>') + 1) + " " + Math.max(0, time.getEpochSecond()) + " +0000";
    }

    /** Git refuses to move a branch that somebody else has moved meanwhile: then this goes behind their commit. */
    private Exported append(CommitStream.Header header, Snapshot snapshot, String branch, TreePath place) {
        for (int attempt = 1; ; attempt++) {
            Optional<String> tip = commit(header.ref());
            try {
                return send(header.after(tip.or(() -> start(snapshot))), snapshot, branch, place);
            } catch (SnapdslException e) {
                boolean moved = e.code() == ErrorCode.GIT_FAILED
                        && !commit(header.ref()).equals(tip);
                if (!moved) {
                    throw e;
                }
                if (attempt == ATTEMPTS) {
                    throw new SnapdslException(
                            ErrorCode.LOCKED,
                            "Somebody else keeps adding to the branch '" + branch + "' at the same time.",
                            "Nothing was written to it; try again.",
                            e);
                }
            }
        }
    }

    private Exported send(CommitStream.Header header, Snapshot snapshot, String branch, TreePath place) {
        // With ignorecase, as on some systems, git would fold names that differ only in case into one.
        Running running = git.start("-c", "core.ignorecase=false", "fast-import", "--quiet");
        OutputStream out = new BufferedOutputStream(running.input(), BUFFER);
        CommitStream stream = new CommitStream(new ContentReader(store.content()), out);
        try {
            stream.write(header, snapshot.root(), place);
            out.close();
        } catch (IOException e) {
            throw git.failed(git.finish(running).err());
        } catch (RuntimeException e) {
            running.kill(); // Before it sees the end of a stream that is not complete.
            throw e;
        }
        Answer answer = git.finish(running);
        if (!answer.succeeded()) {
            throw git.failed(answer.err());
        }
        return new Exported(
                answer.out().strip(),
                branch,
                header.parent(),
                place,
                stream.files(),
                stream.emptyDirectories(),
                stream.gitEntries());
    }
}
