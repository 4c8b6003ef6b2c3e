package io.snapdsl.engine.tree;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Where something is inside a tree: names from the root down, as bytes joined by slashes. The root is empty. */
public final class TreePath implements Comparable<TreePath> {
    public static final TreePath ROOT = new TreePath(new byte[0]);

    private final byte[] bytes;

    private TreePath(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Every component is checked as a {@link Name}, so an absolute path or {@code ..} is refused. */
    public static TreePath of(byte[] bytes) {
        TreePath path = ROOT;
        if (bytes.length == 0) {
            return path;
        }
        int start = 0;
        for (int i = 0; i <= bytes.length; i++) {
            if (i == bytes.length || bytes[i] == '/') {
                Name.of(Arrays.copyOfRange(bytes, start, i));
                start = i + 1;
            }
        }
        return new TreePath(bytes.clone());
    }

    public static TreePath of(String text) {
        return of(ByteText.encode(text));
    }

    public TreePath resolve(Name name) {
        byte[] child = name.shared();
        if (bytes.length == 0) {
            return new TreePath(child);
        }
        byte[] joined = Arrays.copyOf(bytes, bytes.length + 1 + child.length);
        joined[bytes.length] = '/';
        System.arraycopy(child, 0, joined, bytes.length + 1, child.length);
        return new TreePath(joined);
    }

    public boolean isRoot() {
        return bytes.length == 0;
    }

    public Optional<TreePath> parent() {
        if (isRoot()) {
            return Optional.empty();
        }
        int slash = lastSlash();
        return Optional.of(slash < 0 ? ROOT : new TreePath(Arrays.copyOf(bytes, slash)));
    }

    /** The last component; the root has none. */
    public Name name() {
        return Name.of(Arrays.copyOfRange(bytes, lastSlash() + 1, bytes.length));
    }

    public List<Name> names() {
        List<Name> names = new ArrayList<>();
        int start = 0;
        for (int i = 0; i <= bytes.length && bytes.length > 0; i++) {
            if (i == bytes.length || bytes[i] == '/') {
                names.add(Name.of(Arrays.copyOfRange(bytes, start, i)));
                start = i + 1;
            }
        }
        return names;
    }

    /** Whether this is {@code other} or lies inside it. */
    public boolean startsWith(TreePath other) {
        int n = other.bytes.length;
        return n == 0
                || (bytes.length >= n
                        && Arrays.equals(bytes, 0, n, other.bytes, 0, n)
                        && (bytes.length == n || bytes[n] == '/'));
    }

    public byte[] bytes() {
        return bytes.clone();
    }

    /** The exact text, if the path is valid UTF-8. */
    public Optional<String> text() {
        return ByteText.decode(bytes);
    }

    /** Orders a directory directly before what it contains, and siblings by their bytes. */
    @Override
    public int compareTo(TreePath other) {
        int mismatch = Arrays.mismatch(bytes, other.bytes);
        if (mismatch < 0) {
            return 0;
        }
        if (mismatch == bytes.length || mismatch == other.bytes.length) {
            return bytes.length - other.bytes.length;
        }
        return Integer.compare(rank(bytes[mismatch]), rank(other.bytes[mismatch]));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TreePath path && Arrays.equals(bytes, path.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** Readable, with what is not printable text escaped. */
    @Override
    public String toString() {
        return ByteText.display(bytes);
    }

    private static int rank(byte b) {
        return b == '/' ? 0 : b & 0xFF;
    }

    private int lastSlash() {
        for (int i = bytes.length - 1; i >= 0; i--) {
            if (bytes[i] == '/') {
                return i;
            }
        }
        return -1;
    }
}
