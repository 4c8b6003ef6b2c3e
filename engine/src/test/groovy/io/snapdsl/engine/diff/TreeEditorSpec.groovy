package io.snapdsl.engine.diff

import io.snapdsl.engine.content.Hash
import java.nio.file.Files
import java.nio.file.Path
import spock.lang.AutoCleanup
import spock.lang.Shared
import spock.lang.Specification
import spock.lang.TempDir

import static io.snapdsl.engine.diff.DirectoryContent.file
import static io.snapdsl.engine.diff.DirectoryContent.write

class TreeEditorSpec extends Specification {
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

    private Hash stored(String name, Map<String, List<String>> content) {
        def directory = Files.createDirectory(scratch.resolve(name))
        write(directory, content)
        store.add(directory)
    }

    def 'all changes between two trees make the one into the other, both ways, with seed #seed'() {
        given:
        def random = new RandomTrees(seed)
        def content = random.tree()
        def before = stored('before', content)
        def after = stored('after', random.changed(content))

        expect:
        store.edit(before, store.changes(before, after)) == after
        store.edit(after, store.changes(before, after)*.reversed()) == before

        where:
        seed << (1..60)
    }

    def 'a directory that went stays as long as something else is in it'() {
        given:
        def before = stored('before', ['d/a': file('a')])
        def after = stored('after', ['x': file('x')])
        def other = stored('other', ['d/a': file('a'), 'd/b': file('b')])

        when:
        def edited = store.edit(other, store.changes(before, after))

        then:
        store.paths(edited) == ['d', 'd/b', 'x']
    }

    def 'no change makes no other tree'() {
        given:
        def tree = stored('tree', ['d/a': file('a')])

        expect:
        store.edit(tree, []) == tree
    }
}
