package io.snapdsl.engine.files;

import io.snapdsl.engine.tree.ByteText;
import io.snapdsl.engine.tree.Name;
import io.snapdsl.engine.tree.TreePath;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Between the file system's paths and their bytes. Java shows file names as text and loses what is not valid in the
 * locale's encoding; a path's URI keeps every byte, but costs a system call to make. So: text where it is provably
 * exact, the URI for the rest.
 */
public final class NativePaths {
    private static final boolean UTF_8_NAMES =
            Charset.forName(System.getProperty("sun.jnu.encoding", "US-ASCII")).equals(StandardCharsets.UTF_8);
    private static final char REPLACEMENT = '\uFFFD';

    private NativePaths() {}

    /** The last component of {@code path}. */
    public static Name name(Path path) {
        String text = path.getFileName().toString();
        return Name.of(isExact(text) ? ByteText.encode(text) : lastComponent(uriBytes(path)));
    }

    public static Path resolve(Path directory, Name name) {
        byte[] bytes = name.bytes();
        String text = new String(bytes, StandardCharsets.UTF_8);
        return isExact(text) ? directory.resolve(text) : fromUri(bytes(directory), bytes);
    }

    public static Path resolve(Path directory, TreePath path) {
        Path result = directory;
        for (Name name : path.names()) {
            result = resolve(result, name);
        }
        return result;
    }

    /** All bytes of an absolute path. */
    public static byte[] bytes(Path path) {
        String text = path.toString();
        return isExact(text) ? ByteText.encode(text) : uriBytes(path);
    }

    /** The path of {@code file} below {@code directory}, which must contain it. */
    public static TreePath relative(Path directory, Path file) {
        TreePath result = TreePath.ROOT;
        Path current = directory;
        for (Path part : directory.relativize(file)) {
            if (!part.toString().isEmpty()) {
                current = current.resolve(part);
                result = result.resolve(name(current));
            }
        }
        return result;
    }

    /** The target of a symbolic link, which need not exist nor be a valid path of ours. */
    public static byte[] linkTarget(Path target) {
        String text = target.toString();
        if (isExact(text)) {
            return ByteText.encode(text);
        }
        byte[] absolute = text.endsWith("/") ? withSlash(uriBytes(target)) : uriBytes(target);
        if (target.isAbsolute()) {
            return absolute;
        }
        int prefix = bytes(Path.of("").toAbsolutePath()).length + 1;
        return Arrays.copyOfRange(absolute, prefix, absolute.length);
    }

    /** A path of any form, absolute or relative, and with its slash at the end, which {@link Path#of} drops. */
    public static Path path(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        boolean endsInSlash = text.length() > 1 && text.endsWith("/");
        if (isExact(text) && !endsInSlash) {
            return Path.of(text);
        }
        // A URI loses one slash at its end.
        byte[] all = endsInSlash ? withSlash(bytes) : bytes;
        if (bytes[0] == '/') {
            return fromUri(all, new byte[0]);
        }
        Path absolute = fromUri(new byte[] {'/'}, all);
        return absolute.subpath(0, absolute.getNameCount());
    }

    private static byte[] withSlash(byte[] bytes) {
        byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
        longer[bytes.length] = '/';
        return longer;
    }

    private static boolean isExact(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == REPLACEMENT || (c > 0x7F && !UTF_8_NAMES)) {
                return false;
            }
        }
        return true;
    }

    private static byte[] uriBytes(Path path) {
        String raw = path.toAbsolutePath().toUri().getRawPath();
        ByteArrayOutputStream out = new ByteArrayOutputStream(raw.length());
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c == '%') {
                out.write(Integer.parseInt(raw.substring(i + 1, i + 3), 16));
                i += 2;
            } else {
                out.write(c);
            }
        }
        byte[] bytes = out.toByteArray();
        // A directory's URI ends in a slash.
        boolean slash = bytes.length > 1 && bytes[bytes.length - 1] == '/';
        return slash ? Arrays.copyOf(bytes, bytes.length - 1) : bytes;
    }

    private static byte[] lastComponent(byte[] path) {
        int slash = path.length - 1;
        while (path[slash] != '/') {
            slash--;
        }
        return Arrays.copyOfRange(path, slash + 1, path.length);
    }

    private static Path fromUri(byte[] directory, byte[] child) {
        StringBuilder uri = new StringBuilder("file://");
        appendEscaped(uri, directory);
        if (child.length > 0) {
            if (directory.length == 0 || directory[directory.length - 1] != '/') {
                uri.append('/');
            }
            appendEscaped(uri, child);
        }
        return Path.of(URI.create(uri.toString()));
    }

    private static void appendEscaped(StringBuilder uri, byte[] bytes) {
        for (byte b : bytes) {
            boolean plain = (b >= '0' && b <= '9') || (b >= 'A' && b <= 'Z') || (b >= 'a' && b <= 'z') || b == '/';
            if (plain) {
                uri.append((char) b);
            } else {
                uri.append(String.format("%%%02X", b & 0xFF));
            }
        }
    }
}
