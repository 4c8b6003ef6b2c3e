package io.snapdsl.engine.diff

import io.snapdsl.engine.diff.LineMerge.Labels
import io.snapdsl.engine.diff.LineMerge.Overlaps
import java.nio.file.Files
import java.nio.file.Path
import java.util.concurrent.TimeUnit
import spock.lang.Specification
import spock.lang.TempDir
import spock.lang.Timeout

class LineMergeSpec extends Specification {
    @TempDir
    Path scratch

    def 'merges random texts as git does, and finds the same overlaps, seed #seed'() {
        given:
        def random = new Random(seed)

        expect:
        20.times {
            def base = (0..<random.nextInt(30)).collect { "line $it".toString() }
            def versions = [base, changed(base, random), changed(base, random)].collect { text(it) }
            def (overlaps, merged) = byGit(versions)
            def ours = merge(versions, Overlaps.BOTH)
            assert ours.overlaps() == overlaps: versions
            assert overlaps || new String(ours.text()) == merged: versions
            [OURS: '--ours', THEIRS: '--theirs'].each { side, option ->
                assert new String(merge(versions, Overlaps.valueOf(side)).text()) == byGit(versions, option)[1]: versions
            }
        }

        where:
        seed << (1..10)
    }

    def '#what'() {
        when:
        def merged = merge([base, ours, theirs], Overlaps.BOTH)

        then:
        new String(merged.text()) == result
        merged.overlaps() == result.contains('<<<<<<< now\n')

        where:
        what                                            | base          | ours             | theirs           | result
        'changes with a line between them both count'   | 'a\nb\nc\n'   | 'A\nb\nc\n'      | 'a\nb\nC\n'      | 'A\nb\nC\n'
        'changes of neighbouring lines overlap'         | 'a\nb\nc\n'   | 'A\nb\nc\n'      | 'a\nB\nc\n'      | '<<<<<<< now\nA\nb\n=======\na\nB\n>>>>>>> snapshot x\nc\n'
        'the same change is one'                        | 'a\nb\n'      | 'A\nb\n'         | 'A\nb\n'         | 'A\nb\n'
        'additions at the same place overlap'           | 'a\n'         | 'a\nb\n'         | 'a\nc\n'         | 'a\n<<<<<<< now\nb\n=======\nc\n>>>>>>> snapshot x\n'
        'two texts from nothing overlap as a whole'     | ''            | 'a\n'            | 'b\n'            | '<<<<<<< now\na\n=======\nb\n>>>>>>> snapshot x\n'
        'a missing line feed at the end stays missing'  | 'a\nb\nc'     | 'A\nb\nc'        | 'a\nb\nc'        | 'A\nb\nc'
        'a line feed at the end is a change of a line'  | 'a\nb\nc'     | 'A\nb\nc'        | 'a\nb\nc\n'      | 'A\nb\nc\n'
        'an unfinished line is ended before a marker'   | 'a'           | 'b'              | 'c'              | '<<<<<<< now\nb\n=======\nc\n>>>>>>> snapshot x\n'
        'carriage returns are part of a line'           | 'a\r\nb\r\nc\r\n' | 'A\r\nb\r\nc\r\n' | 'a\r\nb\r\nC\r\n' | 'A\r\nb\r\nC\r\n'
    }

    @Timeout(value = 20, unit = TimeUnit.SECONDS)
    def 'ends soon for large texts that repeat themselves'() {
        given:
        def texts = (1..3).collect { seed ->
            def random = new Random(seed)
            (0..<200_000).collect { random.nextInt(5) }.join('\n')
        }

        expect:
        merge(texts, Overlaps.BOTH).overlaps()
    }

    def 'markers end as the lines of the file do, as with git: #what'() {
        when:
        def merged = merge(versions, Overlaps.BOTH)

        then:
        merged.overlaps()
        new String(merged.text()) == byGit(versions, '-L', 'now', '-L', 'base', '-L', 'snapshot x')[1]
        new String(merged.text()).contains('=======' + ending)

        where:
        what                            | versions                                              | ending
        'carriage returns'              | ['a\r\nb\r\nc\r\n', 'a\r\nX\r\nc\r\n', 'a\r\nY\r\nc\r\n'] | '\r\n'
        'and an unfinished last line'   | ['a\r\nb', 'a\r\nX', 'a\r\nY']                        | '\r\n'
        'line feeds alone'              | ['a\nb\nc\n', 'a\nX\nc\n', 'a\nY\nc\n']               | '\n'
    }

    private static LineMerge.Merged merge(List<String> versions, Overlaps overlaps) {
        LineMerge.merge(*versions.collect { it.bytes }, overlaps, new Labels('now', 'snapshot x'))
    }

    private static List<String> changed(List<String> base, Random random) {
        List<String> lines = new ArrayList<>(base)
        random.nextInt(4).times {
            int at = random.nextInt(lines.size() + 1)
            int end = Math.min(lines.size(), at + random.nextInt(3))
            lines[at..<end] = (0..<random.nextInt(3)).collect { 'new ' + random.nextInt(1000) }
        }
        lines
    }

    private static String text(List<String> lines) {
        lines.collect { it + '\n' }.join('')
    }

    private List byGit(List<String> versions, String... options) {
        def (base, ours, theirs) = [['base', 'ours', 'theirs'], versions].transpose().collect { name, content ->
            Files.writeString(scratch.resolve(name), content)
        }
        def process = ['git', 'merge-file', '-p', *options, *[ours, base, theirs]*.toString()].execute()
        def out = new ByteArrayOutputStream()
        process.waitForProcessOutput(out, new ByteArrayOutputStream())
        assert process.exitValue() < 128
        [process.exitValue() > 0, out.toString()]
    }
}
