package io.snapdsl.engine.retention

import io.snapdsl.engine.ErrorCode
import io.snapdsl.engine.Progress
import io.snapdsl.engine.SnapdslException
import io.snapdsl.engine.WorkspaceFixture
import io.snapdsl.engine.consolidation.Consolidation
import io.snapdsl.engine.consolidation.Strategy
import io.snapdsl.engine.history.Snapshot
import io.snapdsl.engine.milestone.MilestoneChanges
import io.snapdsl.engine.milestone.Span
import java.nio.file.Path
import java.time.ZoneOffset
import spock.lang.AutoCleanup
import spock.lang.Specification
import spock.lang.TempDir

class ProtectionSpec extends Specification {
    @TempDir
    Path base

    @AutoCleanup
    WorkspaceFixture ws

    List<Snapshot> chain

    def setup() {
        ws = new WorkspaceFixture(base)
        chain = (1..5).collect { ws.write('f', it); ws.snap("step $it") }
    }

    Pinning getPinning() {
        new Pinning(ws.store, ws.clock)
    }

    List<String> reasons() {
        def protection = new Protection(ws.store)
        chain.collect { protection.reason(it).orElse('') }
    }

    def 'the newest, the pinned and those in a milestone are protected, each for its reason'() {
        when:
        pinning.pin([chain[2]], 'good build')
        pinning.pin([chain[3]], '')
        new MilestoneChanges(ws.store, ws.clock).create(ws.workspace, new MilestoneChanges.Label('Begun', '', []),
            new Span.Range(Optional.empty(), Optional.of(chain[0])))

        then:
        reasons() == ["part of the milestone 'Begun'", '', 'pinned: good build', 'pinned', 'the newest of workspace']
    }

    def 'nothing is removed when one of several is protected'() {
        given:
        pinning.pin([chain[1]], 'why not')

        when:
        new Removal(ws.store, ws.clock, Progress.NONE).remove([chain[0], chain[1]], '')

        then:
        def e = thrown(SnapdslException)
        e.code() == ErrorCode.PINNED
        e.message.contains('why not')
        e.hint().contains("unpin ${chain[1].id().shortHex()}")
        !ws.store.catalog().page(ws.workspace.id(), Long.MAX_VALUE, 10).any { it.removed }
    }

    def 'pinning again changes the reason, and unpinning says which were pinned'() {
        given:
        pinning.pin([chain[0], chain[1]], 'first')

        when:
        pinning.pin([chain[1]], 'second')

        then:
        ws.store.pins().of(ws.workspace.id()).collectEntries { [it.key, it.value.reason()] } ==
            [(chain[0].id()): 'first', (chain[1].id()): 'second']
        ws.store.pins().of(chain[1].id()).get().reason() == 'second'
        ws.store.auditLog().newest(2)*.kind() == ['pin', 'pin']

        when:
        def unpinned = pinning.unpin([chain[1], chain[2]])

        then:
        unpinned == [chain[1]]
        ws.store.pins().of(chain[1].id()).empty
        ws.store.auditLog().newest(1)[0].kind() == 'unpin'
    }

    Snapshot mergeAllButTheNewest(Strategy strategy = new Strategy.Sequential()) {
        def request = new Consolidation.Request(strategy, 2, Consolidation.Range.EVERYTHING, true, false)
        def protection = new Protection(ws.store)
        def done = new Consolidation(ws.store, ws.clock, Progress.NONE, { protection.reason(it).present }).consolidate(ws.workspace, request)
        done.results() ? done.results().last() : null
    }

    List<Decision> prune(Map options) {
        def rules = new KeepRules(1, [:], Optional.empty(), [] as Set, (options.ids ?: []) as Set, KeepRules.Anchor.NEWEST, ZoneOffset.UTC)
        def pruning = new Pruning(ws.store, ws.clock, Progress.NONE)
        def request = Pruning.Request.of([ws.workspace], Optional.of(rules), Limits.NONE)
        options.dryRun ? pruning.plan(request) : pruning.prune(request).decisions()
    }

    Snapshot entry(Snapshot snapshot) {
        ws.store.catalog().find(snapshot.id()).get()
    }

    def 'a pinned original that was kept protects the one that is shown in its place'() {
        given:
        def place = mergeAllButTheNewest()
        pinning.pin([entry(chain[1])], 'good build')
        def because = "shown in the place of ${chain[1].id().shortHex()}, which is pinned: good build"

        when:
        new Removal(ws.store, ws.clock, Progress.NONE).remove([place], '')

        then:
        def e = thrown(SnapdslException)
        e.code() == ErrorCode.PINNED
        e.message.contains(because)
        e.hint().contains("unpin ${chain[1].id().shortHex()}")

        when: 'pruned, as the dry run says'
        def plan = prune(dryRun: true)
        def done = prune(dryRun: false)

        then:
        plan == done
        done.find { it.id() == place.id() }.with { [it.keep(), it.reasons()] } == [true, [because]]

        when: 'and merged again'
        (6..7).each { ws.write('f', it); ws.snap("step $it") }

        then:
        mergeAllButTheNewest().facts().replaces().size() == 2
        !entry(chain[1]).removed
        entry(chain[1]).replacedBy() == Optional.of(place.id())
        ws.restore(entry(chain[1]))
        ws.read('f') == '2'
    }

    def 'an earlier consolidated one that was kept and pinned protects what it was merged into'() {
        given:
        def first = mergeAllButTheNewest()
        (6..7).each { ws.write('f', it); ws.snap("step $it") }
        def second = mergeAllButTheNewest()
        pinning.pin([entry(first)], '')

        expect:
        entry(first).replacedBy() == Optional.of(second.id())
        new Protection(ws.store).reason(second).get() == "shown in the place of ${first.id().shortHex()}, which is pinned"
    }

    def 'an original that a milestone keeps protects the one that is shown in its place'() {
        given: 'the two of g are merged around the two of h'
        ['g', 'h', 'h', 'g', 'end'].each { ws.write(it, "more of $it ${System.nanoTime()}"); chain << ws.snap() }
        def ofG = mergeAllButTheNewest(new Strategy.ByFiles())
        def ofH = ws.store.catalog().before(ofG).get()

        when:
        new MilestoneChanges(ws.store, ws.clock).create(ws.workspace, new MilestoneChanges.Label('Half', '', []),
            new Span.Range(Optional.empty(), Optional.of(ofH)))

        then:
        new Protection(ws.store).reason(ofG).get() ==
            "shown in the place of ${chain[5].id().shortHex()}, which is part of the milestone 'Half'"
    }

    def 'pruning keeps what is shown in the place of an original that was named'() {
        given:
        def place = mergeAllButTheNewest()

        when:
        def decisions = prune(ids: [chain[2].id()])

        then:
        decisions.find { it.id() == place.id() }.reasons() ==
            ["shown in the place of ${chain[2].id().shortHex()}, which is named by its id"]
        !entry(chain[2]).removed
    }

    def 'what was removed meanwhile can not be pinned'() {
        given:
        new Removal(ws.store, ws.clock, Progress.NONE).remove([chain[0]], '')

        when:
        pinning.pin([chain[0]], '')

        then:
        def e = thrown(SnapdslException)
        e.code() == ErrorCode.UNKNOWN_SNAPSHOT
        ws.store.pins().of(ws.workspace.id()).isEmpty()
    }

    def 'what it goes by is read once, so that thousands can be asked about'() {
        given:
        def protection = new Protection(ws.store)
        protection.reason(chain[0])

        when:
        pinning.pin([chain[1]], '')

        then:
        protection.reason(chain[1]).empty
        reasons()[1] == 'pinned'
    }
}
