package io.snapdsl.engine.run

import io.snapdsl.engine.history.Note
import io.snapdsl.engine.policy.Cron
import io.snapdsl.engine.policy.Declared
import io.snapdsl.engine.policy.Hook
import io.snapdsl.engine.policy.Hook.OnError
import io.snapdsl.engine.policy.Hook.Point
import io.snapdsl.engine.policy.Policy
import io.snapdsl.engine.policy.When
import io.snapdsl.engine.policy.When.Interval
import io.snapdsl.engine.policy.When.Schedule
import io.snapdsl.engine.retention.KeepRules
import io.snapdsl.engine.retention.Limits
import java.nio.file.Files
import java.time.Duration
import java.time.ZoneOffset
import java.util.concurrent.CopyOnWriteArrayList
import java.util.concurrent.CountDownLatch

/** A runner whose clock jumps, whose workspace goes away, that is told to stop. */
class PolicyRunnerSpec extends PolicyRunnerFixture {
    def 'a paused policy takes only what somebody asks for, and catches up when it is resumed'() {
        given:
        run(policy(new When.FileChange(Duration.ofMillis(50))))
        soon.eventually { assert count('taken') + count('unchanged') == 1 }

        when:
        runner.pause('p')
        ws.write('file', 'one')
        sleep(TWO_LOOKS.toMillis())

        then:
        runner.isPaused('p')
        count('taken') == 1

        when:
        runner.runNow('p')

        then:
        soon.eventually { assert count('taken') == 2 }

        when:
        ws.write('file', 'two')
        runner.resume('p')

        then:
        soon.eventually { assert count('taken') == 3 }

        when:
        runner.pause('no such policy')

        then:
        thrown(io.snapdsl.engine.SnapdslException)
    }

    def 'a trigger is due once after a jump of a year ahead, and goes on after the jump back: #trigger.words()'() {
        given:
        run(policy(trigger, When.Event.POLICY_START))
        def before = trigger instanceof Interval ? 2 : 1
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

    def 'who stops a run waits for what is under way, as long as the patience lasts: then its hook is stopped, and told'() {
        given:
        patience = Duration.ofSeconds(1)
        def begun = new CountDownLatch(1)
        def told = new CopyOnWriteArrayList<String>()
        Hook.Action endless = { context ->
            begun.countDown()
            try {
                Thread.sleep(60_000)
            } catch (InterruptedException e) {
                told << 'stopped'
                throw e
            }
        }
        Hook.Action cleaning = { context -> told << "always: ${context.error().get().message}".toString() }
        def hooks = [
            new Hook(Point.BEFORE_SNAPSHOT, endless, Duration.ofMinutes(1), OnError.IGNORE),
            new Hook(Point.ALWAYS, cleaning, Duration.ofMinutes(1), OnError.IGNORE)
        ]
        run(policy(hooks: hooks, When.Event.POLICY_START, When.Event.POLICY_STOP))
        begun.await()

        when:
        runner.stop()
        thread.join(20_000)

        then: 'the second failure is of what waited for its turn'
        allDone == false
        events.findAll { it != 'said' } == ['finishing', 'hookFailed', 'failed', 'failed']
        told == ['stopped', 'always: The run was stopped before it was taken.']
        ws.store.catalog().head(ws.workspace.id()).empty
    }

    def 'a hook before the snapshot that fails #times times and says #onError: #told'() {
        given:
        def calls = 0
        Hook.Action failing = { context -> if (++calls <= times) throw new IOException('no') }
        ws.write('file', 'one')

        when:
        run(policy(hooks: [new Hook(Point.BEFORE_SNAPSHOT, failing, Duration.ofMinutes(1), onError)], When.Event.POLICY_START))

        then:
        soon.eventually { assert events.size() >= told.size() }
        events.take(told.size()) == told
        snapshots() == told.count('taken')
        calls == asked

        where:
        onError        | times || told                                | asked
        OnError.IGNORE | 9     || ['hookFailed', 'taken']              | 1
        OnError.CANCEL | 9     || ['hookFailed', 'failed', 'retrying'] | 1
        OnError.CANCEL | 0     || ['taken']                            | 1
        OnError.RETRY  | 1     || ['taken']                            | 2
        OnError.RETRY  | 9     || ['hookFailed', 'failed', 'retrying'] | 2
    }

    def 'a hook that takes longer than it may is stopped, and the snapshot is taken'() {
        given:
        def stopped = new CountDownLatch(1)
        Hook.Action endless = { context ->
            try {
                Thread.sleep(60_000)
            } catch (InterruptedException e) {
                stopped.countDown()
            }
        }
        ws.write('file', 'one')

        when:
        run(policy(hooks: [new Hook(Point.BEFORE_SNAPSHOT, endless, Duration.ofMillis(200), OnError.IGNORE)], When.Event.POLICY_START))

        then:
        soon.eventually { assert events == ['hookFailed', 'taken'] }
        stopped.count == 0
    }

    def 'what is asked for while a snapshot is under way is done once after it, however often it was'() {
        given:
        def begun = new CountDownLatch(1)
        def mayEnd = new CountDownLatch(1)
        Hook.Action slow = { context -> begun.countDown(); mayEnd.await() }
        run(policy(hooks: [new Hook(Point.BEFORE_SNAPSHOT, slow, Duration.ofMinutes(1), OnError.IGNORE)],
            When.Event.POLICY_START, When.Event.MANUAL))
        begun.await()

        when:
        5.times { runner.request(When.Event.MANUAL, '') }
        ws.write('file', 'two')
        mayEnd.countDown()

        then:
        soon.eventually { assert events.size() == 2 }
        sleep(TWO_LOOKS.toMillis())
        events.size() == 2
    }

    def 'what others take is tidied up too, also by a policy that takes nothing by itself'() {
        given:
        3.times {
            ws.write('file', it)
            ws.snap()
        }

        when:
        run(policy(keep: last(1), When.Event.MANUAL))

        then:
        soon.eventually { assert events == ['pruned'] }
        snapshots() == 1
    }

    def 'a policy that is edited while it runs says what it is going to remove, and leaves time to take a slip back'() {
        given:
        12.times {
            ws.write('file', it)
            ws.snap()
        }
        run(policy(keep: last(100), When.Event.POLICY_START))
        soon.eventually { assert events == ['unchanged'] }

        when: 'of 12 only the 1 is written yet'
        runner.use(file(policy(keep: last(1), When.Event.MANUAL)))

        then:
        soon.eventually { assert events == ['unchanged', 'willPrune'] }

        when:
        time = START + Duration.ofMinutes(9)
        sleep(TWO_LOOKS.toMillis())
        runner.use(file(policy(keep: last(12), When.Event.MANUAL)))
        time = START + Duration.ofMinutes(20)
        sleep(TWO_LOOKS.toMillis())

        then:
        events == ['unchanged', 'willPrune']
        snapshots() == 12

        when: 'it was meant'
        runner.use(file(policy(keep: last(2), When.Event.MANUAL)))
        soon.eventually { assert count('willPrune') == 2 }
        time = START + Duration.ofMinutes(31)

        then:
        soon.eventually { assert count('pruned') == 1 }
        snapshots() == 2
    }

    def 'an edit made while the first snapshots are taken is not lost'() {
        given: 'while one is told of, the other has been captured, and not told of yet'
        def other = Files.createDirectory(base.resolve('other'))
        onEvent = { event ->
            if (event == 'taken' && count('taken') == 1) {
                Files.writeString(other.resolve('file'), 'meanwhile')
                Thread.sleep(500) // time to be noticed; only a policy that loses it cares
            }
        }
        def subjects = [ws: ws.directory, other: other].collect { name, directory ->
            new Declared.Workspace(name, directory, Optional.empty(), Optional.empty(), Optional.empty())
        }

        when:
        run(new Policy('p', subjects, [new When.FileChange(Duration.ofMillis(50))], Optional.empty(), Limits.NONE,
            Optional.empty(), [], Optional.empty()))

        then:
        soon.eventually {
            assert ws.store.catalog().head(ws.workspaces.at(other).get().id()).get().facts().changes().created() == 1
        }
    }

    def 'actions are counted from the start of the agent s run, also by a runner that is started in the middle of it'() {
        given:
        def everyThird = policy(new When.EventCount(3))
        def act = { String session -> ws.write('file', UUID.randomUUID()); ws.record(Note.manual('editor', '', session)) }
        run(everyThird)
        sleep(TWO_LOOKS.toMillis())

        when:
        act('one')
        act('one')
        act('two')
        sleep(TWO_LOOKS.toMillis())
        runner.stop()
        thread.join()
        runner.close()

        then:
        events.empty

        when:
        run(everyThird)
        sleep(TWO_LOOKS.toMillis())
        act('two')
        act('one')

        then:
        soon.eventually { assert count('unchanged') == 1 }

        when:
        act('two')
        act('one')

        then:
        soon.eventually { assert count('unchanged') == 2 }
        sleep(TWO_LOOKS.toMillis())
        count('unchanged') == 2
    }

    def 'who stops a run that has nothing to finish is told nothing'() {
        given:
        run(policy(When.Event.POLICY_START))
        soon.eventually { assert count('taken') == 1 }
        sleep(TWO_LOOKS.toMillis())

        when:
        runner.stop()
        thread.join(20_000)

        then:
        allDone
        events == ['taken']
    }
}
