package io.snapdsl.engine.files

import io.snapdsl.engine.content.FileContent
import java.nio.file.FileSystemException
import java.nio.file.Files
import java.nio.file.Path
import spock.lang.Specification
import spock.lang.TempDir
import spock.lang.Timeout

@Timeout(30)
class FileOpeningSpec extends Specification {
    @TempDir
    Path directory

    Path pipe(String name) {
        def pipe = directory.resolve(name)
        assert ['mkfifo', pipe.toString()].execute().waitFor() == 0
        pipe
    }

    def 'a pipe that took the place of a file keeps nobody waiting'() {
        when:
        FileContent.read(pipe('pipe'), FileContent.Sink.NONE)

        then:
        def e = thrown(FileSystemException)
        e.reason == 'is not a file any more'
    }

    def 'nor one with somebody at its other end who writes nothing'() {
        given:
        def pipe = pipe('pipe')
        def writer = new ProcessBuilder('sh', '-c', 'exec sleep 20 > "$0"', pipe.toString()).start()

        when:
        FileContent.read(pipe, FileContent.Sink.NONE)

        then:
        thrown(FileSystemException)

        cleanup:
        writer?.destroyForcibly()
    }

    def 'several at once neither'() {
        given:
        def pipes = (1..8).collect { pipe("pipe$it") }

        when:
        def failed = pipes.parallelStream().filter {
            try {
                FileContent.read(it, FileContent.Sink.NONE)
                return false
            } catch (FileSystemException e) {
                return true
            }
        }.count()

        then:
        failed == 8
    }

    def 'a file is opened, a link is not followed'() {
        given:
        def file = Files.writeString(directory.resolve('file'), 'content')
        def link = Files.createSymbolicLink(directory.resolve('link'), file)

        expect:
        FileContent.read(file, FileContent.Sink.NONE).size() == 7

        when:
        FileContent.read(link, FileContent.Sink.NONE)

        then:
        thrown(IOException)
    }
}
