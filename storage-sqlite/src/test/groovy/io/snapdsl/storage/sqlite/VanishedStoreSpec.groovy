package io.snapdsl.storage.sqlite

import io.snapdsl.engine.ErrorCode
import io.snapdsl.engine.SnapdslException
import java.nio.file.Files
import java.nio.file.Path
import java.time.Duration
import spock.lang.Specification
import spock.lang.TempDir

/** A store that is taken away from under somebody who uses it: what is written to a file without a name is lost. */
class VanishedStoreSpec extends Specification {
    @TempDir
    Path base

    Path directory
    SqliteSnapshotStore store

    def setup() {
        directory = base.resolve('store')
        store = SqliteSnapshotStore.open(directory, Duration.ofMillis(300))
        store.subjects().registerState('before')
    }

    def cleanup() {
        store?.close()
    }

    def 'nothing is written to a store that was #fate'() {
        given:
        taken.call(directory)

        when:
        store.subjects().registerState('after')

        then:
        def failure = thrown(SnapdslException)
        isGone(failure)

        where:
        fate                  | taken
        'deleted'             | { Path it -> it.toFile().deleteDir() }
        'moved away'          | { Path it -> Files.move(it, it.resolveSibling('elsewhere')) }
        'replaced by another' | { Path it -> Files.move(it, it.resolveSibling('elsewhere')); SqliteSnapshotStore.open(it, Duration.ZERO).close() }
    }

    def 'in the place of a deleted one nothing is made to #purpose'() {
        given:
        directory.toFile().deleteDir()

        when:
        use.call(store)

        then:
        def failure = thrown(SnapdslException)
        isGone(failure)
        Files.notExists(directory)

        where:
        purpose        | use
        'lock it'      | { SqliteSnapshotStore it -> it.locks().usingContent() }
        'write to it'  | { SqliteSnapshotStore it -> it.subjects().registerState('after') }
    }

    def 'who begins to read only now makes no empty database'() {
        given: 'all sessions in use'
        def database = new Database(directory.resolve('store.db'))
        Files.delete(directory.resolve('store.db'))

        when:
        database.read { 1 }

        then:
        def failure = thrown(SnapdslException)
        isGone(failure)
        Files.notExists(directory.resolve('store.db'))

        cleanup:
        database.close()
    }

    def 'one that was moved away and back goes on'() {
        when:
        Files.move(directory, base.resolve('elsewhere'))
        Files.move(base.resolve('elsewhere'), directory)
        store.subjects().registerState('after')

        then:
        store.subjects().all()*.name() == ['after', 'before']
    }

    private boolean isGone(SnapdslException failure) {
        failure.code() == ErrorCode.STORE_UNUSABLE && failure.message.startsWith("The store $directory is gone")
    }
}
