package io.snapdsl.engine.diff

import static io.snapdsl.engine.diff.DirectoryContent.file
import static io.snapdsl.engine.diff.DirectoryContent.write

class TreeComparisonSpec extends StoredTreesSpecification {
    def 'what two trees have in common is not read: one file differs among #files'() {
        given:
        def directory = write(scratch.resolve('tree'), (1..files).collectEntries { ["d$it/e/f".toString(), file("content $it")] })
        def before = store.add(directory)
        write(directory, ['d3/e/f': file('changed')])
        def after = store.add(directory)

        expect: 'only the directories on the way to it, on both sides'
        store.changes(before, after).findAll { it.visible }*.path()*.toString() == ['d3/e/f']
        store.reads(before, after) == 2 * ['.', 'd3', 'd3/e'].size()
        store.reads(before, before) == 0

        where:
        files << [5, 500]
    }
}
