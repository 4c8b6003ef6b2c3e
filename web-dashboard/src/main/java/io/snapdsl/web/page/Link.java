package io.snapdsl.web.page;

import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.tree.ByteText;
import io.snapdsl.engine.tree.TreePath;
import java.nio.charset.StandardCharsets;

/** Addresses of pages. Whatever people or agents named stands in the query, percent-encoded byte for byte. */
public final class Link {
    private static final String PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";

    private Link() {}

    public static String timeline(Subject subject) {
        return timeline(subject.name());
    }

    public static String timeline(String subject) {
        return "/timeline?subject=" + encode(subject);
    }

    public static String snapshot(Snapshot snapshot) {
        return snapshot(snapshot.id());
    }

    public static String snapshot(SnapshotId id) {
        return "/snapshots/" + id.hex();
    }

    /** A page about one path of a snapshot: {@code tree}, {@code file}, {@code diff}… */
    public static String in(Snapshot snapshot, String page, TreePath path) {
        return snapshot(snapshot) + "/" + page + (path.isRoot() ? "" : "?path=" + encode(path));
    }

    /** How what two snapshots hold at a path differs. */
    public static String compare(Snapshot from, Snapshot to, TreePath path) {
        return "/compare?from=" + from.id().hex() + "&to=" + to.id().hex() + "&path=" + encode(path);
    }

    public static String content(Snapshot snapshot, TreePath path) {
        return "/api/v1/snapshots/" + snapshot.id().hex() + "/content?path=" + encode(path);
    }

    /** Every version of a file. */
    public static String history(String subject, TreePath path) {
        return "/file?subject=" + encode(subject) + "&path=" + encode(path);
    }

    public static String session(String name) {
        return "/session?name=" + encode(name);
    }

    public static String state(String name) {
        return "/state?name=" + encode(name);
    }

    public static String encode(TreePath path) {
        return encode(path.bytes());
    }

    public static String encode(String text) {
        return encode(ByteText.encode(text));
    }

    private static String encode(byte[] bytes) {
        StringBuilder out = new StringBuilder(bytes.length + 16);
        for (char c : new String(bytes, StandardCharsets.ISO_8859_1).toCharArray()) {
            if (PLAIN.indexOf(c) >= 0) {
                out.append(c);
            } else {
                out.append(String.format("%%%02X", (int) c));
            }
        }
        return out.toString();
    }
}
