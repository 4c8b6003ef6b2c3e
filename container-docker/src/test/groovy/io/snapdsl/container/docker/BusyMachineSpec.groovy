package io.snapdsl.container.docker

import static io.snapdsl.engine.ErrorCode.CONTAINER_ENGINE_FAILED

import com.sun.net.httpserver.HttpExchange
import com.sun.net.httpserver.HttpServer
import io.snapdsl.engine.SnapdslException
import spock.lang.AutoCleanup
import spock.lang.Specification

/** An engine whose machine is too busy to freeze a container at once, which a real one is not on demand. */
class BusyMachineSpec extends Specification {
    static final String BUSY = 'Cannot pause container box: OCI runtime pause failed: unable to freeze: unknown'

    HttpServer engine = HttpServer.create(new InetSocketAddress('127.0.0.1', 0), 0)
    @AutoCleanup
    DockerRuntime docker
    int asked = 0

    def cleanup() {
        engine.stop(0)
    }

    /** @param refusals how many times it says no */
    void engineThatRefuses(int refusals, String reason) {
        engine.createContext('/version') { answer(it, 200, '{"Version":"20.10.24","ApiVersion":"1.41"}') }
        engine.createContext('/containers/box/pause') {
            ++asked > refusals ? answer(it, 204, '') : answer(it, 500, "{\"message\":\"$reason\"}")
        }
        engine.start()
        docker = DockerRuntime.connect("tcp://127.0.0.1:$engine.address.port")
    }

    static void answer(HttpExchange exchange, int status, String body) {
        exchange.withCloseable {
            exchange.sendResponseHeaders(status, body ? body.length() : -1)
            exchange.responseBody.write(body.bytes)
        }
    }

    def 'a container that could not be frozen is paused soon after'() {
        given:
        engineThatRefuses(3, BUSY)

        when:
        docker.pause('box')

        then:
        asked == 4
    }

    def 'one that can never be frozen is not tried for ever'() {
        given:
        engineThatRefuses(1000, BUSY)

        when:
        docker.pause('box')

        then:
        def e = thrown(SnapdslException)
        e.code() == CONTAINER_ENGINE_FAILED
        e.message.contains('unable to freeze')
        asked < 100
    }

    def 'one that had ended when it was to be paused is tried again if it runs anew: #state'() {
        given:
        engine.createContext('/containers/json') {
            answer(it, 200, "[{\"Id\":\"box\",\"Names\":[\"/box\"],\"State\":\"$state\"}]")
        }
        engineThatRefuses(1, 'Cannot pause container box: cannot pause a stopped container: unknown')

        when:
        def refused = pauseIsRefused()

        then:
        refused == !isPaused
        asked == times

        where:
        state        | isPaused | times
        'running'    | true     | 2
        'restarting' | false    | 1
    }

    private boolean pauseIsRefused() {
        try {
            docker.pause('box')
            return false
        } catch (SnapdslException e) {
            assert e.code() == CONTAINER_ENGINE_FAILED
            return true
        }
    }

    def 'what fails for another reason is not tried again'() {
        given:
        engineThatRefuses(1, 'Container box is not running')

        when:
        docker.pause('box')

        then:
        thrown(SnapdslException)
        asked == 1
    }
}
