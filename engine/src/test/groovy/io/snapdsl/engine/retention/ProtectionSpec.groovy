package io.snapdsl.engine.retention

import io.snapdsl.engine.ErrorCode
import io.snapdsl.engine.Progress
import io.snapdsl.engine.SnapdslException
import io.snapdsl.engine.WorkspaceFixture
import io.snapdsl.engine.history.Snapshot
import io.snapdsl.engine.milestone.MilestoneChanges
import io.snapdsl.engine.milestone.Span
import java.nio.file.Path
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
        ws.store.catalog().operations(2)*.kind() == ['pin', 'pin']

        when:
        def unpinned = pinning.unpin([chain[1], chain[2]])

        then:
        unpinned == [chain[1]]
        ws.store.pins().of(chain[1].id()).empty
        ws.store.catalog().operations(1)[0].kind() == 'unpin'
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
