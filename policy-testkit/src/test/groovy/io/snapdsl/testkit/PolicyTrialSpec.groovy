package io.snapdsl.testkit

import java.nio.file.Files
import java.nio.file.Path
import java.time.ZonedDateTime
import spock.lang.AutoCleanup
import spock.lang.Specification
import spock.lang.TempDir

class PolicyTrialSpec extends Specification {
    static final START = ZonedDateTime.parse('2026-01-01T00:00Z[UTC]')

    @TempDir
    Path directory

    @AutoCleanup
    PolicyTrial trial

    TrialWorkspace app(String body) {
        Files.createDirectory(directory.resolve('lib'))
        Files.writeString(directory.resolve('policy.groovy'), """
            def app = workspace('app') { path '.' }
            def lib = workspace('lib') { path 'lib' }
            policy('p') { protect app; $body }
        """)
        trial = PolicyTrial.of(directory.resolve('policy.groovy'), START)
        trial.workspace('app')
    }

    /** Somebody writes something new every hour. */
    void work(TrialWorkspace app, int hours) {
        hours.times {
            app.write('file', trial.now().toString())
            trial.advance(1.hour)
        }
    }

    def 'a script with mistakes fails the test, which tells all of them'() {
        when:
        app('on mannual; kep { last 10 }')

        then:
        def failure = thrown(AssertionError)
        failure.message.contains("Did you mean 'manual'?")
        failure.message.contains("Did you mean 'keep'?")
    }

    def "nothing of the author's is touched"() {
        given:
        def app = app("on policyStart, every(1.hour); beforeSnapshot(onError: cancel) { exec 'touch', '$directory/ran' }")

        when:
        app.write('file', 'one')
        trial.advance(2.hours)

        then:
        app.kept().size() == 2
        Files.list(directory).withCloseable { it.toList()*.fileName*.toString() } .sort() == ['lib', 'policy.groovy']

        when:
        def scratch = app.directory()
        trial.close()

        then:
        !Files.exists(scratch)
    }

    def 'what is due on the way is done at its time'() {
        given:
        def app = app("on schedule('30 */6 * * *')")

        when:
        work(app, 24)

        then:
        app.kept()*.time*.toLocalTime()*.toString() == ['00:30', '06:30', '12:30', '18:30']
        app.kept()*.trigger.unique() == ['schedule']
        trial.now() == START.plusDays(1)
    }

    def 'two hundred hours are thinned out as the rules say, and who is gone is gone for a reason'() {
        given:
        def app = app("on every(1.hour); keep { hourly 24; daily 7; zone 'UTC' }")

        when:
        work(app, 200)

        then: 'of the last 7 days, 2 are among the last 24 hours'
        app.snapshots().size() == 201
        app.kept().size() == 24 + 5
        app.removed().every { it.reasons == ['no rule keeps it'] && it.removed.get() > it.time.toInstant() }
    }

    def 'limits and consolidation do what they do in a run'() {
        given:
        def app = app(body)

        when:
        work(app, 30)

        then:
        app.kept().size() <= most
        app.removed()*.reasons.flatten()*.replaceAll(/[0-9a-f]{10}/, 'ID').unique() == reasons

        where:
        body                                                   | most || reasons
        'on every(1.hour); limits { perSubject 5 }'            | 5    || ['over the limit of 5 per workspace']
        'on every(1.hour); consolidate mergeSequential(after: 10)' | 11 || ['merged into ID']
    }

    def 'changes make a snapshot once they have come to rest'() {
        given:
        def app = app('on fileChange(quiet: 10.seconds)')

        when: 'each comes before the one before has rested'
        5.times {
            app.write('file', "$it")
            trial.advance(8.seconds)
        }
        trial.advance(1.hour)

        then: 'the first is that of the start'
        app.kept()*.time*.toLocalTime()*.toString() == ['00:00', '00:00:42']
    }

    def "agents' runs and actions are triggers for all that the policy protects"() {
        given:
        def app = app("protect lib; on $trigger")
        def lib = trial.workspace('lib')

        when:
        trial.startRun('agent-1')
        6.times {
            lib.write('file', "change $it")
            app.write('file', "action $it")
            app.snap('editor', 'agent-1')
            trial.advance(1.minute)
        }
        trial.endRun('agent-1')

        then:
        lib.snapshots()*.trigger == taken
        lib.snapshots()*.snapshot*.note()*.session().every { it == 'agent-1' }

        where:
        trigger         || taken
        'runBoundaries' || ['run_start', 'run_end']
        'everyAction'   || ['action'] * 6
        'eventCount(3)' || ['event_count'] * 2
    }

    def 'it warns when too much time has passed without a snapshot'() {
        given:
        def app = app("on schedule('0 0 1 * *'); expectEvery 2.days")

        when:
        trial.advance(5.days)

        then:
        trial.warnings()*.age*.toDays() == [2, 4]
        trial.warnings()*.subject == ['app', 'app']
        app.kept().empty
    }

    def 'what fails in a trial fails the test'() {
        given:
        def app = app('on every(1.hour)')

        when:
        Files.delete(app.directory())
        trial.advance(1.day)

        then:
        def failure = thrown(AssertionError)
        failure.message.contains('No snapshot of app')
    }
}
