package io.snapdsl.engine.replay

import com.fasterxml.jackson.databind.node.ObjectNode
import io.snapdsl.engine.StateFixture
import io.snapdsl.engine.event.EventDraft
import io.snapdsl.engine.json.CanonicalJson
import io.snapdsl.engine.json.Json

/**
 * Agents at work, from a seed: several sessions at once, each with a state that its events lead to, and one state that all
 * of them write to. They checkpoint, roll back, and sometimes keep something large.
 */
class RandomSessions {
    final StateFixture fixture
    final Random random
    final List<String> sessions
    private final Map<String, ObjectNode> minds = [:]

    RandomSessions(StateFixture fixture, long seed, int count) {
        this.fixture = fixture
        random = new Random(seed)
        sessions = (0..<count).collect { "run-$it".toString() }
        sessions.each { session ->
            minds[session] = Json.object().put('step', 0)
            checkpoint(session)
        }
    }

    static String mind(String session) {
        "mind of $session"
    }

    /** What the events of each session make of its state. */
    Map<String, Map<String, Reducer>> getReducers() {
        sessions.collectEntries { [mind(it), [set: { state, event -> applied(state, event.what()) } as Reducer]] }
    }

    private static ObjectNode applied(ObjectNode state, EventDraft event) {
        def details = event.details().node()
        state.set(details.get('name').textValue(), details.get('value'))
        state
    }

    void work(int steps) {
        steps.times {
            def session = sessions[random.nextInt(sessions.size())]
            switch (random.nextInt(20)) {
                case 0..11: events(session); break
                case 12..16: checkpoint(session); break
                case 17: fixture.checkpoint('shared', "{\"by\":\"$session\",\"n\":${random.nextInt(5)}}", 'common', session); break
                case 18: rollback(session); break
                default: random.nextInt(20) == 0 ? large(session) : fixture.checkpoint('shared', '{"by":"nobody"}')
            }
        }
    }

    private void events(String session) {
        def drafts = (0..random.nextInt(10)).collect {
            def details = Json.object().put('name', "field ${random.nextInt(30)}".toString()).put('value', random.nextInt(1000))
            def draft = new EventDraft(random.nextInt(3) == 0 ? 'thought' : 'set', CanonicalJson.of(details),
                random.nextBoolean() ? 'net.fetch' : '', random.nextBoolean() ? "token-$it" : '', random.nextBoolean() ? 'ok' : '', fixture.clock.instant())
            if (draft.type() == 'set') {
                applied(minds[session], draft)
            }
            draft
        }
        fixture.store.events().append(session, drafts)
    }

    private void checkpoint(String session) {
        fixture.states.checkpoint(fixture.state(mind(session)), "step ${random.nextInt(100)}", session, CanonicalJson.of(minds[session]))
    }

    private void rollback(String session) {
        def state = fixture.state(mind(session))
        def target = 1 + random.nextInt(fixture.store.checkpoints().end(state.id()).number() as int)
        fixture.states.rollback(state, target, session)
        minds[session] = fixture.states.restore(state, target).state().node() as ObjectNode
    }

    /** More than is kept as what differs from the one before. */
    void large(String session) {
        fixture.checkpoint('shared', '["' + (1..80_000).collect { random.nextInt(1000) }.join(' ') + '"]', 'large', session)
    }

    Replay.Result replay(String session, ReplayListener listener = { event, kept -> } as ReplayListener) {
        new Replay(fixture.store, new Replay.Request(session, OptionalLong.empty(), Optional.empty(), reducers), listener).run()
    }
}
