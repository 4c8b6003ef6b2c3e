package io.snapdsl.engine.milestone

import io.snapdsl.engine.ErrorCode
import io.snapdsl.engine.Progress
import io.snapdsl.engine.SnapdslException
import io.snapdsl.engine.WorkspaceFixture
import io.snapdsl.engine.history.ChangeCounts
import io.snapdsl.engine.history.Note
import io.snapdsl.engine.history.Snapshot
import io.snapdsl.engine.history.SnapshotFinder
import io.snapdsl.engine.retention.Removal
import java.nio.file.Files
import java.nio.file.Path
import spock.lang.AutoCleanup
import spock.lang.Specification
import spock.lang.TempDir

class MilestoneSpec extends Specification {
    @TempDir
    Path base

    @AutoCleanup
    WorkspaceFixture ws

    /** By their number; there is no 0. */
    List<Snapshot> chain

    def setup() {
        ws = new WorkspaceFixture(base)
        chain = [null] + (1..8).collect { ws.write("f$it", it); ws.snap("step $it") }
    }

    def create(String title, Span span) {
        new MilestoneChanges(ws.store, ws.clock).create(ws.workspace, new MilestoneChanges.Label(title, '', []), span)
    }

    Span range(Integer from, Integer to) {
        new Span.Range(Optional.ofNullable(from).map { chain[it] }, Optional.ofNullable(to).map { chain[it] })
    }

    Span exactly(List<Integer> numbers) {
        new Span.Exactly(numbers.collect { chain[it] })
    }

    String names(Collection<Integer> numbers) {
        numbers.collect { "#$it (${chain[it].id().shortHex()})" }.join(', ')
    }

    def 'after one that ends at 3, #span gives #first to #last'() {
        given:
        create('A', range(null, 3))

        when:
        def milestone = create('B', span(this))

        then:
        [milestone.first(), milestone.last()] == [first, last]
        ws.store.milestones().of(ws.workspace.id())*.title() == ['A', 'B']
        ws.store.milestones().named(ws.workspace.id(), 'B').get() == milestone
        ws.store.auditLog().newest(1)[0].with { [it.kind(), it.detail()] } == ['milestone', "B: #$first to #$last"]

        where:
        span                        | first | last
        ({ Span.AUTOMATIC })        | 4     | 8
        ({ it.range(null, 5) })     | 4     | 5
        ({ it.range(4, null) })     | 4     | 8
        ({ it.range(4, 4) })        | 4     | 4
        ({ it.exactly([4, 5, 6]) }) | 4     | 6
        ({ it.exactly([6, 4, 5]) }) | 4     | 6
        ({ it.exactly([4, 4]) })    | 4     | 4
    }

    def 'a gap is refused with what is missing: #missing'() {
        given:
        if (end) create('A', range(null, end))
        def before = ws.store.milestones().of(ws.workspace.id())

        when:
        create('B', span(this))

        then:
        def e = thrown(SnapdslException)
        e.code() == ErrorCode.MILESTONE_GAP
        e.message.contains("Expected: every snapshot from ${names([(end ?: 0) + 1])}")
        e.message.endsWith("Missing: ${names(missing)}.")
        e.hint().contains("--to ${chain[last].id().shortHex()}")
        ws.store.milestones().of(ws.workspace.id()) == before

        where:
        end | span                           | missing      | last
        3   | ({ it.range(6, 7) })           | [4, 5]       | 7
        3   | ({ it.range(5, null) })        | [4]          | 8
        3   | ({ it.exactly([4, 6, 8]) })    | [5, 7]       | 8
        3   | ({ it.exactly([5]) })          | [4]          | 5
        0   | ({ it.range(3, 4) })           | [1, 2]       | 4
        0   | ({ it.exactly([1, 3]) })       | [2]          | 3
    }

    def 'an overlap is refused with what is in both: #overlapping'() {
        given:
        create('A', range(null, 2))
        create('B', range(null, 5))

        when:
        create('C', span(this))

        then:
        def e = thrown(SnapdslException)
        e.code() == ErrorCode.MILESTONE_OVERLAP
        e.message.contains("Expected: to begin with ${names([6])}, right after the milestone 'B'")
        e.message.endsWith("in $owners already: ${names(overlapping)}.")
        e.hint().contains("--from ${chain[6].id().shortHex()}")

        where:
        span                        | owners     | overlapping
        ({ it.range(5, 7) })        | "'B'"      | [5]
        ({ it.range(2, null) })     | "'A', 'B'" | [2, 3, 4, 5]
        ({ it.range(null, 4) })     | "'B'"      | [4]
        ({ it.range(1, 2) })        | "'A'"      | [1, 2]
        ({ it.exactly([5, 6, 7]) }) | "'B'"      | [5]
    }

    def 'a range that is none is refused: #what'() {
        given:
        create('A', range(null, 3))
        if (all) create('B', Span.AUTOMATIC)

        when:
        create('C', span(this))

        then:
        def e = thrown(SnapdslException)
        e.code() == ErrorCode.INVALID_RANGE
        e.message.contains(says)

        where:
        what                | all   | span                 | says
        'wrong way round'   | false | ({ it.range(6, 5) }) | 'wrong way round'
        'nothing is left'   | true  | ({ Span.AUTOMATIC }) | "since the milestone 'B'"
    }

    def 'a snapshot of another workspace is refused'() {
        given:
        def directory = Files.createDirectory(base.resolve('elsewhere')).toRealPath()
        def other = ws.workspaces.register(directory, false).workspace()
        def foreign = ws.record(Note.manual('', '', ''), other).snapshot()

        when:
        create('A', new Span.Range(Optional.empty(), Optional.of(foreign)))

        then:
        def e = thrown(SnapdslException)
        e.code() == ErrorCode.INVALID_RANGE
        e.message.contains("'elsewhere'")

        when: 'nothing was taken there yet'
        new MilestoneChanges(ws.store, ws.clock).create(
            ws.workspaces.register(Files.createDirectory(base.resolve('third')), false).workspace(),
            new MilestoneChanges.Label('T', '', []), Span.AUTOMATIC)

        then:
        e = thrown(SnapdslException)
        e.code() == ErrorCode.INVALID_RANGE
    }

    def "a title that could be taken for something else is refused: '#title'"() {
        given:
        create('A', range(null, 3))

        when:
        create(title, Span.AUTOMATIC)

        then:
        def e = thrown(SnapdslException)
        e.code() == ErrorCode.MILESTONE_TITLE

        where:
        title << ['', '  ', '@latest', '@1', '@home', 'cafe', 'DEADBEEF', 'yesterday', '2 hours ago', '2026-05-01', 'two\nlines', 'A', ' A ']
    }

    def 'removed snapshots are no gap'() {
        given:
        new Removal(ws.store, ws.clock, Progress.NONE).remove([chain[1], chain[2], chain[4]], '')

        when:
        def milestone = create('A', exactly([3, 5]))

        then:
        [milestone.first(), milestone.last()] == [1, 5]
        new MilestoneContents(ws.store).snapshots(milestone)*.sequence() == [1, 2, 3, 4, 5]
    }

    def 'a title stands for the last snapshot, and the changes are those since before the first'() {
        given:
        create('First half', range(null, 4))
        ws.delete('f1')
        ws.write('f8', 'changed')
        ws.snap()
        def second = create('Second half', Span.AUTOMATIC)

        expect:
        new SnapshotFinder(ws.store, ws.clock).find(' First half ', ws.workspace) == chain[4]
        new MilestoneContents(ws.store).changes(ws.store.milestones().of(ws.workspace.id())[0]) == new ChangeCounts(4, 0, 0)
        new MilestoneContents(ws.store).changes(second) == new ChangeCounts(4, 0, 1)
    }

    def 'only the newest can be given up, so that no gap comes to be'() {
        given:
        create('A', range(null, 3))
        create('B', range(null, 5))
        def changes = new MilestoneChanges(ws.store, ws.clock)

        when:
        changes.remove(ws.workspace, 'A')

        then:
        def e = thrown(SnapdslException)
        e.code() == ErrorCode.MILESTONE_GAP
        e.hint().contains("'B'")

        when:
        changes.remove(ws.workspace, 'B')
        def again = create('B again', range(null, 8))

        then:
        [again.first(), again.last()] == [4, 8]

        when:
        changes.remove(ws.workspace, 'B')

        then:
        e = thrown(SnapdslException)
        e.code() == ErrorCode.UNKNOWN_MILESTONE
    }
}
