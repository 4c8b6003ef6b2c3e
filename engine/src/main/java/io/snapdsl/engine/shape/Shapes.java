package io.snapdsl.engine.shape;

import io.snapdsl.engine.capture.Coverage;
import io.snapdsl.engine.capture.PathVersion;
import io.snapdsl.engine.capture.Uncovered;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.diff.FileDelta;
import io.snapdsl.engine.diff.LineCounts;
import io.snapdsl.engine.history.Milestone;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.moment.Moment;
import io.snapdsl.engine.moment.Part;
import io.snapdsl.engine.session.AgentSession;
import io.snapdsl.engine.store.AuditLog.Logged;
import io.snapdsl.engine.store.Pins.Pin;
import io.snapdsl.engine.tree.TreeEntry;
import io.snapdsl.engine.tree.TreeEntry.DirectoryEntry;
import io.snapdsl.engine.tree.TreeEntry.FileEntry;
import io.snapdsl.engine.tree.TreeEntry.SpecialEntry;
import io.snapdsl.engine.tree.TreeEntry.SymlinkEntry;
import io.snapdsl.engine.tree.TreePath;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The JSON form of things, the same wherever they appear. */
public final class Shapes {
    private Shapes() {}

    /** Keys and values in turn. */
    public static Map<String, Object> object(Object... keysAndValues) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            object.put((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        return object;
    }

    public static Map<String, Object> snapshot(Snapshot snapshot) {
        Snapshot.Facts facts = snapshot.facts();
        return object(
                "id", snapshot.id().hex(),
                "sequence", facts.sequence(),
                "previousId", facts.previous().map(SnapshotId::hex).orElse(null),
                "subject", facts.subject(),
                "time", facts.time(),
                "trigger", facts.note().trigger().word(),
                "tool", facts.note().tool(),
                "goal", facts.note().goal(),
                "session", facts.note().session(),
                "policy", facts.note().policy(),
                "tags", facts.note().tags(),
                "created", facts.changes().created(),
                "modified", facts.changes().modified(),
                "deleted", facts.changes().deleted(),
                "root", facts.root().hex(),
                "announced",
                        facts.note().announced().stream()
                                .map(path -> path("path", path))
                                .toList(),
                "originId", facts.note().origin().map(SnapshotId::hex).orElse(null),
                "git",
                        facts.git()
                                .map(git -> object("commit", git.commit(), "branch", git.branch()))
                                .orElse(null),
                "removed", snapshot.isRemoved(),
                "merged", facts.replaces().size(),
                "replacedById", snapshot.replacedBy().map(SnapshotId::hex).orElse(null));
    }

    /** As {@link #snapshot(Snapshot)}, and whether it is pinned. */
    public static Map<String, Object> snapshot(Snapshot snapshot, Optional<Pin> pin) {
        Map<String, Object> shape = snapshot(snapshot);
        shape.put("pinned", pin.isPresent());
        pin.ifPresent(there -> shape.put("pinReason", there.reason()));
        return shape;
    }

    public static Map<String, Object> milestone(Milestone milestone, Snapshot last) {
        return object(
                "title", milestone.title(),
                "description", milestone.description(),
                "tags", milestone.tags(),
                "time", milestone.time(),
                "first", milestone.first(),
                "last", milestone.last(),
                "lastId", last.id().hex());
    }

    public static Map<String, Object> moment(Moment moment) {
        Moment.Facts facts = moment.facts();
        return object(
                "id", moment.id().hex(),
                "time", facts.time(),
                "spreadMillis", facts.spread().toMillis(),
                "trigger", facts.trigger().word(),
                "goal", facts.goal(),
                "session", facts.session(),
                "policy", facts.policy(),
                "parts", moment.parts().stream().map(Shapes::part).toList());
    }

    private static Map<String, Object> part(Part part) {
        Map<String, Object> shape = object("subject", part.subject(), "new", part.isNew());
        if (part instanceof Part.OfSnapshot of) {
            shape.put("snapshotId", of.snapshot().hex());
        } else if (part instanceof Part.OfCheckpoint of) {
            shape.put("checkpoint", of.number());
        } else {
            shape.put("absent", true);
        }
        return shape;
    }

    public static Map<String, Object> session(AgentSession session) {
        return object(
                "id", session.id(),
                "tool", session.tool(),
                "goal", session.goal(),
                "started", session.started(),
                "ended", session.ended().orElse(null),
                "outcome", session.outcome());
    }

    /** An entry of the audit log. */
    public static Map<String, Object> operation(Logged logged) {
        return object(
                "number", logged.number(),
                "kind", logged.operation().kind(),
                "time", logged.operation().time());
    }

    public static Map<String, Object> coverage(Coverage coverage) {
        List<Map<String, Object>> leftOut = coverage.leftOut().stream()
                .filter(entry -> entry.count() > 0)
                .map(entry -> object(
                        "rule", entry.rule().text(), "source", entry.rule().source(), "count", entry.count()))
                .toList();
        List<Map<String, Object>> problems = coverage.problems().stream()
                .map(problem -> {
                    Map<String, Object> shape = path("path", problem.path());
                    shape.put("kind", problem.kind().name().toLowerCase(Locale.ROOT));
                    shape.put("reason", problem.reason());
                    return shape;
                })
                .toList();
        return object(
                "files", coverage.captured().files(),
                "directories", coverage.captured().directories(),
                "links", coverage.captured().links(),
                "bytes", coverage.captured().bytes(),
                "complete", coverage.isComplete(),
                "leftOut", leftOut,
                "problems", problems);
    }

    /** What an older state holds and a newer one knows nothing of, each with why. */
    public static List<Map<String, Object>> uncovered(List<Uncovered> uncovered) {
        return uncovered.stream()
                .map(found -> {
                    Map<String, Object> shape = path("path", found.path());
                    shape.putAll(reason(found));
                    return shape;
                })
                .toList();
    }

    /** With the keys that a coverage has for the same. */
    public static Map<String, Object> reason(Uncovered uncovered) {
        return uncovered instanceof Uncovered.LeftOut out
                ? object("rule", out.rule().text(), "source", out.rule().source())
                : object("kind", "unreadable", "reason", ((Uncovered.Unreadable) uncovered).cause());
    }

    /** One file, directory or link of a snapshot. */
    public static Map<String, Object> entry(TreePath path, TreeEntry entry) {
        Map<String, Object> shape = path("path", path);
        shape.put("mode", Integer.toOctalString(entry.mode()));
        if (entry instanceof FileEntry file) {
            shape.put("kind", "file");
            shape.put("size", file.size());
            shape.put("modified", file.modified());
            shape.put("content", file.content().hash().hex());
        } else {
            shape.put("kind", kind(entry));
        }
        return shape;
    }

    /** A snapshot, and what it holds under the path whose versions are listed. */
    public static Map<String, Object> version(PathVersion version) {
        Map<String, Object> shape = snapshot(version.snapshot());
        shape.put("exists", version.entry().isPresent());
        version.uncovered().ifPresent(found -> shape.put("noLongerCovered", reason(found)));
        if (version.entry().orElse(null) instanceof FileEntry file) {
            shape.put("size", file.size());
            shape.put("mode", Integer.toOctalString(file.mode()));
        }
        return shape;
    }

    /** A file that two snapshots hold differently. */
    public static Map<String, Object> delta(FileDelta delta, LineCounts lines) {
        Map<String, Object> file = path("path", delta.path());
        file.put("change", delta.kind().name().toLowerCase(Locale.ROOT));
        if (delta.kind() == FileDelta.Kind.RENAMED) {
            file.putAll(path("oldPath", delta.oldPath().orElseThrow()));
        }
        file.put("binary", lines.binary());
        file.put("added", lines.added());
        file.put("removed", lines.removed());
        return file;
    }

    /** What is under a path: which content, by the hash it is stored under, and which mode; nulls for nothing. */
    public static Map<String, Object> version(String key, Optional<TreeEntry> entry) {
        return object(
                key + "Hash", entry.flatMap(Shapes::hash).map(Hash::hex).orElse(null),
                key + "Mode",
                        entry.map(TreeEntry::mode).map(Integer::toOctalString).orElse(null));
    }

    /** A directory has no content of its own. */
    private static Optional<Hash> hash(TreeEntry entry) {
        if (entry instanceof FileEntry file) {
            return Optional.of(file.content().hash());
        }
        return entry instanceof SymlinkEntry link ? Optional.of(Hash.of(link.target())) : Optional.empty();
    }

    /** A path, with its exact bytes beside it when they are not valid UTF-8. */
    public static Map<String, Object> path(String key, TreePath path) {
        Map<String, Object> shape = object(key, path.text().orElse(path.toString()));
        if (path.text().isEmpty()) {
            shape.put(key + "Base64", Base64.getEncoder().encodeToString(path.bytes()));
        }
        return shape;
    }

    /** What an entry of a tree is, in one word or two. */
    public static String kind(TreeEntry entry) {
        if (entry instanceof SpecialEntry special) {
            return special.kind().words();
        }
        return entry instanceof DirectoryEntry ? "directory" : entry instanceof FileEntry ? "file" : "link";
    }
}
