package io.snapdsl.engine.replay

import io.snapdsl.engine.Progress
import io.snapdsl.engine.StateFixture
import io.snapdsl.engine.interchange.SessionExport
import io.snapdsl.engine.interchange.SessionImport
import io.snapdsl.engine.verify.StoreVerifier
import java.nio.file.Files
import java.nio.file.Path
import spock.lang.Specification
import spock.lang.TempDir

/** Tens of thousands of events and checkpoints of several sessions at once. */
class LongSessionsSpec extends Specification {
    @TempDir
    Path base

    def 'they replay, twice the same, verify, and go to another store and back (seed #seed)'() {
        given:
        def fixture = new StateFixture(base.resolve('store'))
        def other = new StateFixture(base.resolve('other'))
        def agents = new RandomSessions(fixture, seed, 5)
        agents.work(12_000)
        def events = agents.sessions.sum { fixture.store.events().end(it).number() }
        assert events > 30_000

        expect:
        agents.sessions.each { session ->
            def told = (1..2).collect {
                def hash = 0L
                def result = agents.replay(session) { event, kept -> hash = 31 * hash + Objects.hash(event, kept) }
                assert result.finding().empty
                assert result.events() == fixture.store.events().end(session).number()
                [hash, result]
            }
            assert told[0] == told[1]
        }
        new StoreVerifier(fixture.store, Progress.NONE).verify(true).clean

        and:
        agents.sessions.shuffled(new Random(seed)).each { session ->
            new SessionExport(fixture.store).export(session, base.resolve("first-$session"))
            new SessionImport(other.store, new SessionImport.Names(Optional.empty(), Optional.empty()), StateFixture.NOW).bringIn(base.resolve("first-$session"))
        }
        agents.sessions.each { session ->
            new SessionExport(other.store).export(session, base.resolve("second-$session"))
            ['snapshots.jsonl', 'events.jsonl'].each {
                assert Files.mismatch(base.resolve("first-$session/$it"), base.resolve("second-$session/$it")) == -1
            }
        }
        new StoreVerifier(other.store, Progress.NONE).verify(true).clean

        cleanup:
        fixture?.close()
        other?.close()

        where:
        seed << (1..3)
    }
}
