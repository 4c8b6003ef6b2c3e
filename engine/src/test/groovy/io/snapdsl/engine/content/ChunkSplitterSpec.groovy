package io.snapdsl.engine.content

import java.nio.channels.Channels
import spock.lang.Specification

class ChunkSplitterSpec extends Specification {
    static final int SIZE = 24 << 20

    def 'the chunks of a file put together are the file'() {
        given:
        def bytes = randomBytes(SIZE)

        when:
        def chunks = split(bytes)

        then:
        chunks.sum { it.length } == SIZE
        Arrays.equals(joined(chunks), bytes)
    }

    def 'every chunk but the last keeps to the limits, and sizes are around the average'() {
        when:
        def sizes = split(randomBytes(SIZE)).collect { it.length }

        then:
        sizes.every { it <= ChunkSplitter.MAX }
        sizes.init().every { it > ChunkSplitter.MIN }
        sizes.size() in 12..48
    }

    def 'an insertion in the middle changes only the chunks around it'() {
        given:
        def bytes = randomBytes(SIZE)
        int middle = SIZE / 2
        def edited = joined([Arrays.copyOf(bytes, middle), 'inserted'.bytes, Arrays.copyOfRange(bytes, middle, SIZE)])

        when:
        def before = split(bytes).collect { Hash.of(it) } as Set
        def after = split(edited).collect { Hash.of(it) } as Set

        then:
        (after - before).size() <= 3
    }

    def 'a file of zeros is cut into equal chunks, stored once'() {
        expect:
        split(new byte[SIZE]).collect { Hash.of(it) }.toSet().size() == 1
    }

    def 'cuts never change: other cuts would store every large file again'() {
        expect:
        split(randomBytes(4 << 20)).collect { it.length } == [2_083_909, 1_445_078, 665_317]
    }

    private static byte[] randomBytes(int size) {
        def bytes = new byte[size]
        new Random(42).nextBytes(bytes)
        bytes
    }

    private static List<byte[]> split(byte[] bytes) {
        def splitter = new ChunkSplitter(Channels.newChannel(new ByteArrayInputStream(bytes)))
        def chunks = []
        for (def chunk = splitter.next(); chunk.hasRemaining(); chunk = splitter.next()) {
            def copy = new byte[chunk.remaining()]
            chunk.get(copy)
            chunks << copy
        }
        chunks
    }

    private static byte[] joined(List<byte[]> parts) {
        def out = new ByteArrayOutputStream()
        parts.each { out.writeBytes(it) }
        out.toByteArray()
    }
}
