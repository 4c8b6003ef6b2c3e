package io.snapdsl.engine.verify

import io.snapdsl.engine.Progress
import io.snapdsl.engine.WorkspaceFixture
import java.nio.file.Path
import java.sql.Connection
import java.sql.DriverManager
import spock.lang.AutoCleanup
import spock.lang.Specification
import spock.lang.TempDir

/** Packs of which a bit is another one: also where what they unpack to is still the same. */
class AlteredPackSpec extends Specification {
    @TempDir
    Path base

    @AutoCleanup
    WorkspaceFixture ws

    @AutoCleanup
    Connection connection

    def setup() {
        ws = new WorkspaceFixture(base)
        8.times { ws.write("file-$it", "the ${it * 7 % 5}th text of some that are alike, but for the number $it\n") }
        ws.snap()
        connection = DriverManager.getConnection("jdbc:sqlite:${ws.storeDirectory.resolve('store.db')}")
    }

    private VerifyReport verify(boolean repair = false) {
        def verifier = new StoreVerifier(ws.store, Progress.NONE)
        repair ? verifier.repair(true) : verifier.verify(true)
    }

    private byte[] data(String kind) {
        connection.createStatement().executeQuery("SELECT data FROM pack WHERE compressed AND kind = '$kind'").getBytes(1)
    }

    private void set(String kind, byte[] data) {
        def update = connection.prepareStatement("UPDATE pack SET data = ? WHERE compressed AND kind = '$kind'")
        update.setBytes(1, data)
        assert update.executeUpdate() == 1
        update.close()
    }

    private static byte[] altered(byte[] data, int at, int bit) {
        byte[] altered = data.clone()
        altered[at] ^= (byte) (1 << bit)
        altered
    }

    def 'no bit of #kind can be another one without being told'() {
        given:
        def data = data(kind)
        def unseen = [0..<data.length, 0..7].combinations().findAll { at, bit ->
            set(kind, altered(data, at, bit))
            verify().clean
        }

        expect:
        unseen == []

        where:
        kind << ['FILES', 'TREES']
    }

    def 'what an altered pack holds is handed out as long as it is right, and put into a new pack by a repair'() {
        given:
        def snapshot = ws.store.catalog().head(ws.workspace.id()).get()
        def files = ws.filesOf(snapshot)

        when: 'a bit of the checksum, which no byte of any file depends on'
        set('FILES', altered(data('FILES'), 0, 0))
        def report = verify()

        then:
        ws.filesOf(snapshot) == files
        report.findings().size() == 1
        report.findings()[0] ==~ /The stored bytes of pack \d+ are not those that were written; .*/
        report.structuralFindings().empty && report.damagedPaths().isEmpty()

        when: 'where the files are no more, they come back all the same'
        8.times { ws.delete("file-$it") }
        ws.restore(snapshot)

        then:
        ws.read('file-7') == files['file-7']

        when:
        def repaired = verify(true)

        then:
        repaired.repairable && !repaired.clean
        verify().clean
        ws.filesOf(snapshot) == files
    }

    def 'a repair keeps what is whole in a pack in which something is not'() {
        given: 'a bit of which some of the files depend, and others not'
        def snapshot = ws.store.catalog().head(ws.workspace.id()).get()
        def files = ws.filesOf(snapshot)
        def data = data('FILES')
        def harmful = (5..<data.length).find { at ->
            set('FILES', altered(data, at, 0))
            def touched = verify().damagedPaths().size()
            touched > 0 && touched < 8
        }
        def lost = verify().damagedPaths().keySet()*.path()*.toString()

        when:
        def report = verify(true)

        then:
        harmful != null
        report.findings().size() == 1
        verify().findings() == []
        verify().damagedPaths().keySet()*.path()*.toString() == lost

        when: 'the workspace still has it'
        ws.snap()

        then:
        verify().clean
        ws.filesOf(snapshot) == files
    }
}
