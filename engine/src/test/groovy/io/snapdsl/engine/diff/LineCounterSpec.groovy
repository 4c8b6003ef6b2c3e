package io.snapdsl.engine.diff

import static io.snapdsl.engine.diff.DirectoryContent.file
import static io.snapdsl.engine.diff.DirectoryContent.link
import static io.snapdsl.engine.diff.DirectoryContent.script
import static io.snapdsl.engine.diff.DirectoryContent.write

class LineCounterSpec extends StoredTreesSpecification {
    def 'counts changed lines: #what'() {
        given:
        List<FileDelta> deltas = store.deltas.between(
                store.add(write(scratch.resolve('a'), before)), store.add(write(scratch.resolve('b'), after)))

        expect:
        deltas.collect { new LineCounter(store.reader).count(it) } == [new LineCounts(binary, added, removed)]

        where:
        what | before | after || binary | added | removed
        'created' | [:] | [f: file('a\nb\n')] || false | 2 | 0
        'created without a newline at its end' | [:] | [f: file('a\nb')] || false | 2 | 0
        'created empty' | [:] | [f: file('')] || false | 0 | 0
        'deleted' | [f: file('a\n')] | [:] || false | 0 | 1
        'modified' | [f: file('a\nb\nc\n')] | [f: file('a\nx\ny\nc\n')] || false | 2 | 1
        'a newline came to the end' | [f: file('a\nb')] | [f: file('a\nb\n')] || false | 1 | 1
        'only carriage returns' | [f: file('a\nb\n')] | [f: file('a\r\nb\r\n')] || false | 2 | 2
        'a lone carriage return ends no line' | [:] | [f: file('a\rb\r')] || false | 1 | 0
        'renamed' | [f: file('a\n')] | [g: file('a\n')] || false | 0 | 0
        'made executable' | [f: file('\0')] | [f: script('\0')] || false | 0 | 0
        'link elsewhere' | [l: link('x')] | [l: link('y')] || false | 1 | 1
        'file becomes link' | [f: file('a\nb\n')] | [f: link('a')] || false | 1 | 2
        'zero byte' | [f: file('a\n')] | [f: file('a\0\n')] || true | 0 | 0
        'zero byte at place 8000' | [:] | [f: file('a' * 7999 + '\0')] || true | 0 | 0
        'zero byte behind place 8000' | [:] | [f: file('a' * 8000 + '\0')] || false | 1 | 0
        'just small enough' | [:] | [f: file('a' * (8 << 20))] || false | 1 | 0
        'too large' | [:] | [f: file('a' * (8 << 20) + 'a')] || true | 0 | 0
        'just few enough lines' | [:] | [f: file('\n' * 1_000_000)] || false | 1_000_000 | 0
        'too many lines' | [:] | [f: file('\n' * 1_000_001)] || true | 0 | 0
    }
}
