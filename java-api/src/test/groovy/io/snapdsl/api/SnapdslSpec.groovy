package io.snapdsl.api

import io.snapdsl.engine.SnapdslException
import java.nio.file.Files
import java.nio.file.Path
import java.util.concurrent.ExecutionException
import spock.lang.AutoCleanup
import spock.lang.Specification
import spock.lang.TempDir

class SnapdslSpec extends Specification {
    @TempDir
    Path base

    @AutoCleanup
    Snapdsl snapdsl

    Workspace shop

    def setup() {
        snapdsl = Snapdsl.open(base.resolve('store'))
        Files.createDirectory(base.resolve('shop'))
        write('cart', 'one\n')
        shop = snapdsl.workspace(base.resolve('shop'))
    }

    Path file(String name) {
        base.resolve('shop').resolve(name)
    }

    String text(String name) {
        Files.readString(file(name))
    }

    void write(String name, String text) {
        Files.writeString(file(name), text)
    }

    def 'a state is kept, compared, brought back, undone and redone'() {
        given:
        def before = shop.snap('before')
        write('cart', 'two\n')
        write('tax', '19\n')
        def after = shop.snap('after')

        expect:
        [before.sequence(), after.sequence()] == [1, 2]
        [after.created(), after.modified(), after.deleted(), after.goal()] == [1, 1, 0, 'after']
        shop.changes(before, after) == [new FileChange('cart', FileChange.Kind.MODIFIED), new FileChange('tax', FileChange.Kind.CREATED)]
        shop.log(10)*.id() == [after.id(), before.id()]
        shop.find('@1') == before

        when:
        def restored = shop.restore(before)

        then:
        restored.complete
        [restored.written(), restored.deleted()] == [1, 1]
        text('cart') == 'one\n' && Files.notExists(file('tax'))

        when:
        shop.undo()

        then:
        text('cart') == 'two\n' && text('tax') == '19\n'

        when:
        shop.redo()

        then:
        text('cart') == 'one\n'

        when:
        shop.restore(after, 'tax')

        then:
        text('cart') == 'one\n' && text('tax') == '19\n'
    }

    def 'what two agents do at once is each one\'s own, and one can be taken back'() {
        given:
        def ada = shop.callbacks('ada')
        def bob = shop.callbacks('bob')
        def edit = Tool.changing('Edit', Path.of('cart'))
        def write = Tool.changing('Write', Path.of('notes'))

        when:
        def session = ada.onRunStart('better names').session()
        bob.onRunStart('notes')
        ada.onActionStart(edit)
        bob.onActionStart(write)
        this.write('cart', 'renamed\n')
        this.write('notes', 'remember\n')
        def ofBob = bob.onActionEnd(write)
        def ofAda = ada.onActionEnd(edit)
        [ada, bob]*.onRunEnd('done')

        then:
        [ofAda, ofBob]*.problem().every { it.empty }
        ofAda.snapshots()*.session() == [session]
        ofBob.snapshots()*.created() == [1]
        ofAda.snapshots()*.modified() == [1]

        when:
        shop.revert(session)

        then:
        text('cart') == 'one\n'
        text('notes') == 'remember\n'
    }

    def 'a revert that would overwrite what came later does nothing, and says what to do'() {
        given:
        def ada = shop.callbacks('ada')
        def session = ada.onRunStart('').session()
        write('cart', 'hers\n')
        ada.onActionEnd(Tool.named('Bash'))
        ada.onRunEnd('')
        write('cart', 'mine\n')

        when:
        shop.revert(session)

        then:
        def refused = thrown(SnapdslException)
        refused.message == "What $session did was changed again since: cart."
        text('cart') == 'mine\n'
    }

    def 'callbacks that nobody waits for are taken in their order, and finished before the store is closed'() {
        given:
        def agent = shop.callbacks('agent')
        agent.onRunStartAsync('count')
        def kept = (1..5).collect { number ->
            def done = agent.onActionStartAsync(Tool.named('Bash')).thenApply { write('cart', "$number\n") }
            done.get()
            agent.onActionEndAsync(Tool.named('Bash'))
        }
        agent.onRunEndAsync('done')

        when:
        snapdsl.close()

        then:
        kept*.get()*.problem().every { it.empty }
        kept*.get()*.snapshots()*.size() == [1] * 5

        when:
        snapdsl = Snapdsl.open(base.resolve('store'))
        def again = snapdsl.workspace(base.resolve('shop'))

        then:
        again.log(10)*.tool() == ['Bash'] * 5 + ['']
    }

    def 'a callback tells of a failure and does not throw; what is asked for directly throws'() {
        given:
        def agent = shop.callbacks('agent')
        assert agent.onRunStart('').problem().empty
        base.resolve('shop').toFile().deleteDir()

        expect:
        agent.onActionEnd(Tool.named('Bash')).problem().present

        when:
        shop.snap('gone')

        then:
        thrown(SnapdslException)

        when:
        shop.snapAsync('gone').get()

        then:
        def late = thrown(ExecutionException)
        late.cause instanceof SnapdslException
    }

    def 'a snapshot of another workspace is not brought back here'() {
        given:
        Files.createDirectory(base.resolve('other'))
        def foreign = snapdsl.workspace(base.resolve('other')).snap('other')

        when:
        shop.restore(foreign)

        then:
        thrown(SnapdslException)
        text('cart') == 'one\n'
    }

    def 'a state\'s checkpoints'() {
        given:
        def mind = snapdsl.state('planner')

        expect:
        mind.latest().empty

        when:
        mind.checkpoint('first', 'run-1', '{"step": 1}')
        mind.checkpoint('second', '', '{"step":2, "done":true}')

        then:
        mind.latest().get().json() == '{"done":true,"step":2}'
        mind.before(Long.MAX_VALUE, 10)*.label() == ['second', 'first']
        mind.at(1).session() == 'run-1'
        mind.rollback(1, '').json() == '{"step":1}'
        mind.latest().get().number() == 3
    }
}
