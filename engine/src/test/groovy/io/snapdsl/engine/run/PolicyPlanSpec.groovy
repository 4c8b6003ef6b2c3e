package io.snapdsl.engine.run

import io.snapdsl.engine.Progress
import io.snapdsl.engine.WorkspaceFixture
import io.snapdsl.engine.consolidation.Strategy
import io.snapdsl.engine.container.ContainerRuntime
import io.snapdsl.engine.history.Note
import io.snapdsl.engine.history.Snapshot
import io.snapdsl.engine.history.Subject
import io.snapdsl.engine.policy.ConsolidateAfter
import io.snapdsl.engine.policy.Declared
import io.snapdsl.engine.policy.Policy
import io.snapdsl.engine.policy.PolicyFile
import io.snapdsl.engine.policy.When
import io.snapdsl.engine.retention.KeepRules
import io.snapdsl.engine.retention.KeepRules.Anchor
import io.snapdsl.engine.retention.Limits
import io.snapdsl.engine.retention.Period
import java.lang.reflect.Proxy
import java.nio.file.Files
import java.nio.file.Path
import java.time.Clock
import java.time.Duration
import java.time.Instant
import java.time.ZoneOffset
import java.util.function.Supplier
import spock.lang.AutoCleanup
import spock.lang.Specification
import spock.lang.TempDir

/** A plan is what a run then does. */
class PolicyPlanSpec extends Specification {
    static final NOW = Clock.fixed(Instant.parse('2026-11-16T12:00:00Z'), ZoneOffset.UTC)
    static final START = When.Event.POLICY_START
    static final MANUAL = When.Event.MANUAL
    /** As long as nobody merges it. */
    static final ALL = keep(within: Duration.ofDays(30))
    static final BY_HAND = Note.manual('', '', '')
    static final Supplier<ContainerRuntime> NO_CONTAINERS = { throw new AssertionError() }

    @TempDir
    Path base

    @AutoCleanup
    WorkspaceFixture ws

    RunListener listener = Proxy.newProxyInstance(RunListener.classLoader, [RunListener] as Class[]) { proxy, method, arguments ->
        assert !(method.name in ['failed', 'tidyingFailed', 'troubled']): arguments
        null
    } as RunListener
    Path second
    Subject.Workspace other

    def setup() {
        ws = new WorkspaceFixture(base)
        second = Files.createDirectory(base.resolve('second'))
        other = ws.workspaces.register(second, false).workspace()
        24.downto(1) { hours ->
            def then = Clock.offset(NOW, Duration.ofHours(-5 * hours))
            ws.write('file', hours)
            ws.record(BY_HAND, ws.workspace, then)
            if (hours % 3 == 0) {
                Files.writeString(second.resolve('file'), "$hours")
                ws.record(BY_HAND, other, then)
            }
        }
    }

    static KeepRules keep(Map rules) {
        new KeepRules(rules.last ?: 0, rules.daily ? [(Period.DAILY): rules.daily] : [:], Optional.ofNullable(rules.within),
            [] as Set, [] as Set, rules.anchor ?: Anchor.NEWEST, ZoneOffset.UTC)
    }

    static Limits limits(Map limits) {
        new Limits(Optional.ofNullable(limits.each), Optional.ofNullable(limits.all), Optional.empty())
    }

    static ConsolidateAfter merge(int after, Strategy strategy = new Strategy.Sequential()) {
        new ConsolidateAfter(strategy, after, false)
    }

    Policy policy(Map settings, int number) {
        def subjects = [new Declared.Workspace('workspace', ws.directory, Optional.empty(), Optional.empty(), Optional.empty()),
                        new Declared.Workspace('second', second, Optional.empty(), Optional.empty(), Optional.empty()),
                        new Declared.Workspace('new', Files.createDirectories(base.resolve('new')), Optional.empty(), Optional.empty(), Optional.empty())]
        new Policy("p$number", subjects.take(settings.subjects ?: 2), [settings.on ?: START], Optional.ofNullable(settings.keep),
            settings.limits ?: Limits.NONE, Optional.ofNullable(settings.merge), [], Optional.empty())
    }

    Map<String, Set<String>> fates() {
        def removed = [] as Set
        def merged = [] as Set
        [ws.workspace, other].each { subject ->
            ws.store.catalog().forEach(subject.id()) { Snapshot snapshot ->
                if (snapshot.replacedBy().present) merged << snapshot.id().hex()
                else if (snapshot.isRemoved()) removed << snapshot.id().hex()
            }
        }
        [removed: removed, merged: merged]
    }

    def 'what is planned is done, no less and no more: #what'() {
        given:
        def policies = settings.withIndex().collect { one, number -> policy(one, number) }
        def file = new PolicyFile(Path.of('policy.groovy'), Optional.empty(), policies*.subjects().flatten().unique(), policies, [])
        if (changed) {
            ws.write('file', 'changed')
            Files.writeString(second.resolve('file'), 'changed')
        }

        when:
        def plans = new PolicyPlan.Planner(ws.store, ws.workspaces, NOW, Progress.NONE, NO_CONTAINERS).plan(file)
        def removing = plans*.retention().flatten().findAll { !it.keep() }*.id()*.hex() as Set
        def merging = plans*.merging()*.values().flatten()*.members().flatten()*.id()*.hex() as Set
        def before = fates()
        new SteppedRun(ws.store, ws.workspaces, NOW, Progress.NONE, NO_CONTAINERS, listener, file).start()

        then:
        before == [removed: [] as Set, merged: [] as Set]
        fates() == [removed: removing, merged: merging]
        !removing.empty || !merging.empty

        where:
        [what, settings, changed] << [
            ['keep last'                  , [[keep: keep(last: 3)]]],
            ['keep daily'                 , [[keep: keep(daily: 3)]]],
            ['keep the oldest of each day', [[keep: keep(daily: 3, anchor: Anchor.OLDEST)]]],
            ['keep within'                , [[keep: keep(within: Duration.ofDays(2))]]],
            ['a limit for each'           , [[limits: limits(each: 5)]]],
            ['a limit for all'            , [[limits: limits(all: 9)]]],
            ['a limit, with a new one'    , [[limits: limits(all: 9), subjects: 3]]],
            ['a new one of two policies'  , [[limits: limits(all: 12), subjects: 3], [on: MANUAL, limits: limits(all: 9), subjects: 3]]],
            ['rules and limits'           , [[keep: keep(daily: 4, last: 6), limits: limits(all: 7)]]],
            ['merge'                      , [[keep: ALL, merge: merge(8)]]],
            ['merge at the threshold'     , [[keep: ALL, merge: merge(24)]]],
            ['merge by time'              , [[keep: ALL, merge: merge(10, new Strategy.ByTime(Duration.ofDays(1)))]]],
            ['merge by files'             , [[keep: ALL, merge: merge(10, new Strategy.ByFiles())]]],
            ['remove, then merge'         , [[keep: keep(within: Duration.ofDays(4), last: 2), merge: merge(6)]]],
            ['limit, then merge'          , [[keep: keep(within: Duration.ofDays(9), daily: 2, anchor: Anchor.OLDEST), limits: limits(each: 15), merge: merge(6)]]],
            ['two policies for the same'  , [[keep: keep(last: 4)], [keep: keep(daily: 3), subjects: 1]]],
            ['nothing due at first'       , [[on: MANUAL, keep: keep(last: 4)], [keep: keep(last: 2), subjects: 1]]],
            ['limits one after the other' , [[limits: limits(each: 6)], [limits: limits(each: 4), subjects: 1]]],
        ].collectMany { [[*it, true], [*it, false]] }
            .findAll { !(it[0] == 'merge at the threshold' && !it[2]) }
    }

    /** Of both workspaces, what is there: one that was merged has the place of the newest of those. */
    Set<String> present() {
        [ws.workspace, other].collectMany { subject ->
            def there = []
            ws.store.catalog().forEach(subject.id()) { Snapshot snapshot ->
                if (!snapshot.removed && snapshot.replacedBy().empty) there << "${subject.name()} #${snapshot.sequence()}".toString()
            }
            there
        } as Set
    }

    def 'what is left when one policy has merged and another removes is as planned: #what'() {
        given:
        def policies = settings.withIndex().collect { one, number -> policy([on: MANUAL] + one, number) }
        def file = new PolicyFile(Path.of('policy.groovy'), Optional.empty(), policies*.subjects().flatten().unique(), policies, [])
        def before = present()

        when:
        def plans = new PolicyPlan.Planner(ws.store, ws.workspaces, NOW, Progress.NONE, NO_CONTAINERS).plan(file)
        def going = plans.collectMany { plan ->
            plan.retention().findAll { !it.keep() }.collect { "${it.subject().name()} #${it.snapshot().sequence()}".toString() } +
                plan.merging().collectMany { subject, groups -> groups.collectMany { group ->
                    group.members().dropRight(1).collect { "${subject.name()} #${it.sequence()}".toString() }
                } }
        }
        new SteppedRun(ws.store, ws.workspaces, NOW, Progress.NONE, NO_CONTAINERS, listener, file).start()

        then:
        present() == before - going
        going.size() == (going as Set).size()
        plans[0].merging()*.value.flatten().size() > 0
        plans[1].retention().any { !it.keep() }

        where:
        what                      | settings
        'a limit for each'        | [[keep: ALL, merge: merge(8)], [keep: ALL, limits: limits(each: 6)]]
        'a limit for all'         | [[keep: ALL, merge: merge(8)], [keep: ALL, limits: limits(all: 9)]]
        'one less than is merged' | [[keep: ALL, merge: merge(8), subjects: 1], [limits: limits(each: 4)]]
        'to one'                  | [[keep: ALL, merge: merge(6)], [limits: limits(each: 1)]]
    }

    def 'a limit in bytes takes what is planned, where snapshots have content of their own'() {
        given: 'two small ones, then ten of 100 kB that nothing makes smaller'
        def random = new Random(1)
        10.times {
            def bytes = new byte[100_000]
            random.nextBytes(bytes)
            Files.write(ws.directory.resolve('large'), bytes)
            ws.record(BY_HAND, ws.workspace, NOW)
        }
        def policies = [policy(on: MANUAL, limits: new Limits(Optional.empty(), Optional.empty(), Optional.of(limit)), 0)]
        def file = new PolicyFile(Path.of('policy.groovy'), Optional.empty(), policies[0].subjects(), policies, [])

        when:
        def plan = new PolicyPlan.Planner(ws.store, ws.workspaces, NOW, Progress.NONE, NO_CONTAINERS).plan(file)[0]
        new SteppedRun(ws.store, ws.workspaces, NOW, Progress.NONE, NO_CONTAINERS, listener, file).start()

        then:
        plan.rough
        fates().removed == plan.retention().findAll { !it.keep() }*.id()*.hex() as Set
        present().count { it.startsWith('workspace') } == left

        where:
        limit     | left
        650_000L  | 6
        250_000L  | 2
        1L        | 1
        2_000_000L | 34
    }

    def 'a clock that is #days days ahead of all that is stored: is it doubted? #doubted'() {
        given:
        def policies = [policy(keep: keep(within: Duration.ofDays(7)), 0)]
        def file = new PolicyFile(Path.of('policy.groovy'), Optional.empty(), policies[0].subjects(), policies, [])
        def runAt = { Duration ahead ->
            new SteppedRun(ws.store, ws.workspaces, Clock.offset(NOW, ahead), Progress.NONE, NO_CONTAINERS, listener, file).once()
            fates().removed.size()
        }

        expect: 'what is due is taken, and what the rules no longer keep stays for a day'
        new PolicyPlan.Planner(ws.store, ws.workspaces, Clock.offset(NOW, Duration.ofDays(days)), Progress.NONE, NO_CONTAINERS)
            .doubtedJump().present == doubted
        (runAt(Duration.ofDays(days)) == 0) == doubted
        (runAt(Duration.ofDays(days).plusHours(20)) == 0) == doubted
        runAt(Duration.ofDays(days).plusHours(25)) > 0

        where:
        days | doubted
        365  | true
        31   | false
    }

    def 'a clock that was put right again is not doubted'() {
        given:
        ws.write('file', 'ahead')
        ws.record(BY_HAND, ws.workspace, Clock.offset(NOW, Duration.ofDays(365)))

        expect:
        new PolicyPlan.Planner(ws.store, ws.workspaces, NOW, Progress.NONE, NO_CONTAINERS).doubtedJump().empty
    }
}
