package io.snapdsl.engine.retention

import io.snapdsl.engine.Progress
import io.snapdsl.engine.WorkspaceFixture
import io.snapdsl.engine.history.Note
import io.snapdsl.engine.history.Snapshot
import io.snapdsl.engine.session.AgentSessions
import io.snapdsl.engine.store.Timeline
import io.snapdsl.engine.verify.StoreVerifier
import java.nio.file.Path
import java.time.Clock
import java.time.Duration
import java.time.Instant
import java.time.ZoneOffset
import spock.lang.AutoCleanup
import spock.lang.Specification
import spock.lang.TempDir

class PruningSpec extends Specification {
    static final NOW = Instant.parse('2026-06-15T12:00:00Z')

    @TempDir
    Path base

    @AutoCleanup
    WorkspaceFixture ws

    def setup() {
        ws = new WorkspaceFixture(base)
    }

    Snapshot snapAt(Instant time, String session = '') {
        ws.write('file', "at $time ${ws.store.catalog().head(ws.workspace.id())}")
        ws.record(Note.manual('', '', session), ws.workspace, Clock.fixed(time, ZoneOffset.UTC)).snapshot()
    }

    Pruning.Pruned prune(int last) {
        def rules = new KeepRules(last, [:], Optional.empty(), [] as Set, [] as Set, KeepRules.Anchor.NEWEST, ZoneOffset.UTC)
        new Pruning(ws.store, Clock.fixed(NOW, ZoneOffset.UTC), Progress.NONE)
            .prune(Pruning.Request.of([ws.workspace], Optional.of(rules), Limits.NONE))
    }

    Explanation explain(Snapshot snapshot) {
        def now = ws.store.catalog().find(snapshot.id()).get()
        Explanation.of(now, ws.store, Clock.fixed(NOW, ZoneOffset.UTC))
    }

    def 'the stored timeline answers as a simple one does, whatever the clock did'() {
        given:
        def random = new Random(7)
        def snapshots = (1..60).collect { snapAt(NOW.minusSeconds(random.nextInt(40))) }
        def gone = snapshots.dropRight(1).findAll { random.nextInt(3) == 0 }
        new Removal(ws.store, ws.clock, Progress.NONE).remove(gone, '')
        def simple = new ListedTimeline((snapshots - gone).collect { new Timeline.Point(it.id(), it.sequence(), it.facts().time()) })
        def stored = ws.store.catalog().timeline(ws.workspace.id())

        expect:
        (-2..42).every { seconds ->
            def time = NOW.minusSeconds(seconds)
            stored.newestBefore(time) == simple.newestBefore(time) && stored.oldestFrom(time) == simple.oldestFrom(time)
        }
        (1..60).every { stored.fromNewest(it) == simple.fromNewest(it) }
        stored.newestBefore(Instant.MAX) == Optional.of(simple.points.first())
        stored.oldestFrom(Instant.MIN) == Optional.of(simple.points.last())
    }

    def 'many are removed in bounded steps, and each knows its rule afterwards'() {
        given:
        def snapshots = (1..260).collect { snapAt(NOW.minusSeconds(300 - it)) }

        when:
        def pruned = prune(10)

        then:
        pruned.decisions().count { !it.keep() } == 250
        ws.store.auditLog().newest(3)*.kind() == ['prune', 'prune', 'snap']
        ws.store.auditLog().newest(2)*.detail()*.readLines()*.count { it.endsWith('no rule keeps it') } == [50, 200]
        snapshots.take(250).every {
            def fate = explain(it).fate()
            fate instanceof Explanation.Fate.Removed && fate.reason() == 'no rule keeps it' && fate.rules() == 'last 10' && fate.by().get().operation().kind() == 'prune'
        }
        new StoreVerifier(ws.store, Progress.NONE).verify(true).clean
    }

    def 'a snapshot says which default rules keep it, or that none does'() {
        given: 'three of one old day, and a hundred young ones'
        def old = (1..3).collect { snapAt(NOW.minus(Duration.ofDays(60)).plusSeconds(it)) }
        (1..100).each { snapAt(NOW.minusSeconds(200 - it)) }

        expect:
        old.collect { explain(it).fate().reasons() } == [[], [], ['hourly: newest of 2026-04-16 12:00',
            'daily: newest of 2026-04-16', 'weekly: newest of 2026-W16', 'monthly: newest of 2026-04']]
    }

    /** One after the other, a month apart, with some of nobody's in between; the last of them three months ago. */
    Map<String, List<Snapshot>> sessions(int number, int each) {
        (number..1).collectEntries { back ->
            def start = NOW.minus(Duration.ofDays(60 + 30 * back))
            def clock = Clock.fixed(start, ZoneOffset.UTC)
            new AgentSessions(ws.store.sessions(), clock, new Random(0)).start("s$back", '', '')
            [("s$back" as String): (1..each).collect { snapAt(start.plusMillis(it)); snapAt(start.plusMillis(it), "s$back") }]
        }
    }

    def 'by default the last five sessions stay whole, however long and long ago, and the others are thinned out'() {
        given:
        def sessions = sessions(7, 60)
        (1..100).each { snapAt(NOW.minus(Duration.ofDays(40)).plusSeconds(it)) }

        when:
        new Pruning(ws.store, Clock.fixed(NOW, ZoneOffset.UTC), Progress.NONE)
            .prune(Pruning.Request.of([ws.workspace], Optional.of(KeepRules.standard(ZoneOffset.UTC)), Limits.NONE))
        def left = sessions.collectEntries { name, all -> [name, all.count { !ws.store.catalog().find(it.id()).get().removed }] }

        then:
        left == [s7: 1, s6: 1, s5: 60, s4: 60, s3: 60, s2: 60, s1: 60]
        explain(sessions.s5[0]).fate().reasons() == ['of the last 5 sessions']
        explain(ws.store.catalog().before(sessions.s5[0]).get()).fate().reasons() == ['the state before one of the last 5 sessions']
        sessions.s7.count { explain(it).fate() instanceof Explanation.Fate.Removed } == 59
        (explain(sessions.s7[0]).fate() as Explanation.Fate.Removed).rules().startsWith('last 100, sessions 5, within 7 days, hourly 48')

        and: 'what was merged, removed or is nobody s counts for none'
        ws.store.catalog().timeline(ws.workspace.id()).ofNewestSessions(1) == sessions.s1*.id() as Set

        when:
        new Removal(ws.store, ws.clock, Progress.NONE).remove(sessions.s1, '')

        then:
        ws.store.catalog().timeline(ws.workspace.id()).ofNewestSessions(1) == sessions.s2*.id() as Set
    }

    def 'the last ones are the last of the chain, also when the clock was set back'() {
        given:
        def ahead = (1..3).collect { snapAt(NOW.plusSeconds(3600 + it)) }
        def back = (1..3).collect { snapAt(NOW.plusSeconds(it)) }

        expect:
        prune(3).decisions().findAll { it.keep() }*.id() == back.reverse()*.id()
        ahead.every { ws.store.catalog().find(it.id()).get().removed }
    }
}
