package io.snapdsl.engine.diff

import groovy.transform.CompileStatic
import java.util.concurrent.TimeUnit
import spock.lang.Specification
import spock.lang.Timeout

class LineDiffSpec extends Specification {
    def 'finds the fewest changes between short texts, seed #seed'() {
        given:
        Random random = new Random(seed)

        expect:
        500.times {
            List<String> old = randomLines(random)
            List<String> now = randomLines(random)
            List<Edit> edits = edits(old, now)
            assert lead(edits, old, now)
            assert edits.sum(0) { it.removed() + it.added() } == old.size() + now.size() - 2 * common(old, now)
            assert areApart(edits)
        }

        where:
        seed << (1..20)
    }

    def 'names the last lines that can be meant'() {
        given:
        List<String> old = ['f {', '}', '', 'h {', '}']
        List<String> now = ['f {', '}', '', 'g {', '}', '', 'h {', '}']

        expect:
        edits(old, now) == [new Edit(3, 3, 3, 6)]
        edits(now, old) == [new Edit(3, 6, 3, 3)]
    }

    @Timeout(value = 20, unit = TimeUnit.SECONDS)
    def 'ends soon and right for large texts: #what'() {
        when:
        List<Edit> edits = edits(old, now)

        then:
        lead(edits, old, now)
        areApart(edits)

        where:
        what | old | now
        'nothing in common' | numbered(200_000, 'a') | numbered(200_000, 'b')
        'every other line changed' | numbered(200_000, 'a') | everyOther(200_000)
        'the same lines in another order' | numbered(200_000, 'a') | shuffled(200_000)
        'few different lines' | few(1, 300_000, 20) | few(2, 300_000, 20)
        'two different lines' | few(3, 900_000, 2) | few(4, 900_000, 2)
        'shifted by one' | few(5, 300_000, 1000) | ['x'] + few(5, 300_000, 1000)
        'all the same' | ['}'] * 900_000 | ['}'] * 500_000
    }

    private static List<Edit> edits(List<String> old, List<String> now) {
        LineDiff.edits(text(old), text(now))
    }

    private static Lines text(List<String> lines) {
        new Lines(lines.collect { it + '\n' }.join('').bytes)
    }

    /** Whether the old text with the edits done to it is the new one: what lies between edits comes from the old one. */
    @CompileStatic
    private static boolean lead(List<Edit> edits, List<String> old, List<String> now) {
        List<String> result = []
        int at = 0
        for (Edit edit : edits) {
            result.addAll(old.subList(at, edit.oldStart()))
            result.addAll(now.subList(edit.newStart(), edit.newEnd()))
            at = edit.oldEnd()
        }
        result.addAll(old.subList(at, old.size()))
        result == now
    }

    @CompileStatic
    private static boolean areApart(List<Edit> edits) {
        for (int i = 1; i < edits.size(); i++) {
            if (edits[i - 1].oldEnd() >= edits[i].oldStart()) {
                return false
            }
        }
        true
    }

    /** The length of the longest common subsequence, from the textbook. */
    @CompileStatic
    private static int common(List<String> old, List<String> now) {
        int[][] best = new int[old.size() + 1][now.size() + 1]
        for (int i = 1; i <= old.size(); i++) {
            for (int j = 1; j <= now.size(); j++) {
                best[i][j] = old[i - 1] == now[j - 1]
                        ? best[i - 1][j - 1] + 1
                        : Math.max(best[i - 1][j], best[i][j - 1])
            }
        }
        best[old.size()][now.size()]
    }

    private static List<String> randomLines(Random random) {
        int different = 1 + random.nextInt(6)
        (0..<random.nextInt(30)).collect { 'line' + random.nextInt(different) }
    }

    private static List<String> numbered(int count, String prefix) {
        (0..<count).collect { prefix + it }
    }

    private static List<String> everyOther(int count) {
        (0..<count).collect { (it % 2 ? 'a' : 'b') + it }
    }

    private static List<String> shuffled(int count) {
        List<String> lines = numbered(count, 'a')
        Collections.shuffle(lines, new Random(1))
        lines
    }

    private static List<String> few(long seed, int count, int different) {
        Random random = new Random(seed)
        (0..<count).collect { '' + random.nextInt(different) }
    }
}
