package io.snapdsl.web.browser

import io.snapdsl.engine.capture.WatchedWorkspaces
import io.snapdsl.engine.history.Workspaces
import io.snapdsl.engine.store.SnapshotStore
import io.snapdsl.storage.sqlite.SqliteSnapshotStore
import io.snapdsl.web.DashboardServer
import io.snapdsl.web.StoreView
import java.nio.file.Path
import java.time.Clock
import java.time.Duration
import spock.lang.Shared

/** Before there is anything: every page says what it would show, and how that comes about. */
class EmptyStoreSpec extends BrowserSpecification {
    @Shared
    SnapshotStore store

    @Override
    DashboardServer start() {
        store = SqliteSnapshotStore.open(base.resolve('empty'), Duration.ofSeconds(5))
        DashboardServer.start(new StoreView(store, new Workspaces(store, Path.of('/no/home')), Clock.systemUTC(), { throw new IllegalStateException() }, Optional.empty(), Optional.empty()),
            new WatchedWorkspaces(store), [], 0)
    }

    def cleanupSpec() {
        store?.close()
    }

    def 'the page #name of an empty store says what to do'() {
        when:
        open(address)

        then:
        page.locator('main').innerText().contains(says)
        everybodyCanRead("empty-$name")
        complaints == []

        where:
        name         | address         || says
        'overview'   | '/'             || "snapdsl snap -m 'before the agent'"
        'timeline'   | '/timeline'     || "snapdsl snap -m 'before the agent'"
        'compare'    | '/compare'      || 'Any two snapshots'
        'search'     | '/search?q=tax' || 'Nothing found'
        'sessions'   | '/sessions'     || 'snapdsl session start'
        'moments'    | '/moments'      || 'No moment yet'
        'states'     | '/states'       || 'snapdsl state checkpoint'
        'containers' | '/containers'   || 'snapdsl container snap'
        'policies'   | '/policies'     || 'snapdsl run policy.groovy'
        'operations' | '/operations'   || 'Nothing has happened yet.'
        'storage'    | '/storage'      || 'Nothing is stored yet'
    }
}
