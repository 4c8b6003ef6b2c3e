package io.snapdsl.web

import java.time.Duration

/** While content is being swept away nobody looks into it, and while somebody looks nothing is swept away. */
class ReadingSpec extends DashboardSpecification {

    @Override
    Duration getPatience() {
        Duration.ofMillis(300)
    }

    def 'no page reads content that is being swept away: #path'() {
        given:
        write('a', 'one')
        def id = snap().id()
        def address = path.replace('ID', id.hex())
        assert get(address).statusCode() == 200

        when:
        def sweep = store.locks().sweeping()
        def refused = get(address)
        sweep.release()

        then:
        refused.statusCode() == 423
        get(address).statusCode() == 200

        where:
        path << ['/', '/timeline?subject=shop', '/snapshots/ID', '/snapshots/ID/tree', '/snapshots/ID/file?path=a', '/file?subject=shop&path=a',
                 '/compare?from=ID&to=ID', '/search?subject=shop&q=one', '/api/v1/snapshots/ID', '/api/v1/snapshots/ID/content?path=a',
                 '/api/v1/snapshots/ID/tree', '/api/v1/snapshots/ID/archive', '/api/v1/diff?from=ID&to=ID', '/api/v1/history?path=a']
    }
}
