package io.snapdsl.engine.consolidation

import io.snapdsl.engine.WorkspaceFixture

/** Creates, changes and deletes a few files; the same seed does the same. A name is always a file or always a directory. */
class RandomEdits {
    private static final List<String> FILES = ['a', 'b', 'c', 'd/e', 'd/f', 'd/g/h', 'i/j/k', 'l/m', 'n o', 'é']

    private final Random random
    private final WorkspaceFixture ws

    RandomEdits(Random random, WorkspaceFixture ws) {
        this.random = random
        this.ws = ws
    }

    void change() {
        (1 + random.nextInt(2)).times {
            def file = FILES[random.nextInt(FILES.size())]
            if (ws.exists(file) && random.nextInt(3) == 0) {
                ws.delete(file)
                removeEmptyParents(file)
            } else {
                ws.write(file, random.nextInt(1000))
            }
        }
    }

    private void removeEmptyParents(String file) {
        def parent = file.contains('/') ? file.substring(0, file.lastIndexOf('/')) : ''
        if (parent && random.nextBoolean() && ws.directory.resolve(parent).toFile().list().length == 0) {
            ws.delete(parent)
            removeEmptyParents(parent)
        }
    }
}
