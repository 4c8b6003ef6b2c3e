package io.snapdsl.web.hook

import io.snapdsl.engine.history.Workspaces
import io.snapdsl.web.DashboardServer
import io.snapdsl.web.DashboardSpecification
import java.nio.file.Files
import java.nio.file.Path
import spock.util.concurrent.PollingConditions

class HubAddressSpec extends DashboardSpecification {
    def eventually = new PollingConditions(timeout: 20)

    String announced() {
        def file = base.resolve('store/hub')
        Files.exists(file) ? Files.readString(file).strip() : null
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
        sleep(2500)

        then: 'and nobody comes back'
        announced() == null

        cleanup:
        second?.close()
        third?.close()
    }
}
