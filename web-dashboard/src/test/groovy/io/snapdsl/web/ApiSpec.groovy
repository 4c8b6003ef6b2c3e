package io.snapdsl.web

import groovy.json.JsonSlurper
import io.snapdsl.engine.Progress
import io.snapdsl.engine.capture.WorkspaceCapture
import io.snapdsl.engine.continuity.WorkspaceTaking
import io.snapdsl.engine.history.Note
import io.snapdsl.engine.moment.MomentRecorder
import java.net.http.HttpRequest
import java.net.http.HttpResponse
import java.nio.file.Files
import java.time.Clock
import java.util.zip.GZIPInputStream
import java.util.zip.ZipInputStream

class ApiSpec extends DashboardSpecification {

    def 'the document describes exactly the routes that there are'() {
        given:
        def document = json('/api/v1/openapi.json')
        def described = document.paths.collectMany { path, methods -> methods.keySet().collect { "${it.toUpperCase()} $path".toString() } } as Set

        expect:
        described == server.apiRoutes() as Set
        described.size() > 15
    }

    def 'snapshots are listed newest first, page by page, with the filters of log'() {
        given:
        def ids = (1..7).collect { write('file', "version $it"); snap("goal $it", it % 2 ? 'claude' : 'cursor', it > 5 ? 'run' : '').id().hex() }.reverse()

        when:
        def first = json('/api/v1/snapshots?limit=3')
        def second = json("/api/v1/snapshots?limit=3&cursor=${first.next}")
        def third = json("/api/v1/snapshots?limit=3&cursor=${second.next}")

        then:
        (first.snapshots + second.snapshots + third.snapshots)*.id == ids
        third.next == null
        json('/api/v1/snapshots?tool=claude').snapshots*.goal == ['goal 7', 'goal 5', 'goal 3', 'goal 1']
        json('/api/v1/snapshots?grep=GOAL%204').snapshots*.goal == ['goal 4']
        json('/api/v1/snapshots?session=run').snapshots.size() == 2
        json('/api/v1/snapshots?file=file&limit=2').snapshots.size() == 2
        json('/api/v1/subjects').subjects == [[subject: 'shop', kind: 'workspace', snapshots: 7, newest: first.snapshots[0].time,
            newestId: ids[0], directory: directory.toString()]]
    }

    def 'a snapshot, its tree, its files and its differences are what was captured'() {
        given:
        write('src/a.py', 'one\n')
        def before = snap('before')
        write('src/a.py', 'one\ntwo\n')
        write('b', 'new')
        def after = snap('after')

        expect:
        json("/api/v1/snapshots/${after.id()}").with { it.goal == 'after' && it.changes*.path == ['b', 'src/a.py'] && it.coverage.files == 2 }
        json('/api/v1/snapshots/@1?subject=shop').id == before.id().hex()
        json("/api/v1/snapshots/${after.id()}/tree?path=src").entries*.path == ['src/a.py']
        get("/api/v1/snapshots/${before.id()}/content?path=src/a.py").body() == 'one\n'
        json("/api/v1/diff?from=${before.id()}&to=${after.id()}").files.collect { [it.path, it.change, it.added] } == [['b', 'created', 1], ['src/a.py', 'modified', 1]]
        json('/api/v1/history?path=src/a.py').versions*.id == [after.id().hex(), before.id().hex()]
        get("/api/v1/snapshots/${after.id()}/patch").body().contains('+two')
        json('/api/v1/search?q=TWO').lines*.path == ['src/a.py']
        json('/api/v1/operations?limit=1').operations[0].snapshotId == after.id().hex()
        json('/api/v1/stats').totalSnapshots == 2
    }

    def 'a directory comes as an archive'() {
        given:
        write('src/a.py', 'one\n')
        write('src/deep/b', 'two')
        def id = snap().id()
        def fetch = { String format ->
            def request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:${server.port()}/api/v1/snapshots/$id/archive?path=src&format=$format"))
                .header('Authorization', "Bearer $token").build()
            client.send(request, HttpResponse.BodyHandlers.ofByteArray()).body()
        }

        when:
        def zip = new ZipInputStream(new ByteArrayInputStream(fetch('zip')))
        def files = [:]
        for (def entry = zip.nextEntry; entry != null; entry = zip.nextEntry) files[entry.name] = new String(zip.readAllBytes())
        def tar = base.resolve('a.tar')
        Files.write(tar, new GZIPInputStream(new ByteArrayInputStream(fetch('tar.gz'))).readAllBytes())

        then:
        files == ['a.py': 'one\n', 'deep/': '', 'deep/b': 'two']
        ['tar', 'tf', tar.toString()].execute().text.readLines().findAll { !it.endsWith('/') } == ['a.py', 'deep/b']
    }

    def 'what has not changed is not sent again'() {
        given:
        write('a', 'one')
        def id = snap().id()

        expect:
        def tag = get(path.replace('ID', id.hex())).headers().firstValue('ETag').get()
        get(path.replace('ID', id.hex()), ['If-None-Match': tag]).with { it.statusCode() == 304 && it.body().empty }

        where:
        path << ['/api/v1/snapshots/ID', '/api/v1/snapshots/ID/content?path=a', '/api/v1/snapshots/ID/tree', '/api/v1/snapshots']
    }

    def 'what goes wrong is told as a problem: #path'() {
        given:
        write('a', 'one')
        snap()
        def response = get(path)
        def problem = new JsonSlurper().parseText(response.body())

        expect:
        response.statusCode() == status
        response.headers().firstValue('Content-Type').get() == 'application/problem+json'
        problem.code == code
        problem.status == status
        problem.title
        problem.hint

        where:
        path                                | status | code
        '/api/v1/snapshots/ffffffff'        | 404    | 'UNKNOWN_SNAPSHOT'
        '/api/v1/snapshots?subject=other'   | 404    | 'UNKNOWN_SUBJECT'
        '/api/v1/snapshots?trigger=nothing' | 400    | 'USAGE'
        '/api/v1/snapshots?cursor=x'        | 400    | 'USAGE'
        '/api/v1/session?name=none'         | 404    | 'UNKNOWN_SESSION'
        '/api/v1/nothing'                   | 404    | 'UNKNOWN_PATH'
    }

    def 'a restore happens on disk, and undo takes it back'() {
        given:
        write('a', 'one')
        def first = snap('first')
        write('a', 'two')
        snap('second')

        when:
        def preview = post('/api/v1/restore', """{"snapshot": "${first.id()}", "dryRun": true}""")

        then:
        new JsonSlurper().parseText(preview.body()).steps == [[path: 'a', action: 'modify']]
        Files.readString(directory.resolve('a')) == 'two'

        when:
        def done = post('/api/v1/restore', """{"snapshot": "${first.id()}", "paths": ["a"]}""")

        then:
        done.statusCode() == 200
        Files.readString(directory.resolve('a')) == 'one'

        when: 'and from the page, as a browser does it'
        def page = request('POST', '/undo?subject=shop', [Cookie: cookie, Origin: "http://127.0.0.1:${server.port()}".toString()])

        then:
        page.statusCode() == 200
        page.body().contains('all checked')
        Files.readString(directory.resolve('a')) == 'two'
    }

    def 'a body that does not say what it means does nothing: #body'() {
        given:
        write('src/a', 'one')
        snap('first')
        write('new', 'kept')
        snap('second')

        when:
        def response = post('/api/v1/restore', body)
        def problem = new JsonSlurper().parseText(response.body())

        then:
        response.statusCode() == 400
        problem.code == 'USAGE'
        problem.hint.contains(hint)
        Files.readString(directory.resolve('new')) == 'kept'

        where:
        body                                   || hint
        '{"snapshot": "@1", "dryrun": true}'   || "Did you mean 'dryRun'?"
        '{"snapshot": "@1", "path": ["src"]}'  || "Did you mean 'paths'?"
        '{"snapshot": "@1", "dryRun": "yes"}'  || 'true or false'
        '{"snapshot": "@1", "paths": "src"}'   || 'a list of texts'
        '{"snapshot": "@1", "paths": [""]}'    || 'none of them empty'
        '{"snapshot": 1}'                      || 'a text'
    }

    def 'a parameter that means nothing is refused, and not left out in silence: #path'() {
        given:
        write('a', 'one')
        snap('first')

        when:
        def response = get(path)
        def problem = new JsonSlurper().parseText(response.body())

        then:
        response.statusCode() == 400
        response.headers().firstValue('Content-Type').get() == 'application/problem+json'
        problem.code == 'USAGE'
        problem.title == "The address has '$name', which means nothing here."
        problem.hint.contains(hint)

        where:
        path                                          | name     || hint
        '/api/v1/snapshots?subject=shop&sesion=run-7' | 'sesion' || "Did you mean 'session'? There are: subject, session, tool, tag, "
        '/api/v1/snapshots/@latest?Subject=shop'      | 'Subject' || "Did you mean 'subject'?"
        '/api/v1/operations?limit=2&ofset=4'          | 'ofset'  || 'There are: cursor, limit.'
        '/api/v1/subjects?limit=1'                    | 'limit'  || 'Send none.'
        '/api/v1/openapi.json?%3Cx%3E=1'              | '<x>'    || 'Send none.'
    }

    def 'what is to be done stands in the body: in the address it is refused, and nothing is done'() {
        given:
        write('a', 'one')
        snap('first')
        write('a', 'two')

        when:
        def response = post('/api/v1/restore?dryRun=true', '{"snapshot": "@latest"}')

        then:
        response.statusCode() == 400
        new JsonSlurper().parseText(response.body()).title == "The address has 'dryRun', but what is to be done stands in the body."
        Files.readString(directory.resolve('a')) == 'two'
    }

    def 'pages overlook what they do not know in an address, as links from elsewhere have it'() {
        given:
        write('a', 'one')
        snap('first')

        expect:
        get('/timeline?subject=shop&utm_source=mail').statusCode() == 200
    }

    def 'whoever listens hears what happens, and what was missed'() {
        given:
        write('a', 'one')
        snap('heard later')
        def listen = { Map headers ->
            def builder = HttpRequest.newBuilder(URI.create("http://127.0.0.1:${server.port()}/api/v1/events"))
                .header('Authorization', "Bearer $token").header('Accept', 'text/event-stream')
            headers.each { name, value -> builder.header(name, value) }
            client.send(builder.build(), HttpResponse.BodyHandlers.ofInputStream()).body()
        }
        def newest = store.auditLog().newestNumber()
        def next = { InputStream stream ->
            def reader = stream.newReader('UTF-8')
            String line
            while ((line = reader.readLine()) != null) if (line.startsWith('data: ')) return new JsonSlurper().parseText(line.substring(6))
        }

        when:
        def missed = listen(['Last-Event-ID': "${newest - 1}".toString()])

        then:
        next(missed).number == newest

        when:
        def live = listen([:])
        write('a', 'two')
        def taken = snap('live')

        then:
        next(live).snapshotId == taken.id().hex()

        cleanup:
        missed?.close()
        live?.close()
    }

    def 'whoever listens hears how far something is'() {
        given:
        def request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:${server.port()}/api/v1/events"))
            .header('Authorization', "Bearer $token").header('Accept', 'text/event-stream').build()
        def stream = client.send(request, HttpResponse.BodyHandlers.ofInputStream()).body()
        def heard = new java.util.concurrent.CountDownLatch(1)
        def work = Thread.start {
            view.activity().during('restore', 'shop') { progress ->
                progress.begin('writing', 'file', 10)
                progress.advance(4, 0)
                heard.await()
            }
        }

        when:
        def lines = stream.newReader('UTF-8')
        def next = { String line; while (!(line = lines.readLine()).startsWith('data: ')) { }; new JsonSlurper().parseText(line.substring(6)).running }
        def during = next()
        heard.countDown()
        work.join()
        def after = during
        while (after) after = next()

        then:
        during.collect { [it.what, it.subject, it.step, it.done, it.expected] } == [['restore', 'shop', 'writing', 4, 10]]
        after == []

        cleanup:
        heard?.countDown()
        stream?.close()
    }

    def 'snapshots are taken, pinned and taken back'() {
        given:
        write('a', 'one')
        snap('first')
        write('b', 'two')

        when:
        def taken = new JsonSlurper().parseText(post('/api/v1/snap', '{"goal": "adds b"}').body())

        then:
        taken.goal == 'adds b'
        new JsonSlurper().parseText(post('/api/v1/pin', """{"snapshot": "${taken.id}", "reason": "good"}""").body()).id == taken.id
        store.pins().of(store.catalog().head(workspace.id()).get().id()).get().reason() == 'good'
        post('/api/v1/unpin', """{"snapshot": "${taken.id}"}""").statusCode() == 200
        store.pins().of(store.catalog().head(workspace.id()).get().id()).empty

        when:
        def preview = post('/api/v1/revert', """{"snapshot": "${taken.id}", "dryRun": true}""")

        then:
        preview.statusCode() == 200
        Files.exists(directory.resolve('b'))

        when:
        post('/api/v1/revert', """{"snapshot": "${taken.id}"}""")

        then:
        !Files.exists(directory.resolve('b'))

        when: 'what was changed again since'
        write('a', 'three')
        def changed = snap('a is three')
        write('a', 'four')
        snap('a is four')
        def refused = post('/api/v1/revert', """{"snapshot": "${changed.id()}"}""")

        then:
        refused.statusCode() == 409
        new JsonSlurper().parseText(refused.body()).conflicts*.path == ['a']
        Files.readString(directory.resolve('a')) == 'four'
        post('/api/v1/revert', """{"snapshot": "${changed.id()}", "session": "x"}""").statusCode() == 400
    }

    def 'a milestone is made of a stretch of the history'() {
        given:
        def ids = (1..3).collect { write('a', "$it"); snap("goal $it").id().hex() }

        when:
        def made = new JsonSlurper().parseText(post('/api/v1/milestones', """{"title": "half way", "description": "so far", "tags": ["good"], "to": "${ids[1]}"}""").body())

        then:
        [made.title, made.first, made.last, made.lastId, made.tags] == ['half way', 1, 2, ids[1], ['good']]
        json('/api/v1/milestones').milestones*.title == ['half way']
        post('/api/v1/milestones', '{}').statusCode() == 400
    }

    def 'a moment is looked at, restored and undone'() {
        given:
        write('a', 'then')
        def note = Note.manual('', 'together', '')
        def moment = new MomentRecorder(store, Clock.systemUTC()).take(
            [new WorkspaceTaking(store, new WorkspaceCapture(store, Progress.NONE), Clock.systemUTC(), workspace, note, true)], note, MomentRecorder.Together.ALWAYS).moment().get()
        write('a', 'now')

        when:
        def preview = new JsonSlurper().parseText(post('/api/v1/moments/restore', """{"moment": "${moment.id().hex()}", "dryRun": true}""").body())

        then:
        preview.steps*.status == ['planned']
        Files.readString(directory.resolve('a')) == 'now'

        when:
        def done = new JsonSlurper().parseText(post('/api/v1/moments/restore', """{"moment": "${moment.id().hex()}"}""").body())

        then:
        done.steps*.status == ['done']
        done.keptMoment
        Files.readString(directory.resolve('a')) == 'then'

        when:
        post('/api/v1/moments/undo', '{}')

        then:
        Files.readString(directory.resolve('a')) == 'now'
    }
}
