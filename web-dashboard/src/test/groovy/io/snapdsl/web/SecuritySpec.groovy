package io.snapdsl.web

import groovy.json.JsonSlurper
import java.nio.file.Files
import java.nio.file.attribute.PosixFilePermissions

class SecuritySpec extends DashboardSpecification {

    def 'nobody gets anything without the token: #path'() {
        expect:
        request('GET', path).statusCode() == 401
        request('GET', path, [Authorization: 'Bearer wrong']).statusCode() == 401
        request('GET', path, [Cookie: "snapdsl-${server.port()}=wrong".toString()]).statusCode() == 401
        !request('GET', path).body().contains('shop')

        where:
        path << ['/', '/timeline', '/api/v1/subjects', '/api/v1/events', '/assets/style.css', '/nothing', '/enter?token=wrong']
    }

    def 'who names no token, or a wrong one, is told that it is missing, and not that it comes from another site: #method #path'() {
        when:
        def answers = [[:], [Authorization: 'Bearer wrong'], [Cookie: "snapdsl-${server.port()}=wrong".toString()]].collect {
            request(method, path, it, method == 'POST' ? '{}' : null)
        }

        then:
        answers*.statusCode() == [401] * 3
        answers.every { it.headers().firstValue('WWW-Authenticate').get() == 'Bearer' }

        and: 'another site is told nothing, whatever it sends'
        request(method, path, [Origin: 'http://evil.example']).statusCode() == 403

        where:
        method | path
        'GET'  | '/api/v1/subjects'
        'POST' | '/api/v1/undo'
        'POST' | '/undo?subject=shop'
        'POST' | '/hooks/claude'
    }

    def 'the token is for its owner alone, and a token that others could read is replaced'() {
        given:
        def file = base.resolve('store/token')
        def before = token

        expect:
        PosixFilePermissions.toString(Files.getPosixFilePermissions(file)) == 'rw-------'

        when:
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString('rw-r--r--'))
        def again = DashboardServer.start(viewOf(new io.snapdsl.engine.history.Workspaces(store, base)), watched, [], 0)

        then:
        token != before
        PosixFilePermissions.toString(Files.getPosixFilePermissions(file)) == 'rw-------'

        cleanup:
        again?.close()
    }

    def 'the link becomes a cookie that scripts of a page cannot read and other sites cannot use'() {
        when:
        def response = request('GET', server.link() - "http://127.0.0.1:${server.port()}")
        def header = response.headers().firstValue('Set-Cookie').get()

        then:
        response.statusCode() == 200
        header.contains('HttpOnly')
        header.contains('SameSite=Strict')
        !header.contains(token)
        request('GET', '/', [Cookie: cookie]).statusCode() == 200
    }

    def 'a name that only means this machine is not answered: #host'() {
        expect:
        get('/api/v1/subjects', [Host: host]).statusCode() == 421

        where:
        host << ['evil.example:7070', 'evil.example', '127.0.0.1', '127.0.0.1.evil.example:1']
    }

    def 'a page of another site can neither read nor change anything'() {
        expect:
        get('/api/v1/subjects', [Origin: 'http://evil.example']).statusCode() == 403
        post('/api/v1/undo', '{}', [Origin: 'http://evil.example']).statusCode() == 403
        post('/api/v1/undo', '{}', [Origin: 'null']).statusCode() == 403

        and: 'a cookie alone changes nothing: the browser must say that it was a page of ours'
        request('POST', '/undo?subject=shop', [Cookie: cookie]).statusCode() == 403
        request('POST', '/undo?subject=shop', [Cookie: cookie, Origin: "http://127.0.0.1:${server.port()}".toString()]).statusCode() == 409
    }

    def 'nothing changes by GET'() {
        given:
        write('a', 'one')
        def first = snap('first')
        write('a', 'two')
        def second = snap('second')
        def operations = store.auditLog().newestNumber()
        def byMethod = server.apiRoutes().groupBy { it.split(' ')[0] }
        def looking = byMethod.GET.collect { it.split(' ')[1] }
        def acting = byMethod.POST.collect { it.split(' ')[1] }

        when:
        ["/snapshots/${first.id()}/restore", '/undo?subject=shop', '/', '/timeline?subject=shop', "/snapshots/${first.id()}", '/storage',
         '/search?q=a&subject=shop', "/snapshots/${first.id()}/tree", '/sessions', '/operations', '/compare', '/file?subject=shop&path=a',
         "/snapshots/${second.id()}/revert", '/milestones?subject=shop', '/moments', '/states', '/containers', '/policies', '/policies/forecast?subject=shop']
            .each { assert get(it).statusCode() == 200 }

        then:
        Files.readString(directory.resolve('a')) == 'two'
        store.auditLog().newestNumber() == operations
        get('/api/v1/restore').statusCode() in [404, 405]
        ['/snap', "/snapshots/${first.id()}/pin", '/policies/run', '/state/rollback'].every { get(it).statusCode() in [404, 405] }

        and: 'no route of the API that acts is reached by looking; what has the same path only looks'
        acting.size() > 20
        acting.each { path ->
            def status = get(path).statusCode()
            assert status in [404, 405] || looking.any { path ==~ it.replaceAll(/\{\w+}/, '[^/]+') }
        }
        Files.readString(directory.resolve('a')) == 'two'
        store.auditLog().newestNumber() == operations
    }

    def 'a path cannot leave its snapshot: #path'() {
        given:
        write('a', 'one')
        def id = snap().id()

        expect:
        ['/api/v1/snapshots/%s/content?path=%s', '/api/v1/snapshots/%s/tree?path=%s', '/api/v1/snapshots/%s/archive?path=%s', '/snapshots/%s/file?path=%s', '/snapshots/%s/picture?path=%s'].each {
            def status = get(String.format(it, id, path)).statusCode()
            assert status in [400, 404, 409]
        }

        where:
        path << ['../../etc/passwd', '%2e%2e/%2e%2e/etc/passwd', '/etc/passwd', 'a/../../x', 'a%00b', '.']
    }

    def 'a body that is too large is refused, announced or not'() {
        when:
        def announced = post('/api/v1/restore', '{"snapshot": "' + 'x' * (2 << 20) + '"}')

        then:
        announced.statusCode() == 413
        announced.headers().firstValue('Content-Type').get() == 'application/problem+json'
        new JsonSlurper().parseText(announced.body()).with { it.status == 413 && it.title == 'The body is too large.' && it.hint.contains('1048576') }

        when: 'its length is not known before'
        def socket = new Socket('127.0.0.1', server.port())
        def answer = ''
        def reading = Thread.start { answer = socket.inputStream.text }
        socket.outputStream.with {
            write("POST /api/v1/restore HTTP/1.1\r\nHost: 127.0.0.1:${server.port()}\r\nAuthorization: Bearer $token\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n".bytes)
            17.times { write(('10000\r\n' + 'x' * 0x10000 + '\r\n').bytes) }
            flush()
        }
        reading.join(10_000)

        then:
        answer.startsWith('HTTP/1.1 413')
        answer.contains('application/problem+json')
        answer.contains('"title":"The body is too large."')

        cleanup:
        socket?.close()
    }

    def 'a body that comes too slowly is refused, and the client is told'() {
        given:
        def socket = new Socket('127.0.0.1', server.port())
        def say = { String text -> socket.outputStream.write(text.bytes); socket.outputStream.flush() }
        say("POST /api/v1/restore HTTP/1.1\r\nHost: 127.0.0.1:${server.port()}\r\nAuthorization: Bearer $token\r\nContent-Length: 9999\r\nConnection: close\r\n\r\n{")

        when: 'a byte now and then, for ever'
        def answer = new StringBuilder()
        def reading = Thread.start { try { answer << socket.inputStream.text } catch (IOException hungUp) { } }
        long begun = System.nanoTime()
        try {
            while (reading.alive && System.nanoTime() - begun < 20_000_000_000L) { say(' '); sleep(100) }
        } catch (IOException hungUp) { }
        reading.join(2000)

        then:
        System.nanoTime() - begun < 15_000_000_000L
        answer.toString().startsWith('HTTP/1.1 408')
        answer.toString().contains('application/problem+json')

        cleanup:
        socket.close()
    }

    def 'every answer tells the browser to run nothing but our own files'() {
        expect:
        def policy = get(path).headers().firstValue('Content-Security-Policy').get()
        policy.contains("default-src 'none'")
        !policy.contains('unsafe')
        get(path).headers().firstValue('X-Content-Type-Options').get() == 'nosniff'

        where:
        path << ['/', '/api/v1/subjects', '/nothing', '/assets/pages.js']
    }

    def 'hostile names and goals are shown as what they are'() {
        given:
        def names = ['<img src=x onerror=alert(1)>.py', "quo'te \"double\".txt", 'x' * 200 + '.txt', 'rtl \u202egnp.exe', 'new\nline']
        names.each { write(it, '<script>alert(1)</script>\n') }
        def snapshot = snap('<img src=x onerror=alert(1)>\u202e' + 'y' * 300, '<b>tool</b>', '"><script>')

        when:
        def pages = ["/", "/timeline?subject=shop", "/snapshots/${snapshot.id()}", "/snapshots/${snapshot.id()}?layout=split",
                     "/snapshots/${snapshot.id()}/tree", '/search?subject=shop&q=%3Cscript', '/session?name=%22%3E%3Cscript%3E', '/operations', '/sessions']
            .collect { get(it) }

        then:
        pages.every { it.statusCode() == 200 }
        pages.every { !it.body().contains('<img src=x') && !it.body().contains('<script>') && !it.body().contains('\u202e') && !it.body().contains('<b>tool') }
        names.every {
            def path = it.getBytes('UTF-8').collect { String.format('%%%02X', it & 0xff) }.join()
            get("/snapshots/${snapshot.id()}/file?path=$path").statusCode() == 200 &&
                get("/api/v1/snapshots/${snapshot.id()}/content?path=$path").body() == '<script>alert(1)</script>\n'
        }
    }
}
