package io.snapdsl.engine.diff

import io.snapdsl.engine.files.FileStat
import io.snapdsl.engine.files.NativePaths
import io.snapdsl.engine.tree.TreePath
import java.nio.file.Files
import java.nio.file.Path
import java.nio.file.attribute.PosixFilePermissions

import static java.nio.charset.StandardCharsets.ISO_8859_1
import static java.nio.charset.StandardCharsets.UTF_8

/**
 * What a directory holds, as a map from path to file, script (an executable file) or link. Paths and contents are
 * strings of bytes: each character is one byte, so that every name and content can be said.
 */
class DirectoryContent {
    static List<String> file(String content) {
        ['file', content]
    }

    static List<String> script(String content) {
        ['script', content]
    }

    static List<String> link(String target) {
        ['link', target]
    }

    /** The bytes that encode {@code text}. */
    static String utf8(String text) {
        new String(text.getBytes(UTF_8), ISO_8859_1)
    }

    static Path write(Path directory, Map<String, List<String>> content) {
        Files.createDirectories(directory)
        content.each { name, item ->
            Path path = NativePaths.resolve(directory, TreePath.of(name.getBytes(ISO_8859_1)))
            Files.createDirectories(path.parent)
            def (kind, value) = item
            byte[] bytes = value.getBytes(ISO_8859_1)
            if (kind == 'link') {
                Files.createSymbolicLink(path, NativePaths.path(bytes))
            } else {
                Files.write(path, bytes)
                def permissions = kind == 'script' ? 'rwxr-xr-x' : 'rw-r--r--'
                Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions))
            }
        }
        directory
    }

    /** Directories only count for the files they hold. */
    static Map<String, List<String>> read(Path directory) {
        Map<String, List<String>> content = [:]
        Files.walk(directory).withCloseable { paths ->
            paths.filter { !Files.isDirectory(it) || Files.isSymbolicLink(it) }.forEach { path ->
                String name = new String(NativePaths.relative(directory, path).bytes(), ISO_8859_1)
                content[name] = item(path)
            }
        }
        content
    }

    private static List<String> item(Path path) {
        FileStat stat = FileStat.of(path)
        if (stat.isSymbolicLink()) {
            return link(new String(NativePaths.linkTarget(Files.readSymbolicLink(path)), ISO_8859_1))
        }
        String content = new String(Files.readAllBytes(path), ISO_8859_1)
        (stat.mode() & 0100) ? script(content) : file(content)
    }

    /** The paths that differ: readable where two maps with megabytes of content are not. */
    static List<String> differences(Map<String, List<String>> one, Map<String, List<String>> other) {
        (one.keySet() + other.keySet()).findAll { one[it] != other[it] }.sort()
    }
}
