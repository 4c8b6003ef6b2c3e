package io.snapdsl.storage.sqlite

import io.snapdsl.engine.content.ContentReader
import io.snapdsl.engine.content.Hash
import io.snapdsl.engine.store.ContainerWork
import java.nio.file.Files
import java.nio.file.Path
import java.sql.DriverManager
import java.time.Duration
import java.util.concurrent.Callable
import java.util.concurrent.Executors
import spock.lang.Specification
import spock.lang.TempDir

class MigrationSpec extends Specification {
    @TempDir
    Path directory

    Path getFile() {
        directory.resolve('store.db')
    }

    SqliteSnapshotStore open() {
        SqliteSnapshotStore.open(directory, Duration.ofSeconds(30))
    }

    def setup() {
        DriverManager.getConnection("jdbc:sqlite:$file").withCloseable {
            it.createStatement().executeUpdate(getClass().getResource('/format-1.sql').text)
        }
    }

    def 'a store of format 1 keeps all it holds, and can hold containers'() {
        when:
        def store = open()
        def project = store.subjects().all()[0]

        then: 'its history'
        project.name() == 'project'
        project.directory() == Path.of('/tmp/format-1/project')
        def snapshots = store.catalog().page(project.id(), Long.MAX_VALUE, 10)
        snapshots*.note()*.goal() == ['second', 'first of format 1']
        snapshots.every { it.intact }
        store.pins().of(project.id()).keySet() == [snapshots[1].id()] as Set
        store.milestones().of(project.id())*.title() == ['Start']
        store.sessions().find('run-1').present
        new String(new ContentReader(store.content()).chunk(Hash.of('two\n'.bytes))) == 'two\n'
        store.checkup().structuralDamage(true) == []

        and: 'what is new'
        store.checkup().facts().contains('format 7')
        def box = store.subjects().registerContainer('box', 'engine', 'agent-box', 'c0ffee')
        store.containerWork().put(new ContainerWork.Entry(box.id(), 'paused', '{}'))
        store.containerWork().all()*.step() == ['paused']

        cleanup:
        store?.close()
    }

    def 'a store keeps its id, which is no other store s'() {
        given:
        def ids = (1..2).collect { open().withCloseable { it.id() } }
        def other = SqliteSnapshotStore.open(directory.resolve('other'), Duration.ofSeconds(1)).withCloseable { it.id() }

        expect:
        ids[0] ==~ /[0-9a-f]{32}/
        ids[1] == ids[0]
        other ==~ /[0-9a-f]{32}/
        other != ids[0]
    }

    def 'several at once make one store of it'() {
        given:
        def threads = Executors.newFixedThreadPool(4)

        when:
        def ids = threads.invokeAll((1..4).collect { ({ open().withCloseable { it.id() } } as Callable) })*.get()

        then:
        ids.toSet().size() == 1

        cleanup:
        threads.shutdown()
    }

    def 'of a store of format 1 that has lost its end, the rest can still be read'() {
        given:
        def bytes = Files.readAllBytes(file)
        Files.write(file, Arrays.copyOf(bytes, bytes.length - 16384))

        when:
        def store = open()
        def subjects = store.subjects().all()

        then:
        subjects*.name() == ['project']
        store.catalog().head(subjects[0].id()).present
        store.containerWork().all() == []
        store.checkup().facts().contains('format 1')

        cleanup:
        store?.close()
    }
}
