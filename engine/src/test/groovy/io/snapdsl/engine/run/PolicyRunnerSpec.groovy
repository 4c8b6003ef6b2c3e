package io.snapdsl.engine.run

import io.snapdsl.engine.WorkspaceFixture
import io.snapdsl.engine.history.Note
import io.snapdsl.engine.policy.Cron
import io.snapdsl.engine.policy.Declared
import io.snapdsl.engine.policy.Policy
import io.snapdsl.engine.policy.PolicyFile
import io.snapdsl.engine.policy.When
import io.snapdsl.engine.policy.When.Interval
import io.snapdsl.engine.policy.When.Schedule
import io.snapdsl.engine.retention.KeepRules
import io.snapdsl.engine.retention.Limits
import java.lang.reflect.Proxy
import java.nio.file.Path
import java.time.Clock
import java.time.Duration
import java.time.Instant
import java.time.ZoneId
import java.time.ZoneOffset
import java.util.concurrent.CopyOnWriteArrayList
import spock.lang.AutoCleanup
import spock.lang.Specification
import spock.lang.TempDir
import spock.util.concurrent.PollingConditions

/** What a clock that jumps does to a runner, which looks at it every second. */
class PolicyRunnerSpec extends Specification {
    static final START = Instant.parse('2026-11-16T12:00:00Z')
    static final YEAR = Duration.ofDays(365)
    static final Duration TWO_LOOKS = Duration.ofMillis(2500)

    @TempDir
    Path base

    @AutoCleanup
    WorkspaceFixture ws

    List<String> events = new CopyOnWriteArrayList<>()
    RunListener listener = Proxy.newProxyInstance(RunListener.classLoader, [RunListener] as Class[]) { proxy, method, arguments ->
        events << method.name
        null
    } as RunListener
    volatile Instant time = START
    Clock clock = new Clock() {
        Instant instant() { PolicyRunnerSpec.this.time }

        ZoneId getZone() { ZoneOffset.UTC }

        Clock withZone(ZoneId zone) { this }
    }
    PollingConditions soon = new PollingConditions(timeout: 120)

    PolicyRunner runner
    Thread thread

    def setup() {
        ws = new WorkspaceFixture(base)
    }

    def cleanup() {
        runner?.stop()
        thread?.join()
        runner?.close()
    }

    Policy policy(Map settings = [:], When... triggers) {
        def declared = new Declared.Workspace('w', ws.directory, Optional.empty(), Optional.empty())
        new Policy('p', [declared], triggers.toList(), Optional.ofNullable(settings.keep), Limits.NONE, Optional.empty(), [],
            Optional.ofNullable(settings.expectEvery))
    }

    void run(Policy policy) {
        runner = new PolicyRunner(ws.store, ws.workspaces, clock, listener)
        def file = new PolicyFile(Path.of('policy.groovy'), Optional.empty(), policy.subjects(), [policy], [])
        thread = Thread.start { runner.run(file) }
    }

    int count(String event) {
        events.count(event)
    }

    def 'a trigger is due once after a jump of a year ahead, and goes on after the jump back: #trigger.words()'() {
        given:
        run(policy(trigger))
        def before = trigger instanceof Interval ? 1 : 0
        soon.eventually { assert count('taken') + count('unchanged') == before }
        ws.write('file', 'one')

        when:
        time = START + YEAR

        then:
        soon.eventually { assert count('taken') + count('unchanged') == before + 1 }
        count('clockJumped') == 1

        when:
        ws.write('file', 'two')
        sleep(TWO_LOOKS.toMillis())

        then: 'what was missed in between is not made up for one by one'
        count('taken') + count('unchanged') == before + 1

        when:
        time = START
        soon.eventually { assert count('clockJumped') == 2 }
        sleep(TWO_LOOKS.toMillis())
        time = START + Duration.ofMinutes(21)

        then:
        soon.eventually { assert count('taken') + count('unchanged') == before + 2 }

        where:
        trigger << [
            new Schedule(Cron.parse('*/20 * * * *'), ZoneOffset.UTC, true),
            new Interval(Duration.ofMinutes(20), Duration.ZERO)
        ]
    }

    def 'a clock that jumps a year ahead makes nothing old enough to be removed'() {
        given:
        def within = new KeepRules(0, [:], Optional.of(Duration.ofDays(7)), [] as Set, [] as Set, KeepRules.Anchor.NEWEST, ZoneOffset.UTC)
        5.times {
            ws.write('file', it)
            ws.record(Note.manual('', '', ''), ws.workspace, clock)
        }
        run(policy(keep: within, new Interval(Duration.ofMinutes(20), Duration.ZERO)))
        soon.eventually { assert count('unchanged') == 1 }

        when:
        ws.write('file', 'last')
        time = START + YEAR

        then:
        soon.eventually { assert count('taken') == 1 }

        when:
        sleep(TWO_LOOKS.toMillis())

        then:
        count('pruned') == 0
        ws.store.catalog().timeline(ws.workspace.id()).count() == 6

        when: 'it was a mistake'
        time = START + Duration.ofMinutes(30)

        then: 'what is dated ahead is kept, and gets older like the others'
        soon.eventually { assert count('clockJumped') == 2 }
        ws.store.catalog().timeline(ws.workspace.id()).count() == 6
    }

    def 'warnings that there is no snapshot go by the clock, also after it was put back'() {
        given:
        run(policy(expectEvery: Duration.ofHours(1), When.Event.MANUAL))
        sleep(TWO_LOOKS.toMillis())

        when:
        time = START + YEAR
        soon.eventually { assert count('stale') == 1 }
        time = START
        soon.eventually { assert count('clockJumped') == 2 }
        sleep(TWO_LOOKS.toMillis())

        then:
        count('stale') == 1

        when:
        time = START + Duration.ofMinutes(61)

        then:
        soon.eventually { assert count('stale') == 2 }
    }
}
