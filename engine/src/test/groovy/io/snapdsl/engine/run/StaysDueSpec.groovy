package io.snapdsl.engine.run

import io.snapdsl.engine.Progress
import io.snapdsl.engine.policy.Cron
import io.snapdsl.engine.policy.Hook
import io.snapdsl.engine.policy.Hook.OnError
import io.snapdsl.engine.policy.Hook.Point
import io.snapdsl.engine.policy.Policy
import io.snapdsl.engine.policy.When
import io.snapdsl.engine.policy.When.Interval
import io.snapdsl.engine.policy.When.Schedule
import java.time.Duration
import java.time.Instant
import java.time.ZoneOffset
import java.util.concurrent.CountDownLatch

/** What the clock has brought is done with when it was done, not when somebody began with it. */
class StaysDueSpec extends PolicyRunnerFixture {
    static final Interval HOURLY = new Interval(Duration.ofHours(1), Duration.ZERO)

    volatile boolean isBroken
    volatile int attempts
    Hook.Action attempt = { context ->
        attempts++
        if (isBroken) throw new IOException('no')
    }

    def setup() {
        ws.write('file', 'one')
    }

    static Schedule nightly(boolean runMissed = true) {
        new Schedule(Cron.parse('0 2 * * *'), ZoneOffset.UTC, runMissed)
    }

    Policy trying(When trigger, Hook.Action action = attempt) {
        policy(hooks: [new Hook(Point.BEFORE_SNAPSHOT, action, Duration.ofMinutes(5), OnError.CANCEL)], trigger)
    }

    SteppedRun stepped(Policy policy) {
        new SteppedRun(ws.store, ws.workspaces, clock, Progress.NONE, { throw new AssertionError() }, listener, file(policy))
    }

    /** A run that begins and ends, as cron starts it. */
    List<String> once(Policy policy) {
        events.clear()
        stepped(policy).once()
        events.findAll { it in ['taken', 'unchanged', 'failed'] }
    }

    void stop() {
        runner.stop()
        thread.join()
        runner.close()
    }

    def 'a snapshot that a single run could not take is due until one can: #trigger.words()'() {
        given:
        once(trying(nightly()))
        time = Instant.parse('2026-11-17T02:00:00Z')
        isBroken = true

        expect:
        (1..2).collect { once(trying(trigger)) } == [['failed'], ['failed']]

        when:
        time = time.plusSeconds(600)
        isBroken = false

        then:
        once(trying(trigger)) == ['taken']
        once(trying(trigger)) == []
        snapshots() == 1

        where:
        trigger << [nightly(), HOURLY]
    }

    def 'a schedule that does not want what it missed does not get it later either'() {
        given:
        once(trying(nightly(false)))
        time = Instant.parse('2026-11-17T02:00:00Z')
        isBroken = true

        expect:
        once(trying(nightly(false))) == ['failed']

        when:
        time = time.plusSeconds(600)
        isBroken = false

        then:
        once(trying(nightly(false))) == []
    }

    def 'a run that ends before the snapshot is taken leaves it to the next: #trigger.words()'() {
        given:
        patience = Duration.ofMillis(200)
        once(trying(nightly()))
        time = Instant.parse('2026-11-17T02:00:00Z')
        def begun = new CountDownLatch(1)

        when:
        run(trying(trigger, { context -> begun.countDown(); Thread.sleep(60_000) }))
        begun.await()
        stop()

        then:
        allDone == false

        when:
        time = time.plusSeconds(600)
        run(trying(trigger))

        then:
        soon.eventually { assert snapshots() == 1 }

        where:
        trigger << [nightly(), HOURLY]
    }

    def 'what fails is not begun anew at each look, but later and later; the next run begins with it'() {
        given:
        isBroken = true

        when:
        run(trying(HOURLY))
        soon.eventually { assert count('retrying') == 1 }
        sleep(TWO_LOOKS.toMillis())

        then:
        attempts == 1

        when:
        stop()
        isBroken = false
        run(trying(HOURLY))

        then:
        soon.eventually { assert snapshots() == 1 }
        attempts == 2
    }

    def 'while one run is at it, no other begins; and what one has done the other has not to do'() {
        given:
        def begun = new CountDownLatch(1)
        def mayEnd = new CountDownLatch(1)
        run(trying(HOURLY, { context -> attempts++; begun.countDown(); mayEnd.await() }))
        begun.await()

        expect:
        once(trying(HOURLY)) == []

        when: 'one that goes on'
        def other = new PolicyRunner(ws.store, ws.workspaces, clock, { throw new AssertionError() }, listener)
        def itsThread = Thread.start { other.run(file(trying(HOURLY))) }
        sleep(TWO_LOOKS.toMillis())
        mayEnd.countDown()
        soon.eventually { assert count('taken') == 1 }
        sleep(TWO_LOOKS.toMillis())

        then:
        attempts == 1
        once(trying(HOURLY)) == []

        cleanup:
        other.stop()
        itsThread.join()
        other.close()
    }

    def 'what one run fails to take, another takes'() {
        given:
        isBroken = true
        run(trying(HOURLY))
        soon.eventually { assert count('retrying') == 1 }

        when:
        isBroken = false

        then:
        once(trying(HOURLY)) == ['taken']
        sleep(6000) // By then the first has tried again, if it does so in vain.
        attempts == 2
    }
}
