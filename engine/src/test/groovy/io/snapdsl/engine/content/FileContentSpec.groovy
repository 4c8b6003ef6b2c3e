package io.snapdsl.engine.content

import java.nio.channels.Channels
import java.nio.file.Files
import java.nio.file.Path
import spock.lang.Specification
import spock.lang.TempDir

class FileContentSpec extends Specification {
    @TempDir
    Path temp

    def 'a file of #size bytes is read whole when #expected were expected'() {
        given:
        def bytes = random(size)
        def file = Files.write(temp.resolve('file'), bytes)

        expect:
        FileContent.read(file, expected, FileContent.Sink.NONE) == FileContent.of(bytes, FileContent.Sink.NONE)
        FileContent.read(file, FileContent.Sink.NONE) == FileContent.of(bytes, FileContent.Sink.NONE)

        where:
        [size, expected] << [[0, 1, 100_000, 1 << 20, (1 << 20) + 1], [0, 1, 50_000, 100_000, 200_000, 1 << 20, (1 << 20) + 1]].combinations()
    }

    def 'large files are split as if each were the first'() {
        given:
        def files = [9_000_000, 3_000_000, 2_000_000].collect { random(it) }

        expect:
        files.every { hashes(it) == hashesByFreshSplitter(it) }
    }

    static List<Hash> hashes(byte[] bytes) {
        def found = []
        def sink = [chunk: { hash, all, offset, length -> found << hash }, list: { encoded -> }] as FileContent.Sink
        FileContent.of(bytes, sink)
        found
    }

    static List<Hash> hashesByFreshSplitter(byte[] bytes) {
        def found = []
        def splitter = new ChunkSplitter(Channels.newChannel(new ByteArrayInputStream(bytes)))
        for (def chunk = splitter.next(); chunk.hasRemaining(); chunk = splitter.next()) {
            found << Hash.of(chunk.array(), chunk.position(), chunk.remaining())
        }
        found
    }

    static byte[] random(int size) {
        def bytes = new byte[size]
        new Random(size).nextBytes(bytes)
        bytes
    }
}
