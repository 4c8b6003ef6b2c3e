package io.snapdsl.engine.files

import io.snapdsl.engine.tree.Name
import io.snapdsl.engine.tree.TreePath
import java.nio.file.Files
import java.nio.file.Path
import spock.lang.Specification
import spock.lang.TempDir

class NativePathsSpec extends Specification {
    @TempDir
    Path directory

    def 'the name #bytes comes back from the file system byte by byte'() {
        given:
        def name = Name.of(bytes as byte[])

        when:
        Files.writeString(NativePaths.resolve(directory, name), 'x')
        def listed = Files.list(directory).withCloseable { it.toList() }

        then:
        listed.collect { NativePaths.name(it) } == [name]
        NativePaths.relative(directory, listed[0]) == TreePath.ROOT.resolve(name)
        NativePaths.path(NativePaths.bytes(listed[0])) == listed[0]

        where:
        bytes << [
            'plain'.bytes, 'with space'.bytes, '-dash'.bytes, 'new\nline'.bytes, '%41'.bytes, 'a?b#c'.bytes,
            'é'.getBytes('UTF-8'), 'e\u0301'.getBytes('UTF-8'), '🎉'.getBytes('UTF-8'),
            [0xFF, 0xFE], [0x61, 0xC3], [0xEF, 0xBF, 0xBD], ('x' * 255).bytes]
    }

    def 'a link keeps its target #bytes byte by byte'() {
        given:
        def link = directory.resolve('link')

        when:
        SymbolicLinks.create(link, bytes as byte[])

        then:
        NativePaths.linkTarget(Files.readSymbolicLink(link)) == bytes as byte[]

        where:
        bytes << ['file'.bytes, '../up'.bytes, '/absolute'.bytes, 'é'.getBytes('UTF-8'), [0xFF], [0x2F, 0x61, 0xFF], [0x2E, 0x2E, 0x2F, 0xFE],
            'a/'.bytes, './a/./b/.'.bytes, 'a//b'.bytes, 'a//b//c/'.bytes, '/a//b'.bytes, '//a'.bytes, 'a//'.bytes, 'a///b'.bytes,
            [0x61, 0x2F, 0x2F, 0xFF], [0x2F, 0x2F, 0xFF, 0x0A]]
    }
}
