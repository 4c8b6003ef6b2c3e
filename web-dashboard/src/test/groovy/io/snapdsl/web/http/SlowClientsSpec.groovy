package io.snapdsl.web.http

import java.nio.ByteBuffer
import java.time.Duration
import java.util.concurrent.CompletableFuture
import java.util.concurrent.TimeUnit
import org.eclipse.jetty.io.Content
import org.eclipse.jetty.server.Handler
import org.eclipse.jetty.server.NetworkConnector
import org.eclipse.jetty.server.Request
import org.eclipse.jetty.server.Response
import org.eclipse.jetty.server.Server
import org.eclipse.jetty.server.ServerConnector
import org.eclipse.jetty.util.Blocker
import org.eclipse.jetty.util.Callback
import spock.lang.AutoCleanup
import spock.lang.Specification

/** A real server and real sockets: a client that dawdles does not keep a thread. */
class SlowClientsSpec extends Specification {
    @AutoCleanup('stop')
    Server server = new Server()
    /** How the handler's work ended: with nothing, or with what was thrown. */
    CompletableFuture<Throwable> ended = new CompletableFuture<>()

    private Socket connect(Closure<Void> work) {
        def connector = new ServerConnector(server)
        connector.host = '127.0.0.1'
        server.addConnector(connector)
        def slow = new SlowClients(Duration.ofSeconds(1), 10_000)
        slow.handler = new Handler.Abstract() {
            @Override
            boolean handle(Request request, Response response, Callback callback) {
                try {
                    work(request, response)
                    ended.complete(null)
                    callback.succeeded()
                } catch (Throwable e) {
                    ended.complete(e)
                    callback.failed(e)
                }
                true
            }
        }
        server.handler = slow
        server.start()
        new Socket('127.0.0.1', (server.connectors[0] as NetworkConnector).localPort)
    }

    private static void say(Socket socket, String text) {
        socket.outputStream.write(text.bytes)
        socket.outputStream.flush()
    }

    private static void answer(Response response, int pieces) {
        pieces.times {
            Blocker.callback().withCloseable { blocker ->
                response.write(false, ByteBuffer.allocate(1 << 16), blocker)
                blocker.block()
            }
        }
    }

    def 'who sends byte by byte is not waited for, however fast others were before'() {
        given:
        def socket = connect { request, response -> Content.Source.asInputStream(request).readAllBytes() }
        say(socket, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n')

        when:
        def sending = Thread.start {
            try {
                200.times { say(socket, 'a'); sleep(50) }
            } catch (IOException hungUp) { }
        }

        then:
        ended.get(5, TimeUnit.SECONDS).toString().contains('too slowly')

        cleanup:
        socket.close()
        sending.join()
    }

    def 'who takes an answer bit by bit is hung up on, and whoever writes it goes on'() {
        given:
        def socket = connect { request, response -> answer(response, 1000) }
        socket.receiveBufferSize = 4096
        say(socket, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n')

        when: 'a kilobyte now and then is a sign of life, and far too little'
        def taking = Thread.start {
            try {
                600.times { socket.inputStream.readNBytes(1024); sleep(200) }
            } catch (IOException hungUp) { }
        }

        then:
        ended.get(30, TimeUnit.SECONDS) instanceof IOException

        cleanup:
        socket.close()
        taking.join()
    }

    def 'who is fast enough gets all of it'() {
        given:
        def socket = connect { request, response -> answer(response, 128) }
        say(socket, 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')

        expect:
        socket.inputStream.readAllBytes().length > 8 << 20
        ended.get(5, TimeUnit.SECONDS) == null

        cleanup:
        socket.close()
    }

    def 'who is sent little, now and then, is not slow'() {
        given:
        def socket = connect { request, response ->
            4.times {
                sleep(700)
                Blocker.callback().withCloseable { blocker ->
                    response.write(false, ByteBuffer.wrap('still here\n'.bytes), blocker)
                    blocker.block()
                }
            }
        }
        say(socket, 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')

        expect:
        new String(socket.inputStream.readAllBytes()).count('still here') == 4
        ended.get(5, TimeUnit.SECONDS) == null

        cleanup:
        socket.close()
    }
}
