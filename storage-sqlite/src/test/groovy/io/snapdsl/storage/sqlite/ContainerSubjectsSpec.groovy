package io.snapdsl.storage.sqlite

import io.snapdsl.engine.SnapdslException
import io.snapdsl.engine.history.Subject
import io.snapdsl.engine.store.ContainerWork
import java.nio.file.Path
import java.time.Duration
import java.time.Instant
import spock.lang.AutoCleanup
import spock.lang.Specification
import spock.lang.TempDir

class ContainerSubjectsSpec extends Specification {
    @TempDir
    Path base

    @AutoCleanup
    SqliteSnapshotStore store

    def setup() {
        store = SqliteSnapshotStore.open(base.resolve('store'), Duration.ofSeconds(1))
    }

    def 'containers and workspaces share one list of names'() {
        given:
        def workspace = store.subjects().register('box', base, new Subject.Birth(7, Instant.EPOCH))

        when:
        def container = store.subjects().registerContainer('box', 'engine', 'agent-box', 'c0ffee')

        then:
        container.name() == 'box-2'
        [container.engine(), container.containerName(), container.containerId()] == ['engine', 'agent-box', 'c0ffee']
        store.subjects().all() == [workspace, container]
        store.subjects().find(container.id()).get() == container
    }

    def 'a container of one engine is one subject, whoever registers it'() {
        when:
        def first = store.subjects().registerContainer('box', 'engine', 'agent-box', 'c0ffee')
        def again = store.subjects().registerContainer('other', 'engine', 'renamed', 'c0ffee')
        def elsewhere = store.subjects().registerContainer('box', 'another engine', 'agent-box', 'c0ffee')

        then:
        again == first
        elsewhere.id() != first.id()
        elsewhere.name() == 'box-2'
    }

    def 'a container that was replaced is the same subject, but takes no other s place'() {
        given:
        def box = store.subjects().registerContainer('box', 'engine', 'box', 'c0ffee')
        def other = store.subjects().registerContainer('other', 'engine', 'other', 'dec0de')

        when:
        store.subjects().relocate(box.id(), 'box-again', 'facade')

        then:
        store.subjects().find(box.id()).get() ==
            new Subject.Container(box.id(), 'box', 'engine', 'box-again', 'facade')

        when:
        store.subjects().relocate(other.id(), 'other', 'facade')

        then:
        thrown(SnapdslException)
        store.subjects().find(other.id()).get() == other
    }

    def 'of work on a container the last step counts, until it is done'() {
        given:
        def box = store.subjects().registerContainer('box', 'engine', 'box', 'c0ffee')
        def work = store.containerWork()

        expect:
        work.of(box.id()).empty

        when:
        work.put(new ContainerWork.Entry(box.id(), 'pause', '{"a":1}'))
        work.put(new ContainerWork.Entry(box.id(), 'commit', '{"a":2}'))

        then:
        work.all() == [new ContainerWork.Entry(box.id(), 'commit', '{"a":2}')]
        work.of(box.id()).get() == work.all()[0]

        when:
        work.clear(box.id())

        then:
        work.all() == []
    }
}
