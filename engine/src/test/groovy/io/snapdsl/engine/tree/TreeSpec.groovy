package io.snapdsl.engine.tree

import io.snapdsl.engine.content.ByteWriter
import io.snapdsl.engine.content.Content
import io.snapdsl.engine.content.DamagedContentException
import io.snapdsl.engine.content.Hash
import java.time.Instant
import spock.lang.Specification

class TreeSpec extends Specification {
    static final HASH = Hash.of('content'.bytes)

    def 'a tree survives being stored, with everything that a restore needs'() {
        given:
        def tree = Tree.sorted([
            new TreeEntry.FileEntry(Name.of('setuid'), 04755, Instant.parse('1969-07-20T20:17:40.123456789Z'), 5,
                Content.whole(HASH), OptionalLong.empty()),
            new TreeEntry.FileEntry(Name.of('big'), 0, Instant.MAX.minusSeconds(1L << 40), 1L << 50,
                Content.split(HASH), OptionalLong.of(77)),
            new TreeEntry.DirectoryEntry(Name.of('dir'), 01777, Instant.EPOCH, HASH),
            new TreeEntry.SymlinkEntry(Name.of([0xFF, 0x0A] as byte[]), '../../etc/passwd'.bytes)])

        expect:
        Tree.decode(tree.encode()) == tree
        tree.find(Name.of('dir')).get().mode() == 01777
        tree.find(Name.of('none')).empty
    }

    def 'the name #shown is refused wherever it is read'() {
        when:
        Name.of(bytes as byte[])

        then:
        thrown(DamagedContentException)

        when:
        def crafted = new ByteWriter().u8(1).varint(1).u8(2).bytes(bytes as byte[]).bytes('target'.bytes).toByteArray()
        Tree.decode(crafted)

        then:
        thrown(DamagedContentException)

        where:
        bytes << ['', '.', '..', 'a/b', '/etc', '../x', 'a\0b'].collect { it.bytes }
        shown = ByteText.display(bytes)
    }

    def 'damaged bytes are refused, never misread: #damage'() {
        given:
        def encoded = Tree.sorted([new TreeEntry.SymlinkEntry(Name.of('a'), 'b'.bytes)]).encode()

        when:
        Tree.decode(change(encoded))

        then:
        thrown(DamagedContentException)

        where:
        damage             | change
        'cut short'        | { byte[] b -> Arrays.copyOf(b, b.length - 1) }
        'too long'         | { byte[] b -> Arrays.copyOf(b, b.length + 1) }
        'unknown version'  | { byte[] b -> b[0] = 9; b }
        'unknown kind'     | { byte[] b -> b[2] = 7; b }
        'impossible count' | { byte[] b -> b[1] = 0x7F; b }
    }

    def 'names out of order are refused, because lookups rely on the order'() {
        when:
        new Tree([new TreeEntry.SymlinkEntry(Name.of('b'), 'x'.bytes), new TreeEntry.SymlinkEntry(Name.of('a'), 'x'.bytes)])

        then:
        thrown(DamagedContentException)
    }

    def 'a path orders a directory directly before what it contains'() {
        expect:
        ['a-b', 'a/z', 'a', 'a/b/c', 'a.b', 'b'].collect { TreePath.of(it) }.sort()*.toString() ==
            ['a', 'a/b/c', 'a/z', 'a-b', 'a.b', 'b']
    }

    def 'a path knows its parent, its name and what lies inside it'() {
        given:
        def path = TreePath.of('src/main/App.java')

        expect:
        path.name().toString() == 'App.java'
        path.parent().get() == TreePath.of('src/main')
        path.startsWith(TreePath.of('src'))
        path.startsWith(TreePath.ROOT)
        !path.startsWith(TreePath.of('sr'))
        !TreePath.of('srcs').startsWith(TreePath.of('src'))
        TreePath.of('one').parent().get().root
    }

    def 'names are shown without anything that could act on a terminal'() {
        expect:
        ByteText.display(bytes as byte[]) == shown

        where:
        bytes                            | shown
        'plain name'.bytes               | 'plain name'
        'zwölf 🎉'.getBytes('UTF-8')     | 'zwölf 🎉'
        'a\nb\t\u001b[31m'.bytes         | 'a\\nb\\t\\u001b[31m'
        'evil\u202Etxt'.getBytes('UTF-8')| 'evil\\u202etxt'
        [0x61, 0xFF]                     | 'a\\xff'
    }
}
