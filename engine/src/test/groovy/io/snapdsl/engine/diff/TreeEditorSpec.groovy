package io.snapdsl.engine.diff

import static io.snapdsl.engine.diff.DirectoryContent.file

class TreeEditorSpec extends StoredTreesSpecification {
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
