package io.snapdsl.engine.run

import io.snapdsl.engine.policy.Hook
import io.snapdsl.engine.policy.Hook.OnError
import io.snapdsl.engine.policy.Hook.Point
import java.time.Duration
import java.time.Instant
import java.util.concurrent.TimeoutException
import spock.lang.Specification

class HookRunnerSpec extends Specification {
    static final Hook.Context CONTEXT =
        new Hook.Context('p', 'manual', Instant.EPOCH, Optional.empty(), Optional.empty(), {})

    int calls = 0
    Duration timeout = Duration.ofMinutes(1)

    Optional<Exception> run(OnError onError = OnError.IGNORE, Closure<?> work) {
        Hook.Action action = { calls++; work() }
        HookRunner.run(new Hook(Point.BEFORE_SNAPSHOT, action, timeout, onError), CONTEXT)
    }

    def 'a hook that works has no failure'() {
        expect:
        run {}.empty
        calls == 1
    }

    def 'whatever it throws is its failure'() {
        expect:
        run { throw thrown }.get().toString().contains('broken')

        where:
        thrown << [new IOException('broken'), new IllegalStateException('broken'), new AssertionError((Object) 'broken')]
    }

    def 'one that takes too long is stopped'() {
        given:
        timeout = Duration.ofMillis(300)

        when:
        def stopped = false
        def failure = run {
            try {
                Thread.sleep(60_000)
            } catch (InterruptedException e) {
                stopped = true
            }
        }

        then:
        failure.get() instanceof TimeoutException
        failure.get().message == 'it took longer than 300 milliseconds'
        stopped
    }

    def 'one that can not be stopped is left behind'() {
        given:
        timeout = Duration.ofMillis(300)

        expect:
        run {
            while (true) {
                try {
                    Thread.sleep(1000)
                } catch (InterruptedException ignored) {
                    // That is the point.
                }
            }
        }.get() instanceof TimeoutException
    }

    def 'one that wants another attempt gets one'() {
        expect:
        run(OnError.RETRY) { if (calls == 1) throw new IOException('at first') }.empty
        calls == 2
    }
}
