package io.snapdsl.engine.state

import com.github.luben.zstd.ZstdCompressCtx
import io.snapdsl.engine.content.DamagedContentException
import io.snapdsl.engine.history.Subject.State
import io.snapdsl.engine.history.SubjectId
import io.snapdsl.engine.json.CanonicalJson
import io.snapdsl.engine.state.StatePacking.Base
import java.time.Instant
import spock.lang.Specification

class StatePackingSpec extends Specification {
    private static byte[] json(int step) {
        def words = (1..60).collect { "\"key $it\":\"value ${it * 31 % 17} of ${it == step % 60 ? step : 0}\"" }
        "{${words.join(',')}}".bytes
    }

    private static Packed pack(byte[] json, byte[] before = null) {
        def state = new State(new SubjectId(1), 's', Optional.empty())
        def draft = new CheckpointDraft(state, 'x', '', Instant.EPOCH, CanonicalJson.parse(json), Optional.empty())
        StatePacking.pack(draft, Optional.ofNullable(before).map { new Base(CanonicalJson.parse(it).bytes(), 0) })
    }

    private static boolean unpacks(Packed packed, byte[] before) {
        try {
            packed instanceof Packed.Whole ? StatePacking.unpack(packed) : StatePacking.unpack(packed as Packed.Delta, before)
            true
        } catch (DamagedContentException ignored) {
            false
        }
    }

    def 'no bit of a packed state can be another one unseen: #what'() {
        given:
        byte[] data = packed.data()
        def unseen = [0..<data.length, 0..7].combinations().findAll { at, bit ->
            byte[] altered = data.clone()
            altered[at] ^= (byte) (1 << bit)
            unpacks(packed instanceof Packed.Whole ? new Packed.Whole(altered) : new Packed.Delta(altered, 1), before)
        }

        expect:
        unseen == []

        where:
        what             | before                               | packed
        'tiny'           | null                                 | pack('1'.bytes)
        'whole'          | null                                 | pack(json(1))
        'little changed' | CanonicalJson.parse(json(1)).bytes() | pack(json(2), json(1))
        'all is new'     | '{}'.bytes                           | pack(json(3), '{}'.bytes)
        'the same'       | CanonicalJson.parse(json(1)).bytes() | pack(json(1), json(1))
    }

    def 'what was packed before there were checksums is read as it was'() {
        given:
        byte[] before = CanonicalJson.parse(json(1)).bytes()
        byte[] state = CanonicalJson.parse(json(2)).bytes()
        def compression = new ZstdCompressCtx().setLevel(3)

        expect:
        StatePacking.unpack(new Packed.Whole(compression.compress(before))) == before
        StatePacking.unpack(new Packed.Delta(compression.loadDict(before).compress(state), 1), before) == state

        cleanup:
        compression?.close()
    }

    def 'a checksum takes no room'() {
        given:
        byte[] state = CanonicalJson.parse(json(1)).bytes()

        expect:
        pack(json(1)).data().length == new ZstdCompressCtx().setLevel(3).withCloseable { it.compress(state) }.length
    }
}
