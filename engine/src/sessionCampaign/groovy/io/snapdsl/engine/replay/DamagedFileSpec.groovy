package io.snapdsl.engine.replay

import io.snapdsl.engine.SnapdslException
import io.snapdsl.engine.StateFixture
import io.snapdsl.engine.content.DamagedContentException
import java.nio.file.Files
import java.nio.file.Path
import spock.lang.Shared
import spock.lang.Specification
import spock.lang.TempDir

/**
 * One bit of the store's file, anywhere: tables, indexes, free space, what the database says of itself. A replay either
 * tells what it told before, or says that something is wrong, and until then tells the same.
 */
class DamagedFileSpec extends Specification {
    @TempDir
    @Shared
    Path base

    @Shared
    byte[] whole

    @Shared
    Map<String, List> told = [:]

    /** Where in the file the packed states of the sessions are. */
    @Shared
    List<Map> packed

    def setupSpec() {
        def history = new TamperedHistory(Files.createDirectory(base.resolve('whole')), 11, 150)
        history.agents.sessions.each { session ->
            told[session] = []
            assert history.agents.replay(session) { event, kept -> told[session] << [event, kept] }.finding().empty
        }
        def rows = history.rowsOf('checkpoint').findAll { it.values.steps >= 0 }
        history.close()
        assert Files.notExists(base.resolve('whole/store/store.db-wal'))
        whole = Files.readAllBytes(base.resolve('whole/store/store.db'))
        packed = rows.collect { row -> [at: placeOf(row.values.state), length: row.values.state.length, session: row.session, clock: row.clock] }
            .findAll { it.at >= 0 }
        assert packed.size() > 30
    }

    /** Negative if it lies in more than one place: where a table has grown, old pages keep what was in them. */
    private int placeOf(byte[] bytes) {
        def file = new String(whole, 'ISO-8859-1')
        def sought = new String(bytes, 'ISO-8859-1')
        int first = file.indexOf(sought)
        file.indexOf(sought, first + 1) < 0 ? first : -1
    }

    def 'a bit that is another one is never believed (seed #seed)'() {
        given:
        def random = new Random(seed)
        def noticed = 0

        expect:
        300.times { round ->
            int at = random.nextInt(whole.length)
            int bit = random.nextInt(8)
            def outcomes = replayed(at, bit)
            outcomes.each { session, outcome ->
                assert outcome.events == told[session].take(outcome.events.size()): "bit $bit of byte $at: $session"
                assert outcome.failed || outcome.events.size() == told[session].size(): "bit $bit of byte $at: $session"
            }
            noticed += outcomes.values().any { it.failed } ? 1 : 0
        }
        noticed > 50

        where:
        seed << (1..4)
    }

    def 'a bit of a packed state is always noticed, at the event that it is of (seed #seed)'() {
        given:
        def random = new Random(seed)
        def states = packed.shuffled(random).take(100)

        expect:
        states.each { state ->
            int at = state.at + random.nextInt(state.length)
            int bit = random.nextInt(8)
            def outcome = replayed(at, bit)[state.session]
            assert [outcome.failed, outcome.events.size()] == [true, state.clock - 1]: "bit $bit of byte $at: $state"
        }

        where:
        seed << (1..3)
    }

    private Map<String, Map> replayed(int at, int bit) {
        base.resolve('altered').toFile().deleteDir()
        def directory = Files.createDirectory(base.resolve('altered'))
        byte[] altered = whole.clone()
        altered[at] ^= (byte) (1 << bit)
        Files.write(directory.resolve('store.db'), altered)
        told.keySet().collectEntries { session -> [session, replay(directory, session)] }
    }

    private static Map replay(Path directory, String session) {
        def events = []
        try {
            def fixture = new StateFixture(directory)
            try {
                def request = new Replay.Request(session, OptionalLong.empty(), Optional.empty(), [:])
                def result = new Replay(fixture.store, request, { event, kept -> events << [event, kept] }).run()
                return [events: events, failed: result.finding().present]
            } finally {
                fixture.close()
            }
        } catch (SnapdslException | DamagedContentException ignored) {
            return [events: events, failed: true]
        }
    }
}
