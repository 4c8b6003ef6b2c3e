package io.snapdsl.engine.diff

import io.snapdsl.engine.content.Hash
import java.nio.file.Files
import java.nio.file.Path
import spock.lang.AutoCleanup
import spock.lang.Shared
import spock.lang.Specification
import spock.lang.TempDir

/** Directories that are written, and stored as trees. */
abstract class StoredTreesSpecification extends Specification {
    @TempDir
    Path scratch

    @Shared
    @TempDir
    Path storeDirectory

    @Shared
    @AutoCleanup
    StoredTrees store

    def setupSpec() {
        store = new StoredTrees(storeDirectory)
    }

    /** Not left to the extension, which can't delete what has no name in the locale's encoding. */
    def cleanup() {
        Files.walk(scratch).withCloseable { it.sorted(Comparator.reverseOrder()).forEach(Files::delete) }
    }

    Hash stored(String name, Map<String, List<String>> content) {
        store.add(DirectoryContent.write(scratch.resolve(name), content))
    }
}
