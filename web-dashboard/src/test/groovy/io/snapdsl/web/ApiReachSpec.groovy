package io.snapdsl.web

import groovy.json.JsonOutput
import groovy.json.JsonSlurper
import io.snapdsl.engine.Progress
import io.snapdsl.engine.capture.WorkspaceCapture
import io.snapdsl.engine.continuity.WorkspaceTaking
import io.snapdsl.engine.history.Note
import io.snapdsl.engine.history.Workspaces
import io.snapdsl.engine.moment.MomentRecorder
import io.snapdsl.storage.sqlite.SqliteSnapshotStore
import java.net.http.HttpRequest
import java.net.http.HttpResponse
import java.nio.file.Files
import java.nio.file.Path
import java.time.Clock

/** The rest of what the command and the pages can do, and lists that are longer than one answer. */
class ApiReachSpec extends DashboardSpecification {

    Object act(String path, Map body = [:], int status = 200) {
        def response = post("/api/v1$path", JsonOutput.toJson(body))
        assert response.statusCode() == status: response.body()
        new JsonSlurper().parseText(response.body())
    }

    /** All of a list, two at a time. */
    List all(String path, String name) {
        def found = []
        def next = null
        while (true) {
            def page = json("/api/v1$path${path.contains('?') ? '&' : '?'}limit=2${next ? "&cursor=$next" : ''}")
            assert page[name].size() <= 2
            found.addAll(page[name])
            next = page.next
            if (!next) return found
        }
    }

    def 'every list that can grow long is read page by page'() {
        given:
        (1..5).each { number ->
            write('a', "version $number")
            snap("goal $number")
            act('/sessions/start', [name: "run-$number"])
            act('/session/events', [name: 'run-1', type: "step-$number"])
            act('/checkpoints', [state: 'planner', label: "$number", value: [step: number]])
            write('b', "version $number")
            def note = Note.manual('', "moment $number", '')
            new MomentRecorder(store, Clock.systemUTC()).take([new WorkspaceTaking(store, new WorkspaceCapture(store, Progress.NONE),
                Clock.systemUTC(), workspace, note, true)], note, MomentRecorder.Together.ALWAYS)
        }

        expect:
        all('/snapshots?subject=shop', 'snapshots')*.sequence == (10..1).toList()
        all('/history?subject=shop&path=a', 'versions')*.goal == (5..1).collect { "goal $it" as String }
        all('/sessions', 'sessions')*.id == (5..1).collect { "run-$it" as String }
        all('/session/events?name=run-1', 'events')*.type == (1..5).collect { "step-$it" as String }
        all('/checkpoints?state=planner', 'checkpoints')*.number == (5..1).toList()
        all('/moments', 'moments')*.goal == (5..1).collect { "moment $it" as String }
        all('/operations', 'operations')*.number == (store.auditLog().newestNumber()..1).toList()
    }

    def 'differences come as a patch, and the other way round'() {
        given:
        write('a', 'one\n')
        snap()
        write('a', 'two\n')
        snap()

        expect:
        get('/api/v1/diff/patch?from=@1&to=@latest').with { it.body().contains('-one\n+two') && it.headers().firstValue('Content-Type').get() == 'text/x-diff' }
        get('/api/v1/diff/patch?from=@latest&to=@1').body().contains('-two\n+one')
        get('/api/v1/diff/patch?from=@1&to=@latest&path=b').body() == ''
    }

    def 'who names a subject and a snapshot of another one is refused, and nothing is done: #path'() {
        given:
        def id = ['a', 'b', 'c'].collect { write(it, 'one'); snap().id() }[1]
        new Workspaces(store, Path.of('/no/home')).register(Files.createDirectory(base.resolve('other')).toRealPath(), false)
        def before = store.auditLog().newestNumber()
        def named = { String subject ->
            body == null ? get("/api/v1${path.replace('ID', id.hex())}${path.contains('?') ? '&' : '?'}subject=$subject")
                : post("/api/v1$path", JsonOutput.toJson(body.collectEntries { key, value ->
                    [key, value == 'ID' ? id.hex() : value == ['ID'] ? [id.hex()] : value]
                } + [subject: subject]))
        }

        when:
        def response = named('other')
        def problem = new JsonSlurper().parseText(response.body())

        then:
        response.statusCode() == 409
        problem.code == 'USAGE'
        problem.title == "Snapshot ${id.shortHex()} is of the workspace 'shop', not of 'other'."
        store.auditLog().newestNumber() == before
        store.catalog().find(id).get().with { !it.removed && store.pins().of(it.id()).empty }
        Files.exists(directory.resolve('c'))

        and: 'with the right one it is done'
        named('shop').statusCode() == 200

        where:
        path                           | body
        '/restore'                     | [snapshot: 'ID']
        '/restore'                     | [snapshot: 'shop@1']
        '/revert'                      | [snapshot: 'ID', dryRun: true]
        '/revert'                      | [snapshots: ['ID'], dryRun: true]
        '/pin'                         | [snapshot: 'ID']
        '/unpin'                       | [snapshot: 'ID']
        '/rm'                          | [snapshots: ['ID']]
        '/snapshots/ID'                | null
        '/snapshots/ID/patch'          | null
        '/snapshots/ID/tree'           | null
        '/snapshots/ID/content?path=a' | null
        '/snapshots/ID/archive'        | null
    }

    def 'two subjects are compared, whichever of them is named'() {
        given:
        write('a', 'one')
        def here = snap().id()
        def place = Files.createDirectory(base.resolve('other')).toRealPath()
        Files.writeString(place.resolve('b'), 'two')
        def other = new Workspaces(store, Path.of('/no/home')).register(place, false).workspace()
        def there = new WorkspaceTaking(store, new WorkspaceCapture(store, Progress.NONE), Clock.systemUTC(), other, Note.manual('', '', ''), true)
        new MomentRecorder(store, Clock.systemUTC()).take([there], Note.manual('', '', ''), MomentRecorder.Together.ALWAYS)

        expect:
        json("/api/v1/diff?from=$here&to=other@latest&subject=$subject").files*.path == ['a', 'b']
        get("/compare?from=$here&to=other@latest&subject=$subject").statusCode() == 200

        where:
        subject << ['shop', 'other']
    }

    def 'several snapshots are taken back at once, with a reason'() {
        given:
        write('a', 'one')
        snap()
        def ids = ['b', 'c'].collect { write(it, 'new'); snap().id().hex() }

        when:
        act('/revert', [snapshots: ids, reason: 'not wanted', inSession: 'cleaning'])

        then:
        Files.list(directory).toList()*.fileName*.toString() == ['a']
        json('/api/v1/snapshots?limit=1').snapshots[0].with { it.goal.contains('not wanted') && it.session == 'cleaning' }
    }

    def 'a restore is done only as it was shown'() {
        given:
        write('a', 'one')
        def first = snap().id().hex()
        write('a', 'two')
        snap()
        def shown = act('/restore', [snapshot: first, dryRun: true]).fingerprint

        when:
        write('b', 'meanwhile')

        then:
        act('/restore', [snapshot: first, onlyIf: shown], 409).code == 'PREVIEW_OUTDATED'
        Files.readString(directory.resolve('a')) == 'two'

        when:
        def again = act('/restore', [snapshot: first, dryRun: true]).fingerprint
        act('/restore', [snapshot: first, onlyIf: again, session: 'run-7'])

        then:
        Files.readString(directory.resolve('a')) == 'one'
        json('/api/v1/snapshots?limit=1').snapshots[0].session == 'run-7'
        act('/restore', [snapshot: first, onlyIf: 'x'], 400).code == 'USAGE'
    }

    def 'what rules will remove is foretold, and how much that frees'() {
        given:
        (1..3).each { write('big', "$it" * 50_000); snap() }

        expect:
        json('/api/v1/forecast').with { it.kept == 3 && it.going == [] }
        json('/api/v1/forecast/space').bytes == 0
        get('/api/v1/forecast?policy=none').statusCode() == 400
        json('/api/v1/plans').plans == []
        act('/plans/restore', [plan: 'none'], 400).title == 'No policy runs here.'
    }

    def 'rules for pruning are those of the command'() {
        given:
        def ids = (1..4).collect { write('a', "$it"); snap().id().hex() }

        expect:
        act('/prune', [keep: [ids[1]], dryRun: true]).snapshots.findAll { it.action == 'keep' }*.id.contains(ids[1])
        act('/prune', [keepDaily: 1, anchor: 'oldest', zone: 'UTC', dryRun: true]).kept >= 1
        act('/prune', [keepDaily: 1, anchor: 'middle', dryRun: true], 400).code == 'USAGE'
        act('/prune', [keepDaily: 1, zone: 'Atlantis', dryRun: true], 400).code == 'USAGE'
    }

    def 'moments are compared with each other and with what is there now'() {
        given:
        def take = { String goal ->
            def note = Note.manual('', goal, '')
            new MomentRecorder(store, Clock.systemUTC()).take([new WorkspaceTaking(store, new WorkspaceCapture(store, Progress.NONE),
                Clock.systemUTC(), workspace, note, true)], note, MomentRecorder.Together.ALWAYS).moment().get()
        }
        write('a', 'one\n')
        take('first')
        write('a', 'two\n')
        take('second')
        write('b', 'now')

        expect:
        json('/api/v1/moments/diff?from=@1&to=@latest').parts*.files*.path == [['a']]
        json('/api/v1/moments/diff?from=@latest').with { it.afterId == null && it.parts*.files*.path == [['b']] }
    }

    def 'ignore rules are written and tried'() {
        when:
        def made = act('/ignore', [patterns: ['outputs/']])

        then:
        Files.readString(directory.resolve('.snapshotignore')).contains('outputs/')
        made.patternCount > 3
        json('/api/v1/ignore/test?path=outputs&directory=true').rule.contains('outputs')
        json('/api/v1/ignore/test?path=src/main.py').rule == null
        act('/ignore', [:], 409)
    }

    def 'a run goes out to a directory, and a snapshot becomes a commit'() {
        given:
        act('/session/events', [name: 'run-7', type: 'decision', details: [choice: 2]])
        act('/checkpoints', [state: 'planner', label: 'start', session: 'run-7', value: [step: 1]])
        def target = base.resolve('run-7')

        expect:
        act('/session/export', [name: 'run-7', to: target.toString()]).with { it.events == 2 && it.checkpoints == 1 }
        Files.readAllLines(target.resolve('events.jsonl')).size() == 2
        act('/session/export', [name: 'run-7', to: 'relative'], 400).code == 'USAGE'
        act('/session/import', [from: base.resolve('nowhere').toString()], 500).code == 'IO_FAILED'

        when:
        ['git', '-C', directory.toString(), 'init', '-q'].execute().waitFor()
        write('a', 'one')
        snap('the fix')
        def exported = act('/export', [subject: 'shop', snapshot: '@latest', branch: 'agent/try-1'])

        then:
        exported.files == 1
        ['git', '-C', directory.toString(), 'show', '-s', '--format=%s', 'agent/try-1'].execute().text.trim() == 'the fix'
    }

    def 'what went out of one store comes into another'() {
        given:
        act('/session/events', [name: 'run-7', type: 'decision', details: [choice: 2]])
        act('/checkpoints', [state: 'planner', label: 'start', session: 'run-7', value: [step: 1]])
        act('/session/export', [name: 'run-7', to: base.resolve('run-7').toString()])
        def otherStore = SqliteSnapshotStore.open(base.resolve('other'), patience)
        def other = DashboardServer.start(new StoreView(otherStore, new Workspaces(otherStore, Path.of('/no/home')), Clock.systemUTC(),
            { throw new IllegalStateException() }, Optional.empty(), Optional.empty()), watched, [], 0)

        when:
        def request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:${other.port()}/api/v1/session/import"))
            .header('Authorization', "Bearer ${Files.readString(base.resolve('other/token')).strip()}")
            .POST(HttpRequest.BodyPublishers.ofString(JsonOutput.toJson([from: base.resolve('run-7').toString()]))).build()
        def imported = new JsonSlurper().parseText(client.send(request, HttpResponse.BodyHandlers.ofString()).body())

        then:
        imported == [session: 'run-7', events: 2, checkpoints: 1]

        cleanup:
        other?.close()
        otherStore?.close()
    }

    def 'how everything is doing is told in one answer'() {
        given:
        write('a', 'one')
        snap()
        def released = new java.util.concurrent.CountDownLatch(1)
        def work = Thread.start { view.activity().during('verify', 'the store') { progress -> progress.begin('reading', 'pack', 9); released.await() } }

        when:
        new spock.util.concurrent.PollingConditions(timeout: 5).eventually { assert json('/api/v1/overview').running*.what == ['verify'] }
        def overview = json('/api/v1/overview')

        then:
        overview.subjects*.subject == ['shop']
        overview.subjects[0].snapshots.size() == 30
        overview.subjects[0].snapshots.last().count == 1
        overview.protected.last().bytes == 3
        json('/api/v1/doctor').with { it.ok && it.checks*.check.containsAll(['store', 'database', 'disk']) }
        act('/doctor/repair').ok

        when:
        Files.delete(directory.resolve('a'))
        Files.delete(directory)

        then:
        json('/api/v1/overview').subjects[0].signs*.words == ['directory is gone']

        cleanup:
        released.countDown()
        work.join()
    }

    def 'archives and patches that have not changed are not sent again: #path'() {
        given:
        write('a', 'one')
        def id = snap().id().hex()

        expect:
        def address = "/api/v1/snapshots/$id/$path"
        get(address, ['If-None-Match': get(address).headers().firstValue('ETag').get()]).statusCode() == 304

        where:
        path << ['archive', 'archive?format=zip', 'patch']
    }

    def 'a large tree is searched piece by piece, and nothing is left out or told twice'() {
        given:
        (1..120).each { write(String.format('dir-%02d/file-%03d', it % 7, it), "the needle $it\n") }
        snap('needle in the goal')

        when:
        def lines = []
        def goals = 0
        def next = null
        while (true) {
            def page = json("/api/v1/search?q=NEEDLE${next ? "&cursor=$next" : ''}")
            lines.addAll(page.lines*.text)
            goals += page.snapshots.size()
            next = page.next
            if (!next) break
        }

        then:
        lines.size() == 120
        lines as Set == (1..120).collect { "the needle $it" as String } as Set
        goals == 1
        json('/api/v1/search?q=file-007').paths*.path == ['dir-00/file-007']
        json('/api/v1/search?q=dir-01/file').paths.size() == 18
        get('/api/v1/search?q=x&cursor=*').statusCode() == 400
    }
}
