package io.snapdsl.engine.diff

import io.snapdsl.engine.content.Hash
import java.nio.file.Files
import java.nio.file.Path
import java.nio.file.attribute.PosixFilePermissions

import static io.snapdsl.engine.diff.DirectoryContent.differences
import static io.snapdsl.engine.diff.DirectoryContent.file
import static io.snapdsl.engine.diff.DirectoryContent.link
import static io.snapdsl.engine.diff.DirectoryContent.read
import static io.snapdsl.engine.diff.DirectoryContent.script
import static io.snapdsl.engine.diff.DirectoryContent.utf8
import static io.snapdsl.engine.diff.DirectoryContent.write
import static java.nio.charset.StandardCharsets.ISO_8859_1

class GitPatchSpec extends StoredTreesSpecification {
    def 'git applies the patch, its reverse, and the patch in reverse: #what'() {
        given:
        Hash a = stored('a', before)
        Hash b = stored('b', after)
        Path forward = write(scratch.resolve('forward'), before)
        Path back = write(scratch.resolve('back'), after)
        Path undone = write(scratch.resolve('undone'), after)

        when:
        Git.apply(forward, store.patch(a, b))
        Git.apply(back, store.patch(b, a))
        Git.apply(undone, store.patch(a, b), '--reverse')

        then:
        differences(read(forward), after) == []
        differences(read(back), before) == []
        differences(read(undone), before) == []

        where:
        what | before | after
        'a line changed' | [f: file(lines(1..20))] | [f: file(lines(1..9) + 'ten\n' + lines(11..20))]
        'changes at both ends' | [f: file(lines(1..30))] | [f: file('0\n' + lines(2..29) + 'end\n')]
        'changes far apart' | [f: file(lines(1..50))] | [f: file(lines(2..20) + lines(22..50) + '51\n')]
        'changes six lines apart' | [f: file(lines(1..20))] | [f: file(lines(1..4) + lines(6..11) + lines(13..20))]
        'changes seven lines apart' | [f: file(lines(1..20))] | [f: file(lines(1..4) + lines(6..12) + lines(14..20))]
        'one line' | [f: file('a\n')] | [f: file('b\n')]
        'all lines gone' | [f: file('a\nb\n')] | [f: file('')]
        'lines where none were' | [f: file('')] | [f: file('a\nb\n')]
        'created in a new directory' | [:] | ['d/e/f': file('a\n')]
        'created empty' | [o: file('a')] | [o: file('a'), f: file('')]
        'created empty and executable, with spaces' | [:] | ['a b/c d': script('')]
        'deleted with its directory' | ['d/f': file('a\n'), o: file('')] | [o: file('')]
        'no newline at the end before' | [f: file('a\nb')] | [f: file('a\nb\n')]
        'no newline at the end after' | [f: file('a\nb\n')] | [f: file('a\nb')]
        'no newline at the end at all' | [f: file('a\nb')] | [f: file('x\nb')]
        'no newline and the last line changed' | [f: file('a\nb')] | [f: file('a\nc')]
        'no newline and one line more' | [f: file('a\nb')] | [f: file('a\nb\nc')]
        'no newline in a new file' | [:] | [f: file('a')]
        'carriage returns' | [f: file('a\r\nb\r\nc\r\n')] | [f: file('a\r\nB\r\nc\r\n')]
        'carriage returns come' | [f: file('a\nb\nc\n')] | [f: file('a\r\nb\r\nc\r\n')]
        'carriage returns in the middle' | [f: file('a\rb\nc\r')] | [f: file('a\rx\nc\r')]
        'spaces at the ends of lines' | [f: file('a \n\t\n')] | [f: file('a\n \t \n\n\n')]
        'lines that look like a patch' | [f: file(PATCH_LIKE)] | [f: file(PATCH_LIKE.readLines().reverse().join('\n'))]
        'lines that look like a patch, removed' | [f: file(PATCH_LIKE)] | [:]
        'bytes that are no text' | [f: file('\u00ff\u00fe\na\n')] | [f: file('\u00ff\u00fd\na\n')]
        'a zero byte behind the first 8000' | [f: file('a\n' * 5000 + '\0\nb\n')] | [f: file('a\n' * 5000 + '\0\nc\n')]
        'binary' | [f: file('\0\1\2')] | [f: file('\0\2\3\n')]
        'binary, created' | [:] | [f: file('\0' * 1000)]
        'binary, empty before' | [f: file('')] | [f: file('a\0')]
        'binary, deleted' | [f: script('a\0b')] | [:]
        'binary becomes text' | [f: file('a\0b')] | [f: file('a\n')]
        'binary, and executable' | [f: file('a\0b')] | [f: script('b\0a')]
        'binary of many lines of the patch' | [f: file(noise(1, 10_000))] | [f: file(noise(2, 5003))]
        'too many lines for text' | [f: file('a\n' * 1_000_001)] | [f: file('a\n' * 999_999)]
        'too large for text' | [f: file(noise(3, 9 << 20))] | [f: file(noise(3, 9 << 20) + 'x')]
        'large text' | [f: file(lines(1..400_000))] | [f: file(lines(1..200_000) + 'x\n' + lines(200_002..400_001))]
        'made executable' | [f: file('a\n')] | [f: script('a\n')]
        'made executable and changed' | [f: file('a\n')] | [f: script('b\n')]
        'empty, made executable, with spaces' | ['a b ': file('')] | ['a b ': script('')]
        'renamed' | [f: file('a\n')] | ['d/g': file('a\n')]
        'renamed and made executable' | [f: file('a\n')] | [g: script('a\n')]
        'binary renamed' | [f: file('\0')] | [g: file('\0')]
        'renamed with odd names' | ['a "b"\n': file('a\n')] | ['c\td ': file('a\n')]
        'renamed into a directory of its name' | [f: file('a\n')] | ['f/f': file('a\n')]
        'renamed out of a directory of its name' | ['f/f': file('a\n')] | [f: file('a\n')]
        'renamed away from a new directory' | [f: file('a\n')] | [g: file('a\n'), 'f/h': file('h\n')]
        'contents swapped' | [f: file('a\n'), g: file('b\n')] | [f: file('b\n'), g: file('a\n')]
        'link created' | [:] | [l: link('some/where')]
        'link elsewhere' | [l: link('some/where')] | [l: link('else/where')]
        'link to odd names' | [l: link('a\nb')] | [l: link('a\nb\n\u00ff')]
        'link renamed into a directory of its name' | [l: link('x')] | ['l/l': link('x')]
        'link renamed' | [l: link('x')] | [m: link('x')]
        'file becomes link' | [f: file('a\n')] | [f: link('a')]
        'script becomes link of the same text' | [f: script('a')] | [f: link('a')]
        'binary becomes link' | [f: file('\0')] | [f: link('a')]
        'empty file becomes link' | [f: file('')] | [f: link('a')]
        'file becomes directory' | [f: file('a\n')] | ['f/x': file('b\n'), 'f/y/z': file('c\n')]
        'link becomes directory' | [l: link('d'), 'd/x': file('x\n')] | ['l/x': file('b\n'), 'd/x': file('x\n')]
        'link and directory change places' | [l: link('d'), 'd/x': file('x\n')] | ['l/x': file('x\n'), d: link('l')]
        'spaces' | ['a b c': file('a\n'), ' x': file(''), 'y ': file('y')] | ['a b c': file('b\n'), ' x': file('x'), 'y ': script('y')]
        'name that looks like two' | ['x b/x': file('')] | ['x b/x': script('')]
        'quotes and backslashes' | ['"a" \\n \'b\'': file('a\n')] | ['"a" \\n \'b\'': file('b\n')]
        'tabs and newlines' | ['a\tb\nc\r': file('a\n')] | ['a\tb\nc\r': file('b\n')]
        'all control characters' | [(CONTROLS): file('a\n')] | [(CONTROLS): file('b\n')]
        'not only ASCII' | [(utf8('é/日本')): file('a\n')] | [(utf8('é/日本')): file('b\n'), (utf8('ü')): file('')]
        'names that are no UTF-8' | ['\u00ff\u00c3': file('a\n')] | ['\u00ff\u00c3': file('b\n'), '\u00fe /\u0080': link('\u0080')]
        'leading dashes' | ['-rf': file('a\n'), '--': file('')] | ['-rf': file('b\n'), '--x': file('x')]
        'empty in a directory that ends with a space' | [o: file('')] | [o: file(''), 'd / f': file('')]
    }

    def 'git applies what a random change gives, seed #seed'() {
        given:
        RandomTrees random = new RandomTrees(seed)
        Map<String, List<String>> before = random.tree()
        Map<String, List<String>> after = random.changed(before)
        Hash a = stored('a', before)
        Hash b = stored('b', after)
        Path forward = write(scratch.resolve('forward'), before)
        Path back = write(scratch.resolve('back'), after)
        Path undone = write(scratch.resolve('undone'), after)

        when:
        Git.apply(forward, store.patch(a, b))
        Git.apply(back, store.patch(b, a))
        Git.apply(undone, store.patch(a, b), '-R')

        then:
        differences(read(forward), after) == []
        differences(read(back), before) == []
        differences(read(undone), before) == []

        where:
        seed << (1..60)
    }

    def 'git knows the blobs that a patch names'() {
        given:
        Map<String, List<String>> before = [f: file('a\n'), g: file('\0'), l: link('x'), m: script('m')]
        Map<String, List<String>> after = [f: script('b\n'), g: file('\1\0'), l: file('x'), n: file('m')]
        Path repository = repository('repository', before)

        when: 'git compares its index with the ids'
        Git.apply(repository, store.patch(stored('a', before), stored('b', after)), '--index')

        then:
        Git.run(repository, 'ls-files', '--stage') == Git.run(this.repository('expected', after), 'ls-files', '--stage')
    }

    def 'is what git itself would write'() {
        given:
        Map<String, List<String>> before = [
            'a b': file('1\n'), 'deleted\u00e9': file('x'), mode: file('m\n'), more: file(lines(1..30)), old: file('o\n'),
            type: file('t\n')]
        Map<String, List<String>> after = [
            'a b': file('2\n'), empty: file(''), mode: script('m\n'), more: script('0\n' + lines(1..20) + lines(22..30)),
            'new': script('o\n'), type: link('t')]
        Path repository = repository('repository', before)
        String tree = Git.run(repository, 'write-tree').trim()
        Git.run(repository, 'rm', '-rqf', '.')
        Git.run(write(repository, after), 'add', '.')

        expect:
        new String(store.patch(stored('a', before), stored('b', after)), ISO_8859_1) ==
                Git.run(repository, 'diff', '--cached', '--full-index', '-M100%', tree)
    }

    def 'says nothing of permissions that git does not know'() {
        given:
        Path directory = write(scratch.resolve('a'), [f: file('a\n'), g: script('g'), h: file('h')])
        Hash before = store.add(directory)
        ['f': 'rw-rw-rw-', 'g': 'rwx------', 'h': 'r-xr--r--'].each { name, permissions ->
            Files.setPosixFilePermissions(directory.resolve(name), PosixFilePermissions.fromString(permissions))
        }
        Hash after = store.add(directory)

        expect:
        store.deltas.between(before, after)*.kind() == [FileDelta.Kind.MODE_CHANGED] * 3
        new String(store.patch(before, after), ISO_8859_1) == '''\
            diff --git a/h b/h
            old mode 100644
            new mode 100755
            '''.stripIndent()
    }

    def 'is empty when nothing differs'() {
        expect:
        store.patch(stored('a', [f: file('a\n')]), stored('b', [f: file('a\n')])).length == 0
    }

    private static final String PATCH_LIKE = '''\
        - minus
        + plus
        -- a/x
        ++ b/x
        --- a/x
        +++ b/x
        @@ -1,2 +3,4 @@
        \\ No newline at end of file
        diff --git a/x b/x
        GIT binary patch
        literal 0
        '''.stripIndent()

    private static final String CONTROLS = ((1..0x1f) + 0x7f).collect { (char) it }.join('')

    private Path repository(String name, Map<String, List<String>> content) {
        Path repository = write(scratch.resolve(name), content)
        Git.run(repository, 'init', '-q')
        Git.run(repository, 'add', '.')
        repository
    }

    private static String lines(IntRange range) {
        range.collect { "$it\n" }.join('')
    }

    private static String noise(long seed, int length) {
        byte[] bytes = new byte[length]
        new Random(seed).nextBytes(bytes)
        new String(bytes, ISO_8859_1)
    }
}
