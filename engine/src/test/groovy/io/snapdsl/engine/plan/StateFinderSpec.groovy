package io.snapdsl.engine.plan

import io.snapdsl.engine.ErrorCode
import io.snapdsl.engine.Progress
import io.snapdsl.engine.SnapdslException
import io.snapdsl.engine.WorkspaceFixture
import io.snapdsl.engine.history.Milestone
import io.snapdsl.engine.history.Note
import io.snapdsl.engine.history.Operation
import io.snapdsl.engine.history.Snapshot
import io.snapdsl.engine.history.Trigger
import io.snapdsl.engine.policy.RestorePlan.Selector
import io.snapdsl.engine.session.AgentSession
import io.snapdsl.engine.verify.StoreVerifier
import io.snapdsl.engine.verify.VerifiedSnapshots
import java.nio.file.Files
import java.nio.file.Path
import java.time.Clock
import java.time.Instant
import java.time.ZoneOffset
import spock.lang.AutoCleanup
import spock.lang.Specification
import spock.lang.TempDir

/** Which snapshot a restore plan means. */
class StateFinderSpec extends Specification {
    @TempDir
    Path temp
    @AutoCleanup
    WorkspaceFixture ws
    int states = 0

    def setup() {
        ws = new WorkspaceFixture(temp)
    }

    static Instant hour(int hour) {
        Instant.parse('2026-11-16T00:00:00Z').plusSeconds(3600L * hour)
    }

    Operation operation() {
        new Operation(hour(0), 'test', Optional.empty(), Optional.empty(), '')
    }

    Snapshot snapAt(int time, Note note = Note.manual('', '', '')) {
        ws.write('file', "state ${states++}")
        ws.record(note, ws.workspace, Clock.fixed(hour(time), ZoneOffset.UTC)).snapshot()
    }

    void startRun(String id, int time) {
        ws.store.sessions().start(AgentSession.starting(id, '', '', hour(time)), operation())
    }

    void remove(Snapshot snapshot) {
        ws.store.catalog().remove([snapshot.id()], operation())
    }

    Snapshot find(Selector selector) {
        new StateFinder(ws.store, ZoneOffset.UTC, LastRun.among([ws.workspace], ws.store)).find(selector, ws.workspace)
    }

    SnapdslException refusal(Selector selector) {
        try {
            find(selector)
        } catch (SnapdslException e) {
            return e
        }
        throw new AssertionError((Object) "$selector was found")
    }

    def 'the latest is the newest that still has its content'() {
        given:
        snapAt(1)
        def second = snapAt(2)
        def third = snapAt(3)

        expect:
        find(new Selector.Latest()) == third

        when:
        remove(third)

        then:
        find(new Selector.Latest()) == second
    }

    def 'at #time o clock it was number #expected'() {
        given:
        def snapshots = [snapAt(1), snapAt(2), snapAt(4)]

        expect:
        find(new Selector.At(hour(time))) == snapshots[expected - 1]

        where:
        time | expected
        1    | 1
        2    | 2
        3    | 2
        4    | 3
        99   | 3
    }

    def 'before the last run is the last one before it began, whatever the agent did since'() {
        given:
        snapAt(1)
        def before = snapAt(2)
        startRun('run', 3)
        snapAt(4, Note.manual('', '', 'run'))
        snapAt(5)
        snapAt(6, Note.manual('', '', 'run'))

        expect:
        find(new Selector.BeforeLastRun()) == before

        when: 'another run begins and takes its first snapshot'
        startRun('second', 7)
        def between = find(new Selector.BeforeLastRun())
        snapAt(8, Note.manual('', '', 'second'))

        then: 'until then it could be in any other workspace'
        between == before
        find(new Selector.BeforeLastRun()).facts().time() == hour(6)
    }

    def 'a snapshot taken at the start of the run is the state before it'() {
        given:
        snapAt(1)
        startRun('run', 3)
        def start = snapAt(4, Note.of(Trigger.RUN_START, '', '', 'run'))
        snapAt(5, Note.manual('', '', 'run'))

        expect:
        find(new Selector.BeforeLastRun()) == start

        when:
        remove(start)

        then:
        find(new Selector.BeforeLastRun()).facts().time() == hour(1)
    }

    def 'a start that a policy noticed only when the agent had done its work is not the state before the run'() {
        given:
        def before = snapAt(1)
        startRun('run', 3)
        snapAt(4, Note.of(Trigger.RUN_END, '', '', 'run'))
        snapAt(5, Note.of(Trigger.RUN_START, '', '', 'run'))

        expect:
        find(new Selector.BeforeLastRun()) == before
    }

    def 'a run in another workspace is none of ours'() {
        given:
        def before = snapAt(1)
        startRun('ours', 2)
        snapAt(3, Note.manual('', '', 'ours'))
        def other = ws.workspaces.register(Files.createDirectory(temp.resolve('other')), false).workspace()
        startRun('theirs', 4)
        ws.record(Note.manual('', '', 'theirs'), other)

        expect:
        find(new Selector.BeforeLastRun()) == before
    }

    def 'a milestone is its end, a tag its newest bearer'() {
        given:
        snapAt(1, Note.manual('', '', '').tagged(['release']))
        def second = snapAt(2, Note.manual('', '', '').tagged(['release']))
        def third = snapAt(3)
        ws.store.milestones().add(new Milestone(ws.workspace.id(), 'v1', '', [], 1, 3, hour(3)), operation())
        snapAt(4)

        expect:
        find(new Selector.Tagged('release')) == second
        find(new Selector.AtMilestone('v1')) == third
    }

    def 'the last verified is the newest whose every byte was read'() {
        given:
        def verify = { boolean readData ->
            def report = new StoreVerifier(ws.store, Progress.NONE).verify(readData)
            assert new VerifiedSnapshots(ws.store, ws.clock).remember(report, readData).empty
        }
        snapAt(1)
        def second = snapAt(2)

        when: 'only the structure was looked at'
        verify(false)

        then:
        refusal(new Selector.LastVerified()).message == 'There is no snapshot of workspace that was verified.'

        when:
        verify(true)
        def third = snapAt(3)

        then:
        find(new Selector.LastVerified()) == second

        when:
        verify(true)

        then:
        find(new Selector.LastVerified()) == third

        when: 'damage is found'
        ws.store.verifications().record([], [third.id()], operation())

        then:
        find(new Selector.LastVerified()) == second
    }

    def 'what there is not is said: #selector'() {
        given:
        if (any) {
            snapAt(5)
            startRun('run', 1)
            ws.record(Note.manual('', '', 'run'))
            ws.store.milestones().add(new Milestone(ws.workspace.id(), 'v1', '', [], 1, 1, hour(3)), operation())
        }
        def refusal = refusal(selector)

        expect:
        refusal.code() == code
        refusal.message.contains(words)
        refusal.hint().contains(hint)

        where:
        selector                      | any   | code                        | words                                                       | hint
        new Selector.Latest()         | false | ErrorCode.UNKNOWN_SNAPSHOT  | 'no snapshot of workspace yet'                              | 'snapdsl snap'
        new Selector.BeforeLastRun()  | false | ErrorCode.UNKNOWN_SESSION   | "belongs to an agent's run"                                 | 'session list'
        new Selector.BeforeLastRun()  | true  | ErrorCode.UNKNOWN_SNAPSHOT  | "before the run 'run', which began on 2026-11-16 01:00:00"  | 'snapdsl log'
        new Selector.At(hour(4))      | true  | ErrorCode.UNKNOWN_SNAPSHOT  | 'as old as 2026-11-16 04:00:00'                             | 'snapdsl log'
        new Selector.AtMilestone('v') | false | ErrorCode.UNKNOWN_MILESTONE | "no milestone 'v'"                                          | 'It has none'
        new Selector.AtMilestone('v2')| true  | ErrorCode.UNKNOWN_MILESTONE | "no milestone 'v2'"                                         | "Did you mean 'v1'? There are: v1."
        new Selector.Tagged('x')      | true  | ErrorCode.UNKNOWN_SNAPSHOT  | "with the tag 'x'"                                          | '--tag x'
        new Selector.LastVerified()   | true  | ErrorCode.UNKNOWN_SNAPSHOT  | 'that was verified'                                         | 'verify --read-data'
    }
}
