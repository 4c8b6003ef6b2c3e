package io.snapdsl.engine.history

import io.snapdsl.engine.ErrorCode
import io.snapdsl.engine.SnapdslException
import io.snapdsl.engine.WorkspaceFixture
import java.nio.file.Files
import java.nio.file.Path
import java.time.Clock
import java.time.Duration
import io.snapdsl.engine.tree.TreePath
import java.time.Instant
import java.time.ZoneId
import java.time.ZoneOffset
import spock.lang.AutoCleanup
import spock.lang.Specification
import spock.lang.TempDir

class HistorySpec extends Specification {
    @TempDir
    Path base

    @AutoCleanup
    WorkspaceFixture ws

    def setup() {
        ws = new WorkspaceFixture(base)
    }

    SnapshotFinder getFinder() {
        new SnapshotFinder(ws.store, Clock.systemUTC())
    }

    def 'a chain is numbered without gap, and each entry names the one before'() {
        given:
        def chain = (1..5).collect { ws.write('f', it); ws.snap("step $it") }

        expect:
        chain*.sequence() == [1, 2, 3, 4, 5]
        chain.tail()*.facts()*.previous()*.get() == chain.init()*.id()
        chain.every { it.intact }
    }

    def 'an entry in which #field was altered no longer matches its id'() {
        given:
        def original = ws.snap('goal')
        def values = Snapshot.Facts.recordComponents.collectEntries { [it.name, it.accessor.invoke(original.facts())] }
        values[field] = value
        def altered = Snapshot.Facts.declaredConstructors[0].newInstance(values.values() as Object[])

        expect:
        original.intact
        !new Snapshot(original.id(), altered, Optional.empty(), Optional.empty()).intact

        where:
        field      | value
        'sequence' | 2L
        'previous' | Optional.of(SnapshotId.fromHex('ab' * 32))
        'time'     | Instant.EPOCH
        'note'     | Note.of(Trigger.UNDO, '', 'goal', '')
        'note'     | Note.manual('another', 'goal', '')
        'note'     | Note.manual('', 'another', '')
        'note'     | Note.manual('', 'goal', 'another')
        'note'     | Note.manual('', 'goal', '').announcing([TreePath.of('file')])
        'note'     | Note.manual('', 'goal', '').from(SnapshotId.fromHex('cd' * 32))
        'subject'  | 'another'
        'root'     | io.snapdsl.engine.content.Hash.of('x'.bytes)
        'coverage' | io.snapdsl.engine.content.Hash.of('x'.bytes)
        'changes'  | new ChangeCounts(7, 0, 0)
        'git'      | Optional.of(new GitPosition('c0ffee', 'main'))
        'replaces' | [SnapshotId.fromHex('cd' * 32)]
    }

    def 'a snapshot is found as #expression'() {
        given:
        def chain = (1..3).collect { ws.snap("step $it") }

        expect:
        finder.find(expression(chain), ws.workspace) == chain[index]

        where:
        index | expression
        2     | { '@latest' }
        2     | { '@0' }
        1     | { '@1' }
        0     | { '@2' }
        1     | { it[1].id().hex() }
        1     | { it[1].id().hex().take(8) }
        1     | { it[1].id().hex().take(8).toUpperCase() }
        2     | { 'now' }
    }

    def '#expression is refused with #code and a way on'() {
        given:
        ws.snap()

        when:
        finder.find(expression, ws.workspace)

        then:
        def e = thrown(SnapdslException)
        e.code() == code
        e.hint()

        where:
        expression     | code
        '@5'           | ErrorCode.UNKNOWN_SNAPSHOT
        'ffffffff'     | ErrorCode.UNKNOWN_SNAPSHOT
        'abc'          | ErrorCode.UNKNOWN_SNAPSHOT
        'yesterday'    | ErrorCode.UNKNOWN_SNAPSHOT
        'no such name' | ErrorCode.UNKNOWN_SNAPSHOT
        'other@1'      | ErrorCode.UNKNOWN_SUBJECT
    }

    def 'a day counts from its start on, and until its end, whatever its length'() {
        given:
        def times = new TimeExpressions(Clock.fixed(Instant.parse('2026-05-10T12:00:00Z'), ZoneId.of('Europe/Berlin')))

        expect:
        times.parseStart(day).get() == Instant.parse(start)
        times.parse(day).get() == Instant.parse(end)
        times.parseStart('2 hours ago') == times.parse('2 hours ago')

        where:
        day          | start                  | end
        '2026-05-01' | '2026-04-30T22:00:00Z' | '2026-05-01T21:59:59.999999999Z'
        '2026-03-29' | '2026-03-28T23:00:00Z' | '2026-03-29T21:59:59.999999999Z'
    }

    def "the time '#text' is understood"() {
        given:
        def clock = Clock.fixed(Instant.parse('2026-05-10T12:00:00Z'), ZoneId.of('Europe/Berlin'))

        expect:
        new TimeExpressions(clock).parse(text) == Optional.ofNullable(time == null ? null : Instant.parse(time))

        where:
        text                        | time
        'now'                       | '2026-05-10T12:00:00Z'
        '10 minutes ago'            | '2026-05-10T11:50:00Z'
        '1 hour ago'                | '2026-05-10T11:00:00Z'
        '2h ago'                    | '2026-05-10T10:00:00Z'
        '3 days ago'                | '2026-05-07T12:00:00Z'
        '1 week ago'                | '2026-05-03T12:00:00Z'
        'yesterday'                 | '2026-05-09T12:00:00Z'
        '2026-05-01 13:00'          | '2026-05-01T11:00:00Z'
        '2026-05-01T13:00:30'       | '2026-05-01T11:00:30Z'
        '2026-05-01T13:00:00Z'      | '2026-05-01T13:00:00Z'
        '2026-05-01T13:00:00+05:00' | '2026-05-01T08:00:00Z'
        '10 parsecs ago'            | null
        'soon'                      | null
    }

    def 'a subdirectory belongs to the nearest workspace above it'() {
        given:
        ws.write('a/b/c', 'x')
        def inner = ws.workspaces.register(ws.directory.resolve('a/b'), false).workspace()

        expect:
        ws.workspaces.around(ws.directory.resolve('a')).get() == ws.workspace
        ws.workspaces.around(ws.directory.resolve('a/b')).get() == inner
        ws.workspaces.around(base).empty
    }

    def 'a moved workspace keeps its history; a new directory in its place does not get it'() {
        given:
        ws.write('f', 'x')
        ws.snap()
        def elsewhere = base.resolve('moved')

        when:
        Files.move(ws.directory, elsewhere)
        def located = ws.workspaces.locate(elsewhere)

        then:
        located.how() == Workspaces.Found.RELINKED
        located.workspace().id() == ws.workspace.id()

        when:
        Files.createDirectory(ws.directory)

        then:
        ws.workspaces.locate(ws.directory).how() == Workspaces.Found.REGISTERED
    }

    def 'a new directory that got the number of a deleted one is not taken for it'() {
        given:
        ws.write('README.md', 'x')
        ws.snap()
        ws.directory.toFile().deleteDir()
        def directories = (1..20).collect { Files.createDirectory(base.resolve("new$it")) }
        directories.each { Files.writeString(it.resolve('README.md'), 'another') }

        expect:
        directories.every { ws.workspaces.locate(it).how() == Workspaces.Found.REGISTERED }
    }

    def 'the whole machine and the home directory are refused unless it is meant'() {
        given:
        def workspaces = new Workspaces(ws.store, base.toRealPath())

        when:
        workspaces.locate(directory(base.toRealPath()))

        then:
        def e = thrown(SnapdslException)
        e.code() == ErrorCode.UNSAFE_WORKSPACE

        expect:
        workspaces.register(directory(base.toRealPath()), true).how() == Workspaces.Found.REGISTERED

        where:
        directory << [{ it }, { Path.of('/') }]
    }

    def 'two workspaces of one name are told apart'() {
        given:
        def twin = Files.createDirectories(base.resolve('other/workspace'))

        expect:
        ws.workspaces.register(twin, false).workspace().name() == 'workspace-2'
    }

    def 'what was taken since a time is listed to the last, also when the clock was set back meanwhile'() {
        given:
        def noon = Instant.parse('2026-05-01T12:00:00Z')
        [1, 3, -5, 4, -6].each { hours ->
            def clock = Clock.fixed(noon.plus(Duration.ofHours(hours)), ZoneOffset.UTC)
            ws.record(Note.manual('', hours.toString(), ''), ws.workspace, clock)
        }
        def log = new SnapshotLog(ws.store.catalog(), ws.workspace)

        expect:
        log.newest(limit, Optional.of(noon.plus(Duration.ofHours(since)))) { true }*.note()*.goal() == goals

        where:
        since | limit || goals
        0     | 10    || ['4', '3', '1']
        2     | 10    || ['4', '3']
        0     | 2     || ['4', '3']
        -6    | 10    || ['-6', '4', '-5', '3', '1']
        5     | 10    || []
    }
}
