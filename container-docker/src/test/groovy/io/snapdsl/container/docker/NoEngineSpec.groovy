package io.snapdsl.container.docker

import static io.snapdsl.engine.ErrorCode.NO_CONTAINER_ENGINE

import io.snapdsl.engine.SnapdslException
import java.net.StandardProtocolFamily
import java.nio.ByteBuffer
import java.nio.channels.ServerSocketChannel
import java.nio.file.Files
import java.nio.file.Path
import spock.lang.Requires
import spock.lang.Specification

/** One clear sentence when there is no engine, it does not run, is forbidden, silent or too old. */
class NoEngineSpec extends Specification {
    /** A socket's path is short. */
    Path directory = Files.createTempDirectory(Path.of('/tmp'), 'engine')
    Path socket = directory.resolve('docker.sock')

    def cleanup() {
        directory.toFile().deleteDir()
    }

    ServerSocketChannel listening() {
        ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(socket))
    }

    void noEngine(SnapdslException e, String message) {
        assert e.code() == NO_CONTAINER_ENGINE
        assert e.message == message
        assert e.hint().contains('DOCKER_HOST')
    }

    def 'there is none'() {
        when:
        DockerRuntime.connect("unix://$socket")

        then:
        def e = thrown(SnapdslException)
        noEngine(e, "There is no Docker engine at unix://$socket.")
    }

    def 'it does not run'() {
        given: 'a socket that its engine left behind'
        listening().close()

        when:
        DockerRuntime.connect("unix://$socket")

        then:
        def e = thrown(SnapdslException)
        noEngine(e, "The Docker engine at unix://$socket does not run.")

        when:
        DockerRuntime.connect('tcp://127.0.0.1:1')

        then:
        e = thrown(SnapdslException)
        noEngine(e, 'The Docker engine at tcp://127.0.0.1:1 does not run.')
    }

    def 'it does not answer'() {
        given:
        def server = listening()

        when:
        DockerRuntime.connect("unix://$socket")

        then:
        def e = thrown(SnapdslException)
        noEngine(e, "The Docker engine at unix://$socket does not answer.")

        cleanup:
        server?.close()
    }

    def 'its name is unknown'() {
        when:
        DockerRuntime.connect('tcp://engine.invalid:2375')

        then:
        def e = thrown(SnapdslException)
        e.code() == NO_CONTAINER_ENGINE
        e.message.startsWith("The Docker engine at tcp://engine.invalid:2375 can't be reached:")
    }

    def 'the address #address is none'() {
        when:
        DockerRuntime.connect(address)

        then:
        def e = thrown(SnapdslException)
        e.code() == NO_CONTAINER_ENGINE
        e.message.startsWith("There is no way to reach a Docker engine at $address:")
        !e.message.contains('null')
        e.hint().contains('DOCKER_HOST')

        where:
        address << ['ssh://me@host', 'nonsense', 'unix://a b']
    }

    def 'an engine of API version #api is #verdict'() {
        given: 'what answers like one of that version'
        def server = listening()
        Thread.startDaemon {
            while (server.open) {
                server.accept().withCloseable {
                    it.read(ByteBuffer.allocate(10_000))
                    def body = "{\"Version\":\"x.y\",\"ApiVersion\":\"$api\"}"
                    it.write(ByteBuffer.wrap("HTTP/1.1 200 OK\r\nContent-Length: ${body.length()}\r\n\r\n$body".bytes))
                }
            }
        }

        when:
        String message
        try {
            DockerRuntime.connect("unix://$socket").close()
        } catch (SnapdslException e) {
            assert e.code() == NO_CONTAINER_ENGINE
            message = e.message
        }

        then:
        message == (verdict == 'too old' ? "The Docker engine at unix://$socket is too old: it is version x.y." : null)

        cleanup:
        server?.close()

        where:
        api     | verdict
        '1.40'  | 'too old'
        '1.9'   | 'too old'
        ''      | 'too old'
        '1.41'  | 'fine'
        '1.100' | 'fine'
        '2.0'   | 'fine'
    }

    @Requires(value = { System.getProperty('user.name') == 'root' }, reason = 'a socket of another user')
    def 'it is forbidden'() {
        given: 'a user whom the permissions of files bind'
        def server = listening()
        assert ['chown', 'nobody', "$socket"].execute().waitFor() == 0
        assert ['chmod', '600', "$socket"].execute().waitFor() == 0

        when:
        def process = new ProcessBuilder(
            'setpriv', '--bounding-set=-dac_override,-dac_read_search', '--inh-caps=-dac_override,-dac_read_search',
            "${System.getProperty('java.home')}/bin/java", '-cp', System.getProperty('java.class.path'),
            Connecting.name, "unix://$socket").redirectErrorStream(true).start()
        def output = process.inputStream.text

        then:
        output.contains("NO_CONTAINER_ENGINE You are not allowed to use the Docker engine at unix://$socket.")

        cleanup:
        server?.close()
    }

    static class Connecting {
        static void main(String[] arguments) {
            try {
                DockerRuntime.connect(arguments[0])
            } catch (SnapdslException e) {
                println "${e.code()} $e.message"
            }
        }
    }
}
