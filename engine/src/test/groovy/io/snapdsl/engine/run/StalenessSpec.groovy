package io.snapdsl.engine.run

import io.snapdsl.engine.Progress
import io.snapdsl.engine.history.Note
import io.snapdsl.engine.policy.Hook
import io.snapdsl.engine.policy.Hook.OnError
import io.snapdsl.engine.policy.Hook.Point
import io.snapdsl.engine.policy.Policy
import io.snapdsl.engine.policy.When
import io.snapdsl.engine.policy.When.Event
import java.time.Clock
import java.time.Duration
import java.time.Instant
import java.time.ZoneOffset

/** A policy warns when the newest snapshot gets older than it expects, whoever took that. */
class StalenessSpec extends PolicyRunnerFixture {
    static final Duration HOUR = Duration.ofHours(1)

    Policy expecting(Map settings = [:], When trigger) {
        policy(settings + [expectEvery: HOUR], trigger)
    }

    void takenAt(Instant time) {
        ws.write('file', time)
        ws.record(Note.manual('', '', ''), ws.workspace, Clock.fixed(time, ZoneOffset.UTC))
    }

    List<String> once(Policy policy) {
        events.clear()
        new SteppedRun(ws.store, ws.workspaces, clock, Progress.NONE, { throw new AssertionError() }, listener, file(policy)).once()
        events
    }

    def 'what others take is fresh too'() {
        given:
        run(expecting(Event.MANUAL))
        sleep(TWO_LOOKS.toMillis())

        when:
        takenAt(START + HOUR)
        time = START + HOUR.plusMinutes(30)
        sleep(TWO_LOOKS.toMillis())

        then:
        count('stale') == 0

        when:
        time = START + HOUR.plusMinutes(61)

        then:
        soon.eventually { assert count('stale') == 1 }
    }

    def 'a run that starts late warns at once'() {
        given:
        takenAt(START - Duration.ofDays(3))

        when:
        run(expecting(Event.MANUAL))

        then:
        soon.eventually { assert count('stale') == 1 }
    }

    def 'unless it is about to take one'() {
        given:
        takenAt(START - Duration.ofDays(3))
        def slow = new Hook(Point.BEFORE_SNAPSHOT, { context -> sleep(TWO_LOOKS.toMillis()) }, Duration.ofMinutes(1), OnError.CANCEL)

        when:
        run(expecting(hooks: [slow], Event.POLICY_START))
        soon.eventually { assert count('unchanged') == 1 }
        sleep(TWO_LOOKS.toMillis())

        then:
        count('stale') == 0
    }

    def 'a single run warns too: #trigger after #days days'() {
        given:
        takenAt(START - Duration.ofDays(days))

        expect:
        once(expecting(trigger)) == told

        where:
        trigger            | days || told
        Event.MANUAL       | 3    || ['stale']
        Event.MANUAL       | 0    || []
        Event.POLICY_START | 3    || ['unchanged']
    }
}
