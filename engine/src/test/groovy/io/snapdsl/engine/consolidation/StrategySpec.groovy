package io.snapdsl.engine.consolidation

import io.snapdsl.engine.content.Hash
import io.snapdsl.engine.history.ChangeCounts
import io.snapdsl.engine.history.Note
import io.snapdsl.engine.history.Snapshot
import io.snapdsl.engine.history.SubjectId
import io.snapdsl.engine.tree.TreePath
import java.time.Duration
import java.time.Instant
import spock.lang.Specification

class StrategySpec extends Specification {
    static final Hash NOTHING = Hash.of(new byte[0])
    static final Instant START = Instant.parse('2026-05-01T10:00:00Z')

    private static Snapshot snapshot(long sequence, String tool, long minutes, String session = '') {
        Snapshot.of(new Snapshot.Facts(new SubjectId(1), 'project', sequence, Optional.empty(), START.plusSeconds(60 * minutes),
            Note.manual(tool, '', session), NOTHING, NOTHING, ChangeCounts.NONE, Optional.empty(), []))
    }

    /** Spans of groups of sequence numbers. */
    private static List<List<List<Long>>> spans(Strategy strategy, List<Snapshot> run, List<String> files = []) {
        strategy.spans(run) { files[(int) it.sequence() - 1].split(' ').collect { TreePath.of(it) } as Set }
            .collect { span -> span.groups().collect { it*.sequence() } }
    }

    def 'neighbours of the same tool belong together: #tools'() {
        given:
        def run = tools.withIndex().collect { tool, i -> snapshot(i + 1, tool, i) }

        expect:
        spans(new Strategy.Sequential(), run) == groups.collect { [it] }

        where:
        tools                     | groups
        ['a']                     | [[1]]
        ['a', 'a', 'a']           | [[1, 2, 3]]
        ['a', 'b', 'a']           | [[1], [2], [3]]
        ['a', 'a', 'b', 'b', 'a'] | [[1, 2], [3, 4], [5]]
        ['', '', 'a']             | [[1, 2], [3]]
    }

    def 'what was taken within #window minutes of the first belongs together: #minutes'() {
        given:
        def run = minutes.withIndex().collect { at, i -> snapshot(i + 1, "tool $i", at) }

        expect:
        spans(new Strategy.ByTime(Duration.ofMinutes(window)), run) == groups.collect { [it] }

        where:
        window | minutes            | groups
        5      | [0, 1, 4]          | [[1, 2, 3]]
        5      | [0, 5]             | [[1], [2]]
        5      | [0, 4, 6, 10, 11]  | [[1, 2], [3, 4], [5]]
        60     | [0, 59, 60, 200]   | [[1, 2], [3], [4]]
        5      | [10, 3, 4]         | [[1, 2, 3]] // a clock that was set back
    }

    def 'what changed the same files belongs together: #files'() {
        given:
        def run = (1..files.size()).collect { snapshot(it, 'tool', it) }

        expect: 'in the order of the newest members'
        spans(new Strategy.ByFiles(), run, files) == [groups]

        where:
        files                           | groups
        ['a']                           | [[1]]
        ['a', 'b', 'a']                 | [[2], [1, 3]]
        ['a', 'b', 'c']                 | [[1], [2], [3]]
        ['a', 'b', 'a b']               | [[1, 2, 3]]
        ['a', 'b', 'a c', 'd', 'b', 'c']| [[4], [2, 5], [1, 3, 6]]
        ['a', 'a b', 'b c', 'c d', 'x'] | [[1, 2, 3, 4], [5]]
        ['a b c d', 'x', 'd']           | [[2], [1, 3]]
    }

    def 'what different sessions did is never merged by #strategy.word(): #sessions'() {
        given: 'snapshots that but for their sessions would all belong together'
        def run = sessions.withIndex().collect { session, i -> snapshot(i + 1, 'tool', i, session) }

        expect:
        spans(strategy, run, ['file'] * run.size()) == groups.collect { [it] }

        where:
        [strategy, [sessions, groups]] << [
            [new Strategy.Sequential(), new Strategy.ByTime(Duration.ofHours(1)), new Strategy.ByFiles()],
            [
                [['A'], [[1]]],
                [['A', 'A', 'A'], [[1, 2, 3]]],
                [['A', 'A', 'B', 'B'], [[1, 2], [3, 4]]],
                [['A', 'B', 'A'], [[1], [2], [3]]],
                [['A', '', 'A', 'A'], [[1], [2], [3, 4]]],
                [['', '', 'A', '', ''], [[1, 2], [3], [4, 5]]]]].combinations()
    }

    def 'by files nothing is reordered across a change of session: #files'() {
        given:
        def run = sessions.withIndex().collect { session, i -> snapshot(i + 1, 'tool', i, session) }

        expect:
        spans(new Strategy.ByFiles(), run, files) == found

        where:
        sessions                  | files                     | found
        ['A', 'A', 'A', 'B', 'B'] | ['a', 'b', 'a', 'b', 'a'] | [[[2], [1, 3]], [[4], [5]]]
        ['A', 'B', 'B', 'B', 'A'] | ['a', 'a', 'b', 'a', 'a'] | [[[1]], [[3], [2, 4]], [[5]]]
    }

    def 'a long run is grouped in time that grows with its length'() {
        given:
        def run = (1..10_000).collect { snapshot(it, 'tool', it) }
        def files = run.collect { "file-${it.sequence() % 2500}".toString() }

        when:
        def started = System.nanoTime()
        def found = spans(new Strategy.ByFiles(), run, files)

        then:
        found[0].size() == 2500
        found[0].every { it.size() == 4 }
        Duration.ofNanos(System.nanoTime() - started) < Duration.ofSeconds(10)
    }
}
