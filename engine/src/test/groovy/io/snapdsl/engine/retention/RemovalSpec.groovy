package io.snapdsl.engine.retention

import io.snapdsl.engine.ErrorCode
import io.snapdsl.engine.Progress
import io.snapdsl.engine.SnapdslException
import io.snapdsl.engine.WorkspaceFixture
import io.snapdsl.engine.history.Snapshot
import io.snapdsl.engine.verify.StoreVerifier
import java.nio.file.Files
import java.nio.file.Path
import spock.lang.AutoCleanup
import spock.lang.Specification
import spock.lang.TempDir

class RemovalSpec extends Specification {
    @TempDir
    Path base

    @AutoCleanup
    WorkspaceFixture ws

    def setup() {
        ws = new WorkspaceFixture(base)
    }

    Removal getRemoval() {
        new Removal(ws.store, ws.clock, Progress.NONE)
    }

    static byte[] noise(int seed, int size = 400_000) {
        def bytes = new byte[size]
        new Random(seed).nextBytes(bytes)
        bytes
    }

    boolean isClean() {
        new StoreVerifier(ws.store, Progress.NONE).verify(true).clean
    }

    def 'what only a removed snapshot held is gone from the disk, and all else is still there'() {
        given:
        ws.write('shared', noise(1))
        ws.write('old', noise(2, 8_000_000))
        def old = ws.snap('with the large file')
        ws.delete('old')
        ws.write('new', noise(3))
        def kept = ws.snap('without')

        when:
        def removed = removal.remove([old], 'too large')

        then:
        removed.bytesFreed() > 7_000_000
        clean
        ws.listing(kept) == ['new', 'shared']
        ws.restorer.restoreTo(base.resolve('out'), kept, io.snapdsl.engine.restore.Selection.Request.EVERYTHING, false).done().problems().empty
        Arrays.equals(Files.readAllBytes(base.resolve('out/shared')), noise(1))
    }

    def 'the entry of a removed snapshot stays, so that the chain can still be checked'() {
        given:
        def chain = (1..4).collect { ws.write('f', it); ws.snap("step $it") }

        when:
        removal.remove([chain[1], chain[2]], '')

        then:
        def left = ws.store.catalog().page(ws.workspace.id(), Long.MAX_VALUE, 10)
        left*.sequence() == [4, 3, 2, 1]
        left*.removed == [false, true, true, false]
        left*.intact.every()
        clean

        and: 'the audit log says what was done'
        ws.store.auditLog().newest(1)[0].kind() == 'remove'
    }

    def 'a removed secret leaves no byte behind, though it shared a pack with files that stay'() {
        given:
        ws.write('kept', noise(1, 20_000))
        ws.write('secret', noise(2, 3_000))
        def old = ws.snap()
        ws.delete('secret')
        ws.snap()

        when:
        removal.remove([old], 'held a secret')
        ws.store.close()
        def bytes = Files.readAllBytes(ws.storeDirectory.resolve('store.db'))

        then:
        new String(bytes, 'ISO-8859-1').contains(new String(noise(1, 1_000), 'ISO-8859-1'))
        !new String(bytes, 'ISO-8859-1').contains(new String(Arrays.copyOfRange(noise(2, 3_000), 1_000, 1_100), 'ISO-8859-1'))
    }

    def 'the newest snapshot can not be removed'() {
        given:
        def only = ws.snap()

        when:
        removal.remove([only], '')

        then:
        def e = thrown(SnapdslException)
        e.code() == ErrorCode.IN_USE
    }

    def 'a pack that is mostly dead is written anew with what lives'() {
        given: 'one pack of many files, of which one survives'
        40.times { ws.write("f$it", noise(it, 10_000)) }
        def old = ws.snap()
        (1..<40).each { ws.delete("f$it") }
        def kept = ws.snap()
        def before = ws.store.content().sizes().storedBytes()

        when:
        removal.remove([old], '')

        then:
        ws.store.content().sizes().storedBytes() < before / 10
        clean
        ws.listing(kept) == ['f0']
    }

    def 'a directory that comes back after its content was swept is read again, not believed'() {
        given: 'a directory moved away and back, which keeps every stat of the files in it'
        ws.write('dir/f', noise(1))
        def old = ws.snap()
        Thread.sleep(150) // lets the cache trust the file
        ws.snap()
        Files.move(ws.directory.resolve('dir'), base.resolve('aside'))
        def without = ws.snap()
        Files.move(base.resolve('aside'), ws.directory.resolve('dir'))

        when:
        removal.remove(ws.store.catalog().page(ws.workspace.id(), without.sequence(), 10), '')
        Snapshot again = ws.snap()

        then:
        clean
        ws.listing(again) == ['dir/', 'dir/f']
    }
}
