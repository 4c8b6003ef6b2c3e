package io.snapdsl.engine.diff

import io.snapdsl.engine.content.Hash
import io.snapdsl.engine.tree.TreePath
import java.nio.file.Files
import java.nio.file.Path
import java.nio.file.attribute.FileTime
import java.nio.file.attribute.PosixFilePermissions

import static io.snapdsl.engine.diff.DirectoryContent.file
import static io.snapdsl.engine.diff.DirectoryContent.link
import static io.snapdsl.engine.diff.DirectoryContent.script
import static io.snapdsl.engine.diff.DirectoryContent.write

class FileDeltasSpec extends StoredTreesSpecification {
    def 'sees what people see: #what'() {
        expect:
        described(store.deltas.between(stored('a', before), stored('b', after))) == deltas

        where:
        what | before | after || deltas
        'nothing' | [f: file('a')] | [f: file('a')] || []
        'created' | [:] | ['d/f': file('a')] || ['CREATED d/f']
        'deleted' | ['d/f': file('a')] | [:] || ['DELETED d/f']
        'modified' | [f: file('a')] | [f: file('b')] || ['MODIFIED f']
        'modified and made executable' | [f: file('a')] | [f: script('b')] || ['MODIFIED f, mode']
        'made executable' | [f: file('a')] | [f: script('a')] || ['MODE_CHANGED f, mode']
        'link elsewhere' | [l: link('x')] | [l: link('y')] || ['MODIFIED l']
        'file becomes link' | [f: file('a')] | [f: link('a')] || ['TYPE_CHANGED f, mode']
        'link becomes file' | [f: link('a')] | [f: file('a')] || ['TYPE_CHANGED f, mode']
        'file becomes directory' | [f: file('a')] | ['f/g': file('b')] || ['DELETED f', 'CREATED f/g']
        'renamed' | [f: file('a')] | [g: file('a')] || ['RENAMED f -> g']
        'renamed and made executable' | [f: file('a')] | [g: script('a')] || ['RENAMED f -> g, mode']
        'renamed into a directory of its name' | [f: file('a')] | ['f/g': file('a')] || ['RENAMED f -> f/g']
        'link renamed' | [l: link('x')] | [m: link('x')] || ['RENAMED l -> m']
        'link to the same text as a file' | [f: file('x')] | [m: link('x')] || ['DELETED f', 'CREATED m']
        'empty files are all alike' | [f: file('')] | [g: file('')] || ['DELETED f', 'CREATED g']
        'copied, not renamed' | [f: file('a')] | [f: file('a'), g: file('a')] || ['CREATED g']
        'one renamed, its copy deleted' | [f: file('a'), g: file('a')] | [h: file('a')] || ['DELETED g', 'RENAMED f -> h']
        'one renamed and copied' | [f: file('a')] | [g: file('a'), h: file('a')] || ['RENAMED f -> g', 'CREATED h']
        'the same name wins' | ['a/x': file('a'), 'b/y': file('a')] | ['c/y': file('a'), 'd/x': file('a')] ||
                ['RENAMED b/y -> c/y', 'RENAMED a/x -> d/x']
        'the same name wins over the order' | [a: file('x'), 'd/z': file('x')] | [b: file('x'), z: file('x')] ||
                ['RENAMED a -> b', 'RENAMED d/z -> z']
        'in the order of paths' | [c: file('1'), 'a.x': file('2')] | ['a/b': file('3'), b: file('1')] ||
                ['CREATED a/b', 'DELETED a.x', 'RENAMED c -> b']
    }

    def 'swapped trees give the way back'() {
        given:
        Hash a = stored('a', [f: file('a'), g: file('g'), h: file('h')])
        Hash b = stored('b', [f: file('b'), x: file('g'), i: file('i')])

        expect:
        described(store.deltas.between(b, a)) == ['MODIFIED f', 'RENAMED x -> g', 'CREATED h', 'DELETED i']
    }

    def 'before the first tree there was nothing'() {
        given:
        Optional<Hash> first = Optional.of(stored('a', ['d/f': file('a'), l: link('x')]))

        expect:
        described(store.deltas.between(Optional.empty(), first, path -> true)) == ['CREATED d/f', 'CREATED l']
    }

    def 'a file that is renamed out of the wanted paths is deleted there'() {
        given:
        Hash a = stored('a', ['d/f': file('a'), 'd/g': file('g'), x: file('x')])
        Hash b = stored('b', ['e/f': file('a'), 'd/h': file('g'), x: file('y')])

        expect:
        described(store.deltas.between(a, b, path -> path.startsWith(TreePath.of('d')))) ==
                ['DELETED d/f', 'RENAMED d/g -> d/h']
    }

    def 'other permissions count, times and directories do not'() {
        given:
        Path directory = write(scratch.resolve('a'), [f: file('a'), g: file('g'), 'd/h': file('h')])
        Hash before = store.add(directory)
        Files.setLastModifiedTime(directory.resolve('f'), FileTime.fromMillis(0))
        Files.setPosixFilePermissions(directory.resolve('g'), PosixFilePermissions.fromString('rw-------'))
        Files.setPosixFilePermissions(directory.resolve('d'), PosixFilePermissions.fromString('rwx------'))
        Files.createDirectory(directory.resolve('empty'))

        expect:
        described(store.deltas.between(before, store.add(directory))) == ['MODE_CHANGED g, mode']
    }

    private static List<String> described(List<FileDelta> deltas) {
        deltas.collect { delta ->
            String path = delta.kind() == FileDelta.Kind.RENAMED ? "${delta.oldPath().get()} -> ${delta.path()}" : delta.path()
            "${delta.kind()} $path${delta.modeChanged() ? ', mode' : ''}".toString()
        }
    }
}
