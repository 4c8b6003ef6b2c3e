package io.snapdsl.engine.moment

import io.snapdsl.engine.ErrorCode
import io.snapdsl.engine.Progress
import io.snapdsl.engine.SnapdslException
import io.snapdsl.engine.consolidation.Consolidation
import io.snapdsl.engine.consolidation.Consolidation.Range
import io.snapdsl.engine.consolidation.Strategy
import io.snapdsl.engine.history.Operation
import io.snapdsl.engine.retention.Explanation
import io.snapdsl.engine.retention.KeepRules
import io.snapdsl.engine.retention.Limits
import io.snapdsl.engine.retention.Protection
import io.snapdsl.engine.retention.Pruning
import io.snapdsl.engine.retention.Removal
import io.snapdsl.engine.verify.StoreVerifier
import java.nio.file.Files
import java.time.ZoneOffset

class MomentRetentionSpec extends MomentSpecification {
    /** With a change to the first workspace, and to the other one where that is wanted. */
    Moment moment(boolean both = false) {
        ws.write('file', UUID.randomUUID())
        if (both) {
            Files.writeString(tools.resolve('tool'), UUID.randomUUID().toString())
        }
        take().moment().get()
    }

    static Optional<KeepRules> last(int number) {
        Optional.of(new KeepRules(number, [:], Optional.empty(), [] as Set, [] as Set, KeepRules.Anchor.NEWEST, ZoneOffset.UTC))
    }

    Pruning.Pruned prune(Optional<KeepRules> rules, Limits limits = Limits.NONE, List subjects = [ws.workspace, other]) {
        new Pruning(ws.store, ws.clock, Progress.NONE).prune(Pruning.Request.of(subjects, rules, limits))
    }

    List<Moment> moments() {
        ws.store.moments().newest(100)
    }

    /** Whether all its parts still have their content. */
    boolean isWhole(Moment moment) {
        moment.snapshots().allMatch { !ws.store.catalog().find(it.snapshot()).get().removed }
    }

    boolean isThere(Moment moment, int part) {
        !ws.store.catalog().find(moment.parts()[part].snapshot()).get().removed
    }

    def 'a moment lasts as long as what was taken for it, and keeps what it shares with others'() {
        given: 'the other workspace changes rarely, so that the rules would give up what the later moments need of it'
        def first = moment(true)
        def second = moment()
        def third = moment()
        def fourth = moment(true)
        def fifth = moment(true)
        def sixth = moment()

        when:
        def pruned = prune(last(2))

        then:
        moments() == [sixth, fifth]
        moments().every { isWhole(it) }
        [first, second, third].every { !isThere(it, 0) && !isThere(it, 1) }

        and: 'fourth went with its file, so its tool is an ordinary snapshot, which is kept by the rule'
        !isThere(fourth, 0)
        isThere(fourth, 1)

        and:
        pruned.decisions().findAll { !it.keep() }.every { it.reasons()[0] == 'no rule keeps it' }
        ws.store.auditLog().newest(100).any { it.kind() == 'moment-pruned' && it.detail().contains(first.id().shortHex()) }
    }

    def 'what a later moment needs is kept, though no rule wants it and its own moment is gone'() {
        given:
        def first = moment(true)
        def second = moment()
        Files.writeString(tools.resolve('tool'), 'newer')
        ws.record(NOTE, other)

        when: 'the rule keeps one of each'
        def decisions = prune(last(1)).decisions()

        then:
        moments() == [second]
        isWhole(second)
        decisions.find { it.id() == first.parts()[1].snapshot() }.reasons() == ["part of the moment ${second.id().shortHex()}"]
        !isThere(first, 0)
    }

    def 'a limit takes moments with it, the oldest first'() {
        given:
        def all = (1..5).collect { moment(true) }

        when:
        prune(Optional.empty(), limits)

        then:
        moments() == [all[4], all[3]]
        moments().every { isWhole(it) }

        where:
        limits << [new Limits(Optional.of(2), Optional.empty(), Optional.empty()),
                   new Limits(Optional.empty(), Optional.of(4), Optional.empty())]
    }

    def 'a size limit counts what moments need'() {
        given: 'what the newest moment needs of the other workspace is older than an ordinary snapshot'
        def random = new Random(1)
        def large = { byte[] bytes = new byte[400_000]; random.nextBytes(bytes); bytes }
        Files.write(tools.resolve('tool'), large())
        moment()
        ws.write('big', large())
        def ordinary = ws.record(NOTE).snapshot()
        ws.write('big', large())
        def newest = moment()
        Files.writeString(tools.resolve('tool'), 'small')
        ws.record(NOTE, other)

        when: 'there is room for two of the three'
        def pruned = prune(Optional.empty(), new Limits(Optional.empty(), Optional.empty(), Optional.of(900_000L)))

        then:
        moments() == [newest]
        isWhole(newest)
        ws.store.catalog().find(ordinary.id()).get().removed
        !pruned.tooLarge()
    }

    def 'pruning one subject alone leaves whole moments, and no others'() {
        given:
        def first = moment(true)
        def second = moment()
        def third = moment()

        when:
        prune(last(1), Limits.NONE, [ws.workspace])

        then:
        moments() == [third]
        isThere(first, 1)

        when: 'nothing of the first workspace is pruned, but it is what the moment was taken for'
        prune(last(1), Limits.NONE, [other])

        then:
        moments() == [third]
        isWhole(third)
    }

    def 'it can not be removed by hand, unless the moment is given up first'() {
        given:
        def first = moment(true)
        moment(true)
        def part = ws.store.catalog().find(first.parts()[0].snapshot()).get()

        when:
        new Removal(ws.store, ws.clock, Progress.NONE).remove([part], '')

        then:
        def refusal = thrown(SnapdslException)
        refusal.code() == ErrorCode.IN_MOMENT
        refusal.message.contains("part of the moment ${first.id().shortHex()}")
        refusal.hint().contains("moment rm ${first.id().shortHex()}")
        isWhole(first)

        when:
        new MomentRecorder(ws.store, ws.clock).remove(first)
        new Removal(ws.store, ws.clock, Progress.NONE).remove([part], '')

        then:
        !isThere(first, 0)
        moments().size() == 1
        ws.store.auditLog().newest(10)*.kind().contains('moment-removed')
    }

    def 'it is not merged with others'() {
        given:
        def snapshots = []
        2.times { snapshots << record() }
        def moment = moment(true)
        3.times { snapshots << record() }
        def protection = new Protection(ws.store)
        def consolidation = new Consolidation(ws.store, ws.clock, Progress.NONE, { protection.reason(it).present })

        when:
        consolidation.consolidate(ws.workspace, new Consolidation.Request(new Strategy.Sequential(), 2, Range.EVERYTHING, false, false))

        then:
        isWhole(moment)
        ws.store.catalog().find(moment.parts()[0].snapshot()).get().replacedBy().empty
        ws.store.catalog().find(snapshots[0].id()).get().replacedBy().present
    }

    private record() {
        ws.write('file', UUID.randomUUID())
        ws.record(NOTE).snapshot()
    }

    def 'verify looks at moments, and at what they are made of'() {
        given:
        def first = moment(true)
        moment(true)
        def verify = { new StoreVerifier(ws.store, Progress.NONE).verify(false).structuralFindings() }

        expect:
        verify() == []

        when: 'somebody removes a part behind its back'
        ws.store.catalog().remove([first.parts()[0].snapshot()], new Operation(ws.clock.instant(), 'remove', Optional.empty(), Optional.empty(), first.parts()[0].snapshot().shortHex()))

        then:
        verify() == ["The moment ${first.id().shortHex()} lacks what it needs of workspace."]
    }

    def 'explain says that it is part of a moment'() {
        given:
        def first = moment(true)
        moment(true)
        def part = ws.store.catalog().find(first.parts()[0].snapshot()).get()

        expect:
        (Explanation.of(part, ws.store, ws.clock).fate() as Explanation.Fate.Kept)
            .reasons().first() == "part of the moment ${first.id().shortHex()}"
    }
}
