package io.snapdsl.engine.run

import io.snapdsl.engine.policy.Declared
import io.snapdsl.engine.policy.Hook
import io.snapdsl.engine.policy.Hook.OnError
import io.snapdsl.engine.policy.Hook.Point
import io.snapdsl.engine.policy.Policy
import io.snapdsl.engine.policy.PolicyFile
import io.snapdsl.engine.policy.When
import io.snapdsl.engine.policy.When.Event
import io.snapdsl.engine.policy.When.Interval
import io.snapdsl.engine.retention.Limits
import java.nio.file.Files
import java.nio.file.Path
import java.time.Duration
import java.util.concurrent.CountDownLatch

/** Who edits a policy because its snapshot fails wants to see the snapshot, not to wait for the next trigger. */
class EditedWhileFailingSpec extends PolicyRunnerFixture {
    static final Hook.Action FAILING = { context -> throw new IOException('no') }

    volatile int attempts
    Hook.Action counting = { context -> attempts++ }

    def setup() {
        ws.write('file', 'one')
    }

    Policy trying(When trigger, Hook.Action action) {
        policy(hooks: [new Hook(Point.BEFORE_SNAPSHOT, action, Duration.ofMinutes(1), OnError.CANCEL)], trigger)
    }

    def 'what waits to be tried again is tried by the edited policy at once, and once: #trigger.words()'() {
        given:
        run(trying(trigger, FAILING))
        soon.eventually { assert count('retrying') == 1 }

        when:
        runner.use(file(trying(trigger, counting)))

        then:
        soon.eventually { assert count('taken') == 1 }

        when:
        sleep(TWO_LOOKS.toMillis())

        then:
        attempts == 1

        where:
        trigger << [Event.POLICY_START, new Interval(Duration.ofHours(1), Duration.ZERO)]
    }

    def 'what fails while the policy is edited is tried by the edited one'() {
        given:
        def begun = new CountDownLatch(1)
        def mayEnd = new CountDownLatch(1)
        run(trying(Event.POLICY_START, { context -> begun.countDown(); mayEnd.await(); throw new IOException('no') }))
        begun.await()

        when:
        runner.use(file(trying(Event.POLICY_START, counting)))
        mayEnd.countDown()

        then:
        soon.eventually { assert count('taken') == 1 }
        attempts == 1
    }

    def 'a policy that was renamed takes it over; one that protects something else does not'() {
        given:
        def other = Files.createDirectory(base.resolve('other'))
        run(trying(Event.POLICY_START, FAILING))
        soon.eventually { assert count('retrying') == 1 }

        when:
        def elsewhere = new Declared.Workspace('other', other, Optional.empty(), Optional.empty(), Optional.empty())
        runner.use(edited('p', [elsewhere]))
        sleep(TWO_LOOKS.toMillis())

        then:
        attempts == 0

        when:
        runner.use(file(trying(Event.MANUAL, FAILING)))
        runner.runNow('p')
        soon.eventually { assert count('retrying') == 2 }
        runner.use(edited('renamed', policy(Event.MANUAL).subjects()))

        then:
        soon.eventually { assert count('taken') == 1 }
    }

    private PolicyFile edited(String name, List<Declared> subjects) {
        def hook = new Hook(Point.BEFORE_SNAPSHOT, counting, Duration.ofMinutes(1), OnError.CANCEL)
        def policy = new Policy(name, subjects, [Event.MANUAL], Optional.empty(), Limits.NONE, Optional.empty(), [hook], Optional.empty())
        new PolicyFile(Path.of('policy.groovy'), Optional.empty(), subjects, [policy], [])
    }
}
