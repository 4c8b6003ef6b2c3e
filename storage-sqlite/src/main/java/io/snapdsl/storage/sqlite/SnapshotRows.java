package io.snapdsl.storage.sqlite;

import io.snapdsl.engine.content.ByteReader;
import io.snapdsl.engine.content.ByteWriter;
import io.snapdsl.engine.content.DamagedContentException;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.history.ChangeCounts;
import io.snapdsl.engine.history.GitPosition;
import io.snapdsl.engine.history.Note;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.history.Tags;
import io.snapdsl.engine.history.Trigger;
import io.snapdsl.engine.tree.TreePath;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A snapshot's entry as a row, and back. */
final class SnapshotRows {
    private SnapshotRows() {}

    static void insert(Session session, Snapshot snapshot) throws SQLException {
        Snapshot.Facts facts = snapshot.facts();
        session.update(
                "INSERT INTO snapshot (id, subject_id, subject, sequence, previous, seconds, nanos, trigger, tool, goal,"
                        + " session, policy, tags, root, coverage, created, modified, deleted, origin, announced, claims,"
                        + " git_commit, git_branch, replaces) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                snapshot.id().hash().bytes(),
                facts.subjectId().value(),
                facts.subject(),
                facts.sequence(),
                facts.previous().map(id -> id.hash().bytes()).orElse(null),
                facts.time().getEpochSecond(),
                facts.time().getNano(),
                facts.note().trigger().word(),
                facts.note().tool(),
                facts.note().goal(),
                facts.note().session(),
                facts.note().policy(),
                Tags.join(facts.note().tags()),
                facts.root().bytes(),
                facts.coverage().bytes(),
                facts.changes().created(),
                facts.changes().modified(),
                facts.changes().deleted(),
                facts.note().origin().map(id -> id.hash().bytes()).orElse(null),
                encodePaths(facts.note().announced()),
                facts.note().claims().isEmpty() ? null : encodeIds(facts.note().claims()),
                facts.git().map(GitPosition::commit).orElse(null),
                facts.git().map(GitPosition::branch).orElse(null),
                facts.replaces().isEmpty() ? null : encodeIds(facts.replaces()));
    }

    static Snapshot snapshot(ResultSet row) throws SQLException {
        Snapshot.Facts facts = new Snapshot.Facts(
                new SubjectId(row.getLong("subject_id")),
                row.getString("subject"),
                row.getLong("sequence"),
                Rows.snapshotId(row, "previous"),
                Rows.time(row),
                new Note(
                        Trigger.fromWord(row.getString("trigger")),
                        row.getString("tool"),
                        row.getString("goal"),
                        row.getString("session"),
                        row.getString("policy"),
                        Tags.split(row.getString("tags")),
                        decodePaths(row.getBytes("announced")),
                        Rows.snapshotId(row, "origin"),
                        decodeIds(row.getBytes("claims"))),
                Hash.fromBytes(row.getBytes("root")),
                Hash.fromBytes(row.getBytes("coverage")),
                new ChangeCounts(row.getLong("created"), row.getLong("modified"), row.getLong("deleted")),
                git(row),
                decodeIds(row.getBytes("replaces")));
        return new Snapshot(
                Rows.snapshotId(row, "id").orElseThrow(),
                facts,
                Rows.number(row, "removed_by"),
                Rows.snapshotId(row, "replaced_by"));
    }

    private static Optional<GitPosition> git(ResultSet row) throws SQLException {
        String commit = row.getString("git_commit");
        String branch = row.getString("git_branch");
        if ((commit == null) != (branch == null)) {
            throw new DamagedContentException(
                    "a commit and its branch are recorded together, and one of them is missing");
        }
        return commit == null ? Optional.empty() : Optional.of(new GitPosition(commit, branch));
    }

    private static byte[] encodePaths(List<TreePath> paths) {
        ByteWriter out = new ByteWriter().varint(paths.size());
        paths.forEach(path -> out.bytes(path.bytes()));
        return out.toByteArray();
    }

    private static List<TreePath> decodePaths(byte[] bytes) {
        ByteReader in = new ByteReader(bytes);
        int count = in.count();
        List<TreePath> paths = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            paths.add(TreePath.of(in.bytes()));
        }
        in.expectEnd();
        return paths;
    }

    private static byte[] encodeIds(List<SnapshotId> ids) {
        ByteWriter out = new ByteWriter(ids.size() * Hash.BYTES);
        ids.forEach(id -> out.hash(id.hash()));
        return out.toByteArray();
    }

    private static List<SnapshotId> decodeIds(byte[] bytes) {
        List<SnapshotId> ids = new ArrayList<>();
        if (bytes != null) {
            ByteReader in = new ByteReader(bytes);
            while (!in.atEnd()) {
                ids.add(new SnapshotId(in.hash()));
            }
        }
        return ids;
    }
}
