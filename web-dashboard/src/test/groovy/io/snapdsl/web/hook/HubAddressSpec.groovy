package io.snapdsl.web.hook

import io.snapdsl.engine.history.Workspaces
import io.snapdsl.web.DashboardServer
import io.snapdsl.web.DashboardSpecification
import java.nio.file.Files
import java.nio.file.Path
import spock.util.concurrent.PollingConditions

class HubAddressSpec extends DashboardSpecification {
    /** Time for two looks. */
    static final long LOOKS_MS = 11_000

    def eventually = new PollingConditions(timeout: 20)

    String announced() {
        def file = base.resolve('store/hub')
        Files.exists(file) ? Files.readString(file).readLines()[0] : null
    }

    DashboardServer another() {
        DashboardServer.start(viewOf(new Workspaces(store, Path.of('/no/home'))), watched, [], 0)
    }

    def 'hooks find a server as long as one runs, whichever of them stops'() {
        when:
        def second = another()
        def third = another()

        then: 'the last one to start'
        announced() == third.port() as String

        when: 'one that is not announced stops'
        second.close()

        then:
        announced() == third.port() as String

        when: 'the one that is announced stops'
        third.close()

        then:
        eventually.eventually { assert announced() == server.port() as String }

        when: 'the only one stops'
        server.close()
        sleep(LOOKS_MS)

        then: 'and nobody comes back'
        announced() == null

        cleanup:
        second?.close()
        third?.close()
    }

    def 'of a server that was killed, one that still runs takes the place'() {
        given:
        def killed = new ProcessBuilder('sleep', '300').start()
        Files.writeString(base.resolve('store/hub'), "1\n${killed.pid()} 17\n")

        when: 'as long as it runs, it is left to whoever asks'
        sleep(LOOKS_MS)

        then:
        announced() == '1'

        when:
        killed.destroyForcibly().waitFor()

        then:
        eventually.eventually { assert announced() == server.port() as String }
    }
}
