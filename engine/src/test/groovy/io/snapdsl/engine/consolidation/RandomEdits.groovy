package io.snapdsl.engine.consolidation

import io.snapdsl.engine.WorkspaceFixture
import java.nio.file.Files
import java.nio.file.LinkOption
import java.nio.file.Path

/**
 * Creates, changes, renames and deletes a few files; and some names are now a file, now a directory, now a link. The same
 * seed does the same.
 */
class RandomEdits {
    private static final List<String> FILES = ['a', 'b', 'c', 'd/e', 'd/f', 'd/g/h', 'i/j/k', 'l/m', 'n o', 'é']
    private static final List<String> TURNING = ['t', 'd/u']

    private final Random random
    private final WorkspaceFixture ws

    RandomEdits(Random random, WorkspaceFixture ws) {
        this.random = random
        this.ws = ws
    }

    void change() {
        (1 + random.nextInt(2)).times {
            switch (random.nextInt(8)) {
                case 0..1 -> turn(any(TURNING))
                case 2 -> rename()
                default -> edit(any(FILES))
            }
        }
    }

    private void edit(String file) {
        if (ws.exists(file) && random.nextInt(3) == 0) {
            ws.delete(file)
            removeEmptyParents(file)
        } else {
            ws.write(file, random.nextInt(1000))
        }
    }

    /** Another kind, or something else inside of a directory. */
    void turn(String name) {
        def path = ws.directory.resolve(name)
        if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS) && random.nextBoolean()) {
            ws.write("$name/${any(['x', 'y', 'z'])}", random.nextInt(1000))
            return
        }
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) ws.delete(name)
        Files.createDirectories(path.parent)
        switch (random.nextInt(5)) {
            case 0 -> ws.write(name, random.nextInt(1000))
            case 1 -> Files.createSymbolicLink(path, Path.of("target ${random.nextInt(10)}"))
            case 2 -> Files.createDirectory(path)
            case 3 -> ws.write("$name/x", random.nextInt(1000))
            default -> null // is gone
        }
    }

    private void rename() {
        def present = FILES.findAll { ws.exists(it) }
        def free = FILES - present
        if (present && free) {
            def to = ws.directory.resolve(any(free))
            Files.createDirectories(to.parent)
            Files.move(ws.directory.resolve(any(present)), to)
        }
    }

    private String any(List<String> names) {
        names[random.nextInt(names.size())]
    }

    private void removeEmptyParents(String file) {
        def parent = file.contains('/') ? file.substring(0, file.lastIndexOf('/')) : ''
        if (parent && random.nextBoolean() && ws.directory.resolve(parent).toFile().list().length == 0) {
            ws.delete(parent)
            removeEmptyParents(parent)
        }
    }
}
