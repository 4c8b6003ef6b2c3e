package io.snapdsl.engine.retention

import io.snapdsl.engine.Progress
import io.snapdsl.engine.WorkspaceFixture
import io.snapdsl.engine.history.Note
import io.snapdsl.engine.history.Operation
import io.snapdsl.engine.store.Catalog
import io.snapdsl.engine.store.Moments
import io.snapdsl.engine.store.SnapshotStore
import java.lang.reflect.Proxy
import java.nio.file.Path
import java.time.Clock
import java.time.Duration
import java.time.Instant
import java.time.ZoneOffset
import spock.lang.AutoCleanup
import spock.lang.Specification
import spock.lang.TempDir

class ForecastSpec extends Specification {
    static final Instant START = Instant.parse('2026-05-01T12:00:00Z')
    static final List<Integer> DAYS = [0, 1, 2, 5, 10, 28]

    @TempDir
    Path base

    @AutoCleanup
    WorkspaceFixture ws

    Clock clock = Clock.fixed(START + Duration.ofDays(40), ZoneOffset.UTC)
    Map<String, Integer> calls = [:].withDefault { 0 }
    Pruning.Request request

    def setup() {
        ws = new WorkspaceFixture(base)
        def chance = new Random(5)
        def time = START
        def chain = (1..80).collect {
            time += Duration.ofMinutes(chance.nextInt(1400))
            ws.write('f', "$it")
            ws.record(Note.manual('', "$it", ''), ws.workspace, Clock.fixed(time, ZoneOffset.UTC)).snapshot()
        }
        ws.store.catalog().remove(chain.init().findAll { chance.nextInt(6) == 0 }*.id(), operation('prune'))
        def rules = new KeepRules(3, [(Period.DAILY): 6], Optional.of(Duration.ofDays(14)), [] as Set, [chain[70].id()] as Set,
            KeepRules.Anchor.NEWEST, ZoneOffset.UTC)
        request = Pruning.Request.of([ws.workspace], Optional.of(rules), new Limits(Optional.of(30), Optional.empty(), Optional.empty()))
    }

    def 'it tells for each day what a plan made on that day would, of what has not gone before'() {
        given:
        def gone = [] as Set
        def plans = DAYS.collect { new Pruning(ws.store, Clock.offset(clock, Duration.ofDays(it)), Progress.NONE).plan(request) }
        def expected = [DAYS, plans].transpose().collectMany { day, plan ->
            plan.findAll { !it.keep() && gone.add(it.id()) }.collect { new Forecast.Going(Duration.ofDays(day), it) }
        }

        when:
        def outlook = new Forecast(ws.store, clock).of(request, DAYS)

        then:
        outlook.going() == expected
        outlook.kept() == plans.last().count { it.keep() }
        expected*.in().toSet().size() > 3
    }

    def 'however many days are looked at, the chain is read once, and no moment is asked for where there is none'() {
        when:
        new Forecast(counted(), clock).of(request, DAYS)

        then:
        calls.page == 1
        calls.needing == 0
    }

    private Operation operation(String kind) {
        new Operation(START, kind, Optional.empty(), Optional.empty(), '')
    }

    private SnapshotStore counted() {
        def parts = [catalog: counting(Catalog, ws.store.catalog()), moments: counting(Moments, ws.store.moments())]
        Proxy.newProxyInstance(getClass().classLoader, [SnapshotStore] as Class[]) { proxy, method, arguments ->
            parts[method.name] ?: method.invoke(ws.store, arguments)
        } as SnapshotStore
    }

    private <T> T counting(Class<T> type, T real) {
        Proxy.newProxyInstance(getClass().classLoader, [type] as Class[]) { proxy, method, arguments ->
            calls[method.name] += 1
            method.invoke(real, arguments)
        } as T
    }
}
