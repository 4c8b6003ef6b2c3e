package io.snapdsl.storage.sqlite

import io.snapdsl.engine.ErrorCode
import io.snapdsl.engine.SnapdslException
import io.snapdsl.engine.content.Hash
import io.snapdsl.engine.content.PackBuilder
import io.snapdsl.engine.content.SealedPack
import io.snapdsl.engine.history.ChangeCounts
import io.snapdsl.engine.history.GitPosition
import io.snapdsl.engine.history.Note
import io.snapdsl.engine.history.Operation
import io.snapdsl.engine.history.Snapshot
import io.snapdsl.engine.history.Subject
import io.snapdsl.engine.history.SubjectId
import io.snapdsl.engine.files.NativePaths
import io.snapdsl.engine.retention.KeepRules
import io.snapdsl.engine.retention.Period
import io.snapdsl.engine.store.ContentStore
import io.snapdsl.engine.store.StatedRules.Stated
import io.snapdsl.engine.tree.TreePath
import java.nio.file.Files
import java.nio.file.Path
import java.nio.file.attribute.PosixFilePermissions
import groovy.util.ProxyGenerator
import java.sql.Connection
import java.sql.DriverManager
import java.sql.Statement
import java.time.Duration
import java.time.Instant
import java.time.ZoneId
import java.time.ZoneOffset
import spock.lang.Specification
import spock.lang.TempDir

class SqliteSnapshotStoreSpec extends Specification {
    @TempDir
    Path base

    Path getDirectory() {
        base.resolve('store')
    }

    SqliteSnapshotStore open() {
        SqliteSnapshotStore.open(directory, Duration.ofMillis(300))
    }

    static Snapshot entry(SubjectId subject, long sequence, Snapshot previous) {
        Snapshot.of(new Snapshot.Facts(subject, 'ws', sequence, Optional.ofNullable(previous?.id()), Instant.now(),
            Note.manual('tool', "goal $sequence", '').announcing([TreePath.of("file $sequence")]), Hash.of('root'.bytes),
            Hash.of('coverage'.bytes), ChangeCounts.NONE, Optional.of(new GitPosition('c0ffee', 'main')), []))
    }

    static Operation operation() {
        new Operation(Instant.now(), 'snap', Optional.empty(), Optional.empty(), '')
    }

    def 'a store is its owner s alone'() {
        when:
        open().close()

        then:
        PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)) == 'rwx------'
        PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve('store.db'))) == 'rw-------'
    }

    def 'a store in the making is taken for a stranger s database by nobody who looks'() {
        given:
        def file = base.resolve('new.db')
        def looks = 0
        def look = {
            new Session(DriverManager.getConnection("jdbc:sqlite:$file")).withCloseable {
                Schema.isCurrent(it, file)
                looks++
            }
        }

        when:
        new Session(watched(DriverManager.getConnection("jdbc:sqlite:$file"), look)).withCloseable(Schema.&prepare)

        then:
        notThrown(SnapdslException)
        looks >= 5

        and: 'it has become what it should'
        new Session(DriverManager.getConnection("jdbc:sqlite:$file")).withCloseable {
            [it.pragma('page_size'), it.pragma('auto_vacuum'), it.pragma('application_id')]
        } == [16384, 2, Schema.APPLICATION_ID]
    }

    /** A connection that lets somebody look after each statement. */
    private static Connection watched(Connection real, Closure look) {
        ProxyGenerator.INSTANCE.instantiateDelegate([createStatement: {
            def statement = real.createStatement()
            ProxyGenerator.INSTANCE.instantiateDelegate([executeUpdate: { String sql ->
                def result = statement.executeUpdate(sql)
                look()
                result
            }], [Statement], statement)
        }], [Connection], real) as Connection
    }

    def 'what was published is there after the store was closed and opened again'() {
        given:
        def store = open()
        def workspace = store.subjects().register('ws', base, new Subject.Birth(7, Instant.EPOCH))
        def first = entry(workspace.id(), 1, null)
        store.catalog().publish(first, operation())
        store.close()

        when:
        store = open()

        then:
        store.catalog().head(workspace.id()).get() == first
        store.subjects().find(workspace.id()).get() == workspace
        store.catalog().find(first.id()).get().intact

        cleanup:
        store.close()
    }

    def 'what scripts state about what is kept comes back as it was said, and each speaks for itself'() {
        given:
        def store = open()
        def subject = store.subjects().register('ws', base, new Subject.Birth(7, Instant.EPOCH)).id()
        def other = new SubjectId(subject.value() + 1)
        def odd = NativePaths.path('/tmp/odd \u00ff%20.groovy'.getBytes('ISO-8859-1'))
        def all = new KeepRules(3, [(Period.DAILY): 14, (Period.YEARLY): 2], Optional.of(Duration.ofDays(7)), ['release', 'good'] as Set,
            [entry(subject, 1, null).id()] as Set, KeepRules.Anchor.OLDEST, ZoneId.of('Europe/Berlin'))
        def none = new KeepRules(0, [:], Optional.empty(), [] as Set, [] as Set, KeepRules.Anchor.NEWEST, ZoneOffset.UTC)
        def stated = [
            new Stated(odd, 'p', subject, Optional.of(all), true),
            new Stated(odd, 'q', subject, Optional.of(none), false),
            new Stated(odd, 'r', subject, Optional.empty(), false)
        ]

        when:
        store.statedRules().state(odd, stated + new Stated(odd, 'p', other, Optional.of(none), true))
        store.statedRules().state(Path.of('/tmp/b.groovy'), [new Stated(Path.of('/tmp/b.groovy'), 'p', subject, Optional.empty(), false)])
        store.close()
        store = open()

        then:
        store.statedRules().of(subject).findAll { it.script() == odd } == stated
        store.statedRules().of(subject).size() == 4

        when:
        store.statedRules().state(odd, [])

        then:
        store.statedRules().of(subject)*.script() == [Path.of('/tmp/b.groovy')]
        store.statedRules().of(other).empty

        cleanup:
        store.close()
    }

    def 'a snapshot that does not follow the head is refused, and nothing of it stays'() {
        given:
        def store = open()
        def workspace = store.subjects().register('ws', base, new Subject.Birth(7, Instant.EPOCH))
        def first = entry(workspace.id(), 1, null)
        store.catalog().publish(first, operation())

        when:
        store.catalog().publish(entry(workspace.id(), 2, null), operation())

        then:
        thrown(IllegalStateException)
        store.catalog().head(workspace.id()).get() == first
        store.auditLog().newest(10).size() == 1

        cleanup:
        store.close()
    }

    def 'batches are written all or none'() {
        given:
        def store = open()
        def good = pack('good')
        def bad = new SealedPack(SealedPack.Kind.FILES, false, 3, null, [new SealedPack.Slot(Hash.of('x'.bytes), 0, 3)])

        when:
        store.content().write([new ContentStore.Batch([good], []), new ContentStore.Batch([bad], [])])

        then:
        thrown(SnapdslException)
        store.content().locate(good.slots()[0].hash()).empty

        cleanup:
        store.close()
    }

    def 'the same chunk from two writers is found once, and both packs can be there'() {
        given:
        def store = open()

        when:
        2.times { store.content().write([new ContentStore.Batch([pack('same')], [])]) }

        then:
        store.content().sizes().chunks() == 1
        store.content().sizes().packs() == 2

        cleanup:
        store.close()
    }

    def 'cached directories are replaced, and forgotten when their tree is dead'() {
        given:
        def store = open()
        def subject = new SubjectId(1)
        def trees = ['one', 'two'].collect { Hash.of(it.bytes) }
        def remember = { Hash tree, String path ->
            store.content().write([new ContentStore.Batch([], [new ContentStore.CachedDirectory(subject, TreePath.of(path), tree, [1] as byte[])])])
        }

        when:
        remember(trees[0], 'a')
        remember(trees[1], 'a')
        remember(trees[0], 'b')
        store.content().forgetDirectories { it == trees[0] }

        then:
        store.content().cached(subject, TreePath.of('a')).get().tree() == trees[1]
        store.content().cached(subject, TreePath.of('b')).empty

        cleanup:
        store.close()
    }

    def 'a store of a newer version is left alone'() {
        given:
        open().close()
        sql('PRAGMA user_version = 99')

        when:
        open()

        then:
        def e = thrown(SnapdslException)
        e.code() == ErrorCode.STORE_TOO_NEW
    }

    def 'a file that is no store of ours is left alone: #what'() {
        given:
        Files.createDirectories(directory)
        make(directory.resolve('store.db'))
        def before = Files.readAllBytes(directory.resolve('store.db'))

        when:
        open()

        then:
        def e = thrown(SnapdslException)
        e.code() == ErrorCode.NOT_A_STORE
        Arrays.equals(Files.readAllBytes(directory.resolve('store.db')), before)

        where:
        what               | make
        'text'             | { Path file -> Files.writeString(file, 'not a database at all\n' * 100) }
        'another database' | { Path file -> DriverManager.getConnection("jdbc:sqlite:$file").withCloseable { it.createStatement().execute('CREATE TABLE t (x)') } }
    }

    def 'a lock that is held makes others wait, and then names its holder'() {
        given:
        def store = open()
        def held = store.locks().subject(new SubjectId(1), 'a long restore')

        when:
        store.locks().subject(new SubjectId(1), 'impatient')

        then:
        def e = thrown(SnapdslException)
        e.code() == ErrorCode.LOCKED

        when:
        held.release()

        then:
        store.locks().subject(new SubjectId(1), 'patient').during { true }
        store.locks().subject(new SubjectId(2), 'another').during { true }

        cleanup:
        store.close()
    }

    def 'content can be used by many at once, but not while it is swept'() {
        given:
        def store = open()
        def users = (1..3).collect { store.locks().usingContent() }

        when:
        store.locks().sweeping()

        then:
        thrown(SnapdslException)

        when:
        users*.release()

        then:
        store.locks().sweeping().during { true }

        cleanup:
        store.close()
    }

    private static SealedPack pack(String content) {
        def builder = new PackBuilder(SealedPack.Kind.FILES)
        builder.add(Hash.of(content.bytes), content.bytes, 0, content.length())
        builder.seal().get()
    }

    private void sql(String statement) {
        DriverManager.getConnection("jdbc:sqlite:${directory.resolve('store.db')}").withCloseable {
            it.createStatement().execute(statement)
        }
    }
}
