package io.snapdsl.engine.state

import io.snapdsl.engine.ErrorCode
import io.snapdsl.engine.Progress
import io.snapdsl.engine.SnapdslException
import io.snapdsl.engine.StateFixture
import io.snapdsl.engine.WorkspaceFixture
import io.snapdsl.engine.content.ContentReader
import io.snapdsl.engine.history.ChainEnd
import io.snapdsl.engine.json.CanonicalJson
import io.snapdsl.engine.retention.Removal
import io.snapdsl.engine.verify.StoreVerifier
import java.nio.file.Files
import java.nio.file.Path
import java.sql.DriverManager
import java.util.concurrent.Callable
import java.util.concurrent.Executors
import spock.lang.AutoCleanup
import spock.lang.Specification
import spock.lang.TempDir

class StatesSpec extends Specification {
    @TempDir
    Path base

    @AutoCleanup
    StateFixture fixture

    def setup() {
        fixture = new StateFixture(base.resolve('store'))
    }

    def 'checkpoints are numbered from 1 in each state, and come back as they were'() {
        when:
        def made = [
            fixture.checkpoint('planner', '{"step": 1.0, "plan": ["a"]}', 'start'),
            fixture.checkpoint('critic', '"fine"'),
            fixture.checkpoint('planner', '{"plan": ["a", "b"], "step": 2}', 'next')
        ]

        then:
        made*.number() == [1, 1, 2]
        made*.state() == ['planner', 'critic', 'planner']
        fixture.json('planner', 1) == '{"plan":["a"],"step":1}'
        fixture.json('planner', 2) == '{"plan":["a","b"],"step":2}'
        fixture.json('critic', 1) == '"fine"'
        fixture.states.latest(fixture.state('planner')).get().checkpoint() == made[2]
        fixture.store.checkpoints().entries(made[0].subject(), Long.MAX_VALUE, 10)*.label() == ['next', 'start']
        fixture.states.all()*.name() == ['critic', 'planner']
    }

    def 'without a session the logical time goes on by one; in a session it is that of its event'() {
        when:
        def clocks = ['', '', 'run', '', 'run'].collect { fixture.checkpoint('s', '1', 'x', it).clock() }

        then:
        clocks == [1, 2, 1, 2, 2]
    }

    def 'a state of any kind and size comes back, through whole ones, deltas and content: #description'() {
        given:
        def random = new Random(seed)

        when:
        def texts = (1..count).collect { text(random, it) }
        texts.each { fixture.checkpoint('s', it) }
        fixture.reopen()

        then:
        (count..1).every { fixture.json('s', it) == CanonicalJson.parse(texts[it - 1]).toString() }
        fixture.store.checkpoints().latest(fixture.state('s').id()).get().packed().class == form

        where:
        description                | seed | count | form          | text
        'a field changes'          | 1    | 120   | Packed.Delta  | { r, i -> '{"n":' + i + ',"rest":"' + 'filler ' * 300 + '"}' }
        'the 102nd is whole'       | 2    | 102   | Packed.Whole  | { r, i -> '{"n":' + i + '}' }
        'all is new'               | 3    | 60    | Packed.Delta  | { r, i -> '["' + (1..200).collect { r.nextLong().toString() }.join('","') + '"]' }
        'tiny'                     | 4    | 60    | Packed.Delta  | { r, i -> (i % 3).toString() }
        'large'                    | 5    | 3     | Packed.Stored | { r, i -> '["' + i + '","' + 'a much longer text ' * 20_000 + '"]' }
        'very large, cut by content' | 6  | 2     | Packed.Stored | { r, i -> '["' + (1..300_000).collect { 'w' + (it * 7919L) % 1_000_003 }.join(' ') + i + '"]' }
        'around the border'        | 7    | 12    | Packed.Whole  | { r, i -> '"' + 'x' * ((256 << 10) - 8 + i % 7 * 2 - (i == 12 ? 10 : 0)) + '"' }
    }

    def 'a state that hardly changes takes hardly any room'() {
        given:
        def filler = (1..400).collect { "\"key$it\":\"value ${it * 31 % 97}\"" }.join(',')

        when:
        (1..500).each { fixture.checkpoint('s', '{"n":' + it + ',' + filler + '}') }

        then:
        def rows = fixture.store.checkpoints().page(fixture.state('s').id(), 1, 500)*.packed()
        rows.sum { it.data().length } < 0.02 * 500 * filler.length()
    }

    def 'of a large state what has not changed is stored once'() {
        given:
        def words = (1..400_000).collect { (it * 7919L) % 1_000_003 }

        when:
        fixture.checkpoint('s', words.toString())
        def first = fixture.store.content().sizes().rawBytes()
        words[200_000] = 'null'
        fixture.checkpoint('s', words.toString())

        then:
        first > 2_000_000
        fixture.store.content().sizes().rawBytes() - first < first
    }

    def 'a rollback appends, says where it comes from, and is current'() {
        given:
        ['1', '2', '3'].each { fixture.checkpoint('s', it, "step-$it") }

        when:
        def made = fixture.states.rollback(fixture.state('s'), 2, 'run')

        then:
        made.number() == 4
        made.label() == 'rollback::step-2#2'
        fixture.states.latest(fixture.state('s')).get().state().toString() == '2'
        fixture.json('s', 3) == '3'
        fixture.types('run') == ['snapshot_created']
    }

    def 'restoring and looking change nothing: the store is the same, byte for byte'() {
        given:
        (1..120).each { fixture.checkpoint('s', '{"n":' + it + '}', 'x', 'run') }
        fixture.checkpoint('s', '["' + 'large ' * 60_000 + '"]', 'x', 'run')
        fixture.reopen()
        def bytes = { Files.readAllBytes(fixture.directory.resolve('store.db')) }
        def before = bytes()

        when:
        def given = fixture.states.restore(fixture.state('s'), 60).state().node()
        given.put('n', -1)
        fixture.states.restore(fixture.state('s'), 121)
        fixture.states.latest(fixture.state('s'))

        then: 'and what was given out is a copy'
        bytes() == before
        fixture.json('s', 60) == '{"n":60}'
    }

    def 'the newest is found without looking at those long before it'() {
        given:
        (1..500).each { fixture.checkpoint('s', '{"n":' + it + '}') }
        def rest = fixture.store.checkpoints().latest(fixture.state('s').id()).get().packed().steps()

        when: 'none of those further back than the last whole one can be read any more'
        fixture.sql("UPDATE checkpoint SET state = x'00', hash = x'00', label = '' WHERE number < ?", [500 - rest], 499 - rest)

        then:
        fixture.states.latest(fixture.state('s')).get().state().toString() == '{"n":500}'
        fixture.checkpoint('s', '{"n":501}').number() == 501
    }

    def 'all are gone through from the newest on, a page at a time, or as many as are wanted: #limit'() {
        given:
        (1..1003).collate(100).each { numbers ->
            fixture.store.checkpoints().append(numbers.collect { fixture.states.draft(fixture.state('s'), "step $it", '', CanonicalJson.parse("$it")) })
        }
        def seen = []

        expect:
        fixture.states.forEachNewest(fixture.state('s'), limit) { seen << it.number() } == expected.size()
        seen == expected

        where:
        limit          || expected
        1              || [1003]
        500            || (1003..504)
        1003           || (1003..1)
        Long.MAX_VALUE || (1003..1)
    }

    def 'of a state that has nothing yet there is nothing to go through'() {
        expect:
        fixture.states.forEachNewest(fixture.state('s'), 10) { assert false } == 0
    }

    def 'the chain vouches for every field: #field'() {
        given:
        def chain = ['{"n":1}', '{"n":2}', '{"n":3}'].collect { fixture.checkpoint('s', it, 'work', 'run') }
        def checkpoint = chain[1]
        def state = CanonicalJson.parse('{"n":2}').hash()
        def changed = [subject: checkpoint.subject(), state: checkpoint.state(), number: checkpoint.number(), label: checkpoint.label(),
            session: checkpoint.session(), clock: checkpoint.clock(), time: checkpoint.time(), hash: checkpoint.hash()]

        expect:
        checkpoint.follows(chain[0].hash(), state)

        and:
        !new Checkpoint(*(changed + [(field): value]).values()).follows(chain[0].hash(), state)
        !checkpoint.follows(chain[2].hash(), state)
        !checkpoint.follows(chain[0].hash(), CanonicalJson.parse('{"n":3}').hash())

        where:
        field     | value
        'state'   | 't'
        'number'  | 3L
        'label'   | 'worK'
        'session' | ''
        'clock'   | 3L
        'time'    | StateFixture.NOW.plusNanos(1)
        'hash'    | ChainEnd.NOTHING.hash()
    }

    def 'what was altered in the file is not handed out, and nothing is added to it: #column'() {
        given:
        (1..3).each { fixture.checkpoint('s', "{\"n\":$it}", 'work', 'run') }

        when:
        fixture.sql("UPDATE checkpoint SET $column = ? WHERE number = 3", [value])
        fixture.json('s', 3)

        then:
        def e = thrown(SnapdslException)
        e.code() == ErrorCode.DAMAGED

        when:
        fixture.checkpoint('s', '4')

        then:
        def refusal = thrown(SnapdslException)
        refusal.code() == ErrorCode.DAMAGED

        and: 'the others are as they were'
        fixture.json('s', 2) == '{"n":2}'

        where:
        column     | value
        'label'    | 'other'
        'log'      | null
        'clock'    | 7
        'nanos'    | 1
        'steps'    | 0
        'steps'    | 3
        'state'    | [1, 2, 3] as byte[]
        'previous' | new byte[32]
        'hash'     | new byte[32]
    }

    def 'nothing follows a chain whose end is gone'() {
        given:
        (1..3).each { fixture.checkpoint('s', "$it") }
        fixture.sql('DELETE FROM checkpoint WHERE number = 3')

        when:
        fixture.checkpoint('s', '4')

        then:
        def e = thrown(SnapdslException)
        e.code() == ErrorCode.DAMAGED
        e.message == 'The checkpoints of s end with number 2, but number 3 was recorded as the last.'
    }

    def 'a state whose newest checkpoint is gone is not taken for what it was before'() {
        given:
        (1..3).each { fixture.checkpoint('s', "$it") }
        fixture.sql('DELETE FROM checkpoint WHERE number = 3')

        when:
        fixture.states.latest(fixture.state('s'))

        then:
        def newest = thrown(SnapdslException)
        newest.code() == ErrorCode.DAMAGED
        newest.message == 'The checkpoints of s end with number 2, but number 3 was recorded as the last.'
        newest.hint().contains("'snapdsl state restore s 2'")

        when:
        fixture.json('s', 3)

        then:
        def third = thrown(SnapdslException)
        third.code() == ErrorCode.DAMAGED
        third.message == 'Checkpoint 3 of s was recorded, and is gone.'

        and: 'what is there is still handed out'
        fixture.json('s', 2) == '2'
    }

    def 'nor is one that is gone while the store is open, and was remembered'() {
        given:
        (1..3).each { fixture.checkpoint('s', "$it") }
        DriverManager.getConnection("jdbc:sqlite:${fixture.directory.resolve('store.db')}").withCloseable {
            assert it.createStatement().executeUpdate('DELETE FROM checkpoint WHERE number = 3') == 1
        }

        when:
        fixture.checkpoint('s', '4')

        then:
        def e = thrown(SnapdslException)
        e.code() == ErrorCode.DAMAGED
    }

    def 'a newest checkpoint that is gone, and of which nothing is noted any more, is missed by its session'() {
        given:
        def made = (1..3).collect { fixture.checkpoint('s', "$it", 'work', 'run') }
        fixture.sql('DELETE FROM checkpoint WHERE number = 3')
        fixture.sql('UPDATE state SET number = 2, hash = ?', [made[1].hash().bytes()])

        expect:
        new StoreVerifier(fixture.store, Progress.NONE).verify(false).structuralFindings() ==
            ['Events of run: checkpoint 3 of s, which they say was made, is not there.']
    }

    def 'what is not there is said with what is'() {
        given:
        fixture.checkpoint('planner', '1')

        when:
        fixture.states.named('plannr')

        then:
        def unknown = thrown(SnapdslException)
        unknown.code() == ErrorCode.UNKNOWN_STATE
        unknown.hint() == 'There are: planner.'

        when:
        fixture.json('planner', 2)

        then:
        def missing = thrown(SnapdslException)
        missing.code() == ErrorCode.UNKNOWN_CHECKPOINT
        missing.hint().startsWith('Its newest is 1;')
    }

    def 'no state can be called #name'() {
        when:
        fixture.state(name)

        then:
        def e = thrown(SnapdslException)
        e.code() == ErrorCode.USAGE

        where:
        name << ['', ' a', 'a@3', 'a\nb']
    }

    def 'a workspace and a state are never of one name'() {
        given:
        def workspace = new WorkspaceFixture(Files.createDirectory(base.resolve('w')))
        def states = new States(workspace.store, workspace.clock)

        when:
        states.register('workspace')

        then:
        def e = thrown(SnapdslException)
        e.code() == ErrorCode.IN_USE

        cleanup:
        workspace.close()
    }

    def 'many at once, in one state and in one session, all get their place'() {
        given:
        def threads = Executors.newFixedThreadPool(4)
        def others = (1..4).collect { new StateFixture(fixture.directory) }

        when:
        threads.invokeAll(others.collect { other ->
            ({ 25.times { other.checkpoint('s', "{\"n\":$it}", 'x', 'run'); other.store.events().append('run', [other.event('e')]) } } as Callable)
        })*.get()

        then:
        def rows = fixture.store.checkpoints().page(fixture.state('s').id(), 1, 1000)
        rows*.entry()*.number() == (1L..100L)
        def check = new CheckpointCheck(fixture.store.checkpoints(), new ContentReader(fixture.store.content()))
        rows.each { check.require(it) }
        fixture.store.events().page('run', 0, 1000)*.clock() == (1L..200L)

        cleanup:
        threads.shutdown()
        others*.close()
    }

    def 'a sweep leaves large states alone'() {
        given:
        def workspace = new WorkspaceFixture(Files.createDirectory(base.resolve('w')))
        def states = new States(workspace.store, workspace.clock)
        def json = CanonicalJson.parse('["' + 'long ' * 100_000 + '"]')
        states.checkpoint(states.register('s'), 'x', '', json)
        workspace.write('file', 'content')
        def snapshot = workspace.snap()
        workspace.write('file', 'other')
        workspace.snap()

        when:
        new Removal(workspace.store, workspace.clock, Progress.NONE).remove([snapshot], 'test')

        then:
        states.restore(states.named('s'), 1).state() == json

        cleanup:
        workspace.close()
    }
}
