package io.snapdsl.engine.moment

import io.snapdsl.engine.ErrorCode
import io.snapdsl.engine.Progress
import io.snapdsl.engine.SnapdslException
import io.snapdsl.engine.capture.SnapshotRecorder
import io.snapdsl.engine.capture.WorkspaceCapture
import io.snapdsl.engine.history.Subject
import io.snapdsl.engine.history.Trigger
import io.snapdsl.engine.moment.MomentRecorder.Together
import java.time.Clock
import java.time.Duration
import java.time.Instant

class MomentRecorderSpec extends MomentSpecification {
    /** Held while the others are read, as a container is. */
    static class Held implements Taking {
        Taking taking
        Runnable onHolding = {}
        Runnable onRelease = {}
        Runnable onDraft = {}

        Subject subject() { taking.subject() }

        void begin() { taking.begin() }

        boolean holds() { true }

        void holding(Runnable work) {
            onHolding.run()
            work.run()
            onRelease.run()
        }

        void capture() { taking.capture() }

        Taking.Draft draft() {
            onDraft.run()
            taking.draft()
        }
    }

    def 'several subjects become one moment, with everything that was recorded'() {
        when:
        def taken = take()

        then:
        def moment = taken.moment().get()
        moment.parts()*.subject() == ['workspace', 'tools']
        moment.snapshots().map { it.snapshot() }.toList() == [head(ws.workspace).id(), head(other).id()]
        moment.parts().every { it.isNew() }
        moment.facts().policy() == 'p'
        moment.facts().trigger() == Trigger.SCHEDULE
        moment.isIntact()

        and: 'it is found again just so'
        ws.store.moments().newest(10) == [moment]
        ws.store.moments().findByPrefix(moment.id().shortHex(), 2) == [moment]
        new MomentFinder(ws.store.moments()).find('@latest') == moment
        ws.store.moments().needing(head(other).id()) == [moment]
        ws.store.auditLog().newest(1)[0].kind() == 'moment'
    }

    def 'a subject in which nothing changed contributes its newest snapshot'() {
        given:
        take()
        def before = head(other)
        ws.write('file', 'two')

        when:
        def taken = take()

        then:
        head(other) == before
        taken.outcomes()*.snapshot()*.present == [true, false]
        taken.moment().get().parts()*.isNew() == [true, false]
        taken.moment().get().snapshots().toList()[1].snapshot() == before.id()
    }

    def 'where nothing has changed since the last moment, there is no other; where there was none, there is one'() {
        given:
        ws.record(NOTE)
        ws.record(NOTE, other)

        when:
        def first = take()
        def second = take()

        then:
        first.moment().get().parts()*.isNew() == [false, false]
        second.moment().empty
        ws.store.moments().newest(10) == [first.moment().get()]
    }

    def 'one subject alone is an ordinary snapshot, and so are some of those that belong together'() {
        expect:
        take([taking(ws.workspace)]).moment().empty
        take([taking(ws.workspace, true), taking(other, true)], Together.NO).moment().empty
        ws.store.moments().newest(1) == []
        head(ws.workspace).sequence() == 2
    }

    def 'if one can not be taken there is no moment, and the others are taken all the same'() {
        given:
        tools.toFile().deleteDir()

        when:
        def taken = take()

        then:
        taken.moment().empty
        taken.outcomes()[0].snapshot().get() == head(ws.workspace)
        taken.outcomes()[1].failure().get() instanceof SnapdslException
        ws.store.moments().newest(1) == []
    }

    def 'one that somebody else is restoring holds up no other'() {
        given:
        def lock = ws.store.locks().subject(other.id(), 'restoring')

        when:
        def taken = take()

        then:
        taken.outcomes()[1].failure().get().code() == ErrorCode.LOCKED
        taken.outcomes()[0].snapshot().present

        cleanup:
        lock.release()
    }

    def 'what can be held is held while everything is read, and files are read ahead, so that it is held for less long'() {
        given:
        def events = []
        def box = new Held(taking: taking(other, false) { events << 'box' }, onHolding: { events << 'held' }, onRelease: { events << 'let go' })

        when:
        def taken = take([taking(ws.workspace, false) { events << 'files' }, box])

        then:
        events == ['files', 'held', 'files', 'box', 'let go']
        taken.moment().present
    }

    def 'how far apart its parts were read is recorded: #steps seconds are #spread'() {
        given: 'a clock that goes on, or jumps, while each part is read'
        def time = Instant.parse('2026-03-01T12:00:00Z')
        def clock = [instant: { time }] as Clock
        def takings = [ws.workspace, other].withIndex().collect { subject, n ->
            taking(subject, false) { time = time.plusSeconds(steps[n]) }
        }

        when:
        def taken = new MomentRecorder(ws.store, clock).take(takings, NOTE, MomentRecorder.Together.ALWAYS)

        then:
        taken.moment().get().facts().spread() == spread
        ws.store.moments().newest(1)[0].facts().spread() == spread

        where:
        steps   | spread
        [2, 3]  | Duration.ofSeconds(5)
        [0, 0]  | Duration.ZERO
        [2, -9] | Duration.ZERO
    }

    def 'one that can not be held, or not be let go, has failed; the others are taken'() {
        given:
        def away = { throw new SnapdslException(ErrorCode.NO_CONTAINER_ENGINE, 'away', 'start it') }

        when:
        def taken = take([new Held([taking: taking(other), (when): away]), taking(ws.workspace)])

        then:
        taken.moment().empty
        taken.outcomes()[1].snapshot().get() == head(ws.workspace)
        taken.outcomes()[0].failure().get().code() == ErrorCode.NO_CONTAINER_ENGINE
        ws.store.catalog().head(other.id()).empty

        where:
        when << ['onHolding', 'onRelease', 'onDraft']
    }

    def 'a moment that can not be published leaves no part of it'() {
        given: 'a chain that grows though its subject is locked'
        def capture = new WorkspaceCapture(ws.store, Progress.NONE)
        def meddling = { new SnapshotRecorder(ws.store, ws.clock).publish(ws.workspace, capture.capture(ws.workspace), NOTE) }

        when:
        def taken = take([taking(ws.workspace), new Held(taking: taking(other), onDraft: meddling)])

        then:
        taken.moment().empty
        taken.outcomes()*.failure()*.present == [true, true]
        ws.store.catalog().head(other.id()).empty
        ws.store.moments().newest(1) == []
    }
}
