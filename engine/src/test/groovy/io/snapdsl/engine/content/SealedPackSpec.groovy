package io.snapdsl.engine.content

import com.github.luben.zstd.Zstd
import io.snapdsl.engine.content.SealedPack.Kind
import spock.lang.Specification

class SealedPackSpec extends Specification {

    private static byte[] text(int lines) {
        def random = new Random(lines)
        (1..lines).collect { "line ${random.nextInt(50)} of ${random.nextInt(10)}: price = ${random.nextInt(1000)}\n" }.join().bytes
    }

    private static byte[] noise(int length) {
        def bytes = new byte[length]
        new Random(length).nextBytes(bytes)
        bytes
    }

    private static SealedPack sealed(byte[] raw) {
        SealedPack.seal(Kind.FILES, raw, raw.length, [])
    }

    def 'what was packed comes out, compressed if that is worth it: #what'() {
        given:
        def pack = sealed(raw)

        expect:
        pack.unpack() == raw
        pack.compressed() == compressed

        where:
        what           | raw        || compressed
        'nothing'      | new byte[0] || false
        'a few lines'  | text(20)   || true
        'many lines'   | text(9000) || true
        'noise'        | noise(500) || false
    }

    def 'the one bit that zstd does not look at has to be as it was written'() {
        given:
        def pack = sealed(text(20))
        byte[] altered = pack.data().clone()
        altered[4] ^= (byte) 0x10

        when:
        new SealedPack(pack.holds(), pack.compressed(), pack.rawSize(), altered, []).unpack()

        then:
        thrown(DamagedContentException)
    }

    private static boolean unpacks(SealedPack pack, byte[] data) {
        try {
            new SealedPack(pack.holds(), pack.compressed(), pack.rawSize(), data, []).unpack()
            true
        } catch (DamagedContentException ignored) {
            false
        }
    }

    def 'no bit of a compressed pack can be another one unseen'() {
        given:
        def pack = sealed(text(20))

        expect:
        [0..<pack.data().length, 0..7].combinations().findAll { at, bit ->
            byte[] altered = pack.data().clone()
            altered[at] ^= (byte) (1 << bit)
            unpacks(pack, altered)
        } == []
    }

    def 'what was packed before there were checksums is read as it was'() {
        given:
        def raw = text(20)

        expect:
        new SealedPack(Kind.FILES, true, raw.length, Zstd.compress(raw, 1), []).unpack() == raw
    }

    def 'a size that it has not is never made room for: #size'() {
        given:
        def pack = sealed(text(20))

        when:
        new SealedPack(pack.holds(), pack.compressed(), size, pack.data(), []).unpack()

        then:
        thrown(DamagedContentException)

        where:
        size << [-1, 0, 1, Integer.MAX_VALUE]
    }
}
