package io.snapdsl.engine.run

import io.snapdsl.engine.policy.Cron
import io.snapdsl.engine.policy.Policy
import io.snapdsl.engine.policy.When
import io.snapdsl.engine.policy.When.Interval
import io.snapdsl.engine.policy.When.Schedule
import io.snapdsl.engine.retention.Limits
import io.snapdsl.engine.store.PolicyRuns
import java.time.Duration
import java.time.Instant
import java.time.ZoneId
import spock.lang.Specification

class AgendaSpec extends Specification {
    static final Instant NOON = Instant.parse('2026-11-16T12:00:00Z')
    static final ZoneId UTC = ZoneId.of('UTC')

    Map<String, Instant> last = [:]
    PolicyRuns runs = new PolicyRuns() {
        Optional<Instant> last(String policy, String trigger) { Optional.ofNullable(AgendaSpec.this.last[policy + trigger]) }

        void record(String policy, String trigger, Instant time) { AgendaSpec.this.last[policy + trigger] = time }
    }

    static Policy policy(When... triggers) {
        new Policy('p', [], triggers.toList(), Optional.empty(), Limits.NONE, Optional.empty(), [], Optional.empty())
    }

    static Schedule at(String cron, boolean runMissed = true) {
        new Schedule(Cron.parse(cron), UTC, runMissed)
    }

    static Interval every(int minutes, int jitter = 0) {
        new Interval(Duration.ofMinutes(minutes), Duration.ofMinutes(jitter))
    }

    /** What is due at each of these times, if each is attended to; minutes after noon. */
    List<Integer> attended(When trigger, List<Integer> minutes) {
        def agenda = new Agenda([policy(trigger)], runs)
        agenda.begin(NOON)
        minutes.findAll { minute ->
            def now = NOON.plus(Duration.ofMinutes(minute))
            def due = agenda.due(now)
            due.each { runs.record('p', trigger.words(), now) }
            !due.empty
        }
    }

    def 'a schedule is due when its time has come, and once'() {
        expect:
        attended(at('*/15 * * * *'), 0..40) == [15, 30]
    }

    def 'what was missed is made up for once, or not at all'() {
        expect: 'nobody looked between 10 and 100 minutes'
        attended(at('*/15 * * * *', runMissed), [5, 10, 100, 101, 105]) == due

        where:
        runMissed || due
        true      || [100, 105]
        false     || [105]
    }

    def 'an interval is due at once, and then again after it has passed'() {
        expect:
        attended(every(20), 0..50) == [0, 20, 40]
    }

    def 'a jitter makes it later, by no more than it says, and always the same'() {
        given:
        def agenda = new Agenda([policy(every(60, 10))], runs)
        runs.record('p', every(60, 10).words(), NOON)
        def times = (1..3).collect { agenda.next(NOON)[0].time() }

        expect:
        times.unique().size() == 1
        Duration.between(NOON, times[0]).toMinutes() in 60L..70L
    }

    def 'a clock that was put back a year keeps nobody waiting'() {
        given:
        runs.record('p', trigger.words(), NOON.plus(Duration.ofDays(365)))

        expect: 'when it is shown, and when time goes on'
        new Agenda([policy(trigger)], runs).next(NOON)[0].time() == NOON.plus(Duration.ofMinutes(20))
        attended(trigger, 0..50) == [20, 40]

        where:
        trigger << [at('*/20 * * * *'), every(20)]
    }

    def 'a clock that was corrected by a little does not make the same time due again'() {
        given:
        runs.record('p', at('0 * * * *').words(), NOON.plusMillis(10))

        expect:
        attended(at('0 * * * *'), [0, 1]) == []
    }

    def 'a clock that was put forward a year makes it due once'() {
        expect:
        attended(trigger, [0, 525_600, 525_601]) - [0] == [525_600]

        where:
        trigger << [at('0 9 * * *'), every(300)]
    }

    def 'the next ten times of all triggers come in order'() {
        when:
        def upcoming = new Agenda([policy(at('0 * * * *'), at('30 */2 * * *'))], runs).upcoming(NOON, 5)

        then:
        upcoming*.time()*.toString()*.substring(11, 16) == ['12:30', '13:00', '14:00', '14:30', '15:00']
    }

    def 'triggers that go by no clock are never due'() {
        expect:
        new Agenda([policy(*When.Event.values(), new When.FileChange(Duration.ofSeconds(1)))], runs).next(NOON).empty
    }
}
