package io.snapdsl.cli

import groovy.json.JsonOutput
import groovy.json.JsonSlurper
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse
import java.nio.file.Files
import java.util.concurrent.Executors
import java.util.concurrent.TimeUnit

/** The Model Context Protocol at /mcp of the server that has the dashboard. */
class McpHttpSpec extends McpSpecification {
    static final PING = [jsonrpc: '2.0', id: 1, method: 'ping']

    def 'an agent does over HTTP what it does over standard input and output, in the workspace that it names'() {
        given:
        def address = serve('serve')
        def client = http(address)
        write('file', 'one\n')

        expect: 'the same tools'
        client.listTools().tools() == stdio().listTools().tools()

        when: 'a directory that nobody has kept yet'
        def first = used(client, 'create_snapshot', [workspace: workspace.toString(), goal: 'begin'])
        write('file', 'two\n')
        def second = used(client, 'create_snapshot', [workspace: 'project', goal: 'go on', session: 'run-1'])

        then:
        log().collect { [it.id, it.goal, it.session] } == [[second.id, 'go on', 'run-1'], [first.id, 'begin', '']]

        when:
        def diff = ask(client, 'diff', [workspace: 'project', from: first.id, to: second.id])

        then:
        diff.content().first().text().contains('-one\n+two')

        when: 'it is the only one, so it need not be named'
        def preview = used(client, 'preview_restore', [snapshot: first.id])

        then:
        preview.steps*.path == ['file']
        read('file') == 'two\n'

        when:
        write('file', 'three\n')
        def late = ask(client, 'restore', [snapshot: first.id, fingerprint: preview.fingerprint])

        then:
        late.isError()
        late.structuredContent().error.code == 'PREVIEW_OUTDATED'
        late.content().first().text().contains('preview')
        read('file') == 'three\n'

        when:
        def again = used(client, 'preview_restore', [snapshot: first.id])
        used(client, 'restore', [snapshot: first.id, fingerprint: again.fingerprint])

        then:
        read('file') == 'one\n'
        client.readResource(new ReadResourceRequest("snapdsl://snapshots/$second.id/files/file".toString())).contents().first().text() == 'two\n'
    }

    def 'without a name it is asked for where there is none or more than one, wherever the server was started'() {
        given:
        write('file', 'one')
        def client = http(serve('serve'))

        when:
        def none = ask(client, 'create_snapshot', [:])

        then:
        none.isError()
        none.content().first().text() =~ /not clear which workspace.*\n.*'workspace'.*no workspaces yet/
        !Files.exists(store.resolve('locks/subject-1'))

        when:
        def other = Files.createDirectory(temp.resolve('other'))
        used(client, 'create_snapshot', [workspace: workspace.toString()])
        used(client, 'create_snapshot', [workspace: other.toString()])
        def two = ask(client, 'get_status', [:])

        then:
        two.isError()
        two.content().first().text().contains("project ($workspace)")
        two.content().first().text().contains("other ($other)")
    }

    def 'the session of whoever started the server is not that of the agents it serves'() {
        given:
        write('file', 'one')
        def client = http(serve('serve', SNAPDSL_SESSION: 'mine'))

        when:
        used(client, 'create_snapshot', [workspace: workspace.toString()])
        used(client, 'record_event', [session: 'theirs', type: 'tool_call'])

        then:
        log()*.session == ['']
        def sessions = snapdsl.json('session', 'list').sessions
        sessions*.id == ['theirs']
    }

    def 'where a policy runs it is there too, and agents at the same time lose nothing of each other'() {
        given:
        def places = (1..4).collect { Files.createDirectory(temp.resolve("place-$it")) }
        def script = Files.writeString(temp.resolve('policy.groovy'),
            "def project = workspace('project') { path '$workspace' }\npolicy('p') { protect project; on manual }".toString())
        def address = serve('run', script)
        def agents = places.collect { http(address) }
        def pool = Executors.newFixedThreadPool(4)

        when: 'each writes and keeps in a place of its own, and all in one that they share'
        def done = (0..3).collect { agent ->
            pool.submit({
                (1..5).each { step ->
                    Files.writeString(places[agent].resolve('file'), "$step")
                    used(agents[agent], 'create_snapshot', [workspace: places[agent].toString(), goal: "$step".toString()])
                    used(agents[agent], 'create_snapshot', [workspace: workspace.toString(), goal: "$agent-$step".toString()])
                }
            } as Runnable)
        }
        done*.get(2, TimeUnit.MINUTES)

        then:
        places.every { place ->
            snapdsl.in(place).json('log').snapshots*.goal == ['5', '4', '3', '2', '1']
        }
        log()*.goal as Set == (0..3).collectMany { agent -> (1..5).collect { "$agent-$it".toString() } } as Set
        theStoreIsClean()

        cleanup:
        pool.shutdownNow()
    }

    def 'only who has the token and comes from no other site is answered; what is wrong is said, and nothing of our insides'() {
        given:
        def address = serve('serve')
        def call = [jsonrpc: '2.0', id: 1, method: 'tools/call',
            params: [name: 'create_snapshot', arguments: [workspace: workspace.toString()]]]
        def bearer = [Authorization: "Bearer ${token()}".toString()]

        expect:
        def answers = [
            post(address, call, [Authorization: 'Bearer wrong']),
            post(address, call, [:]),
            post(address, call, bearer + [Origin: 'http://evil.example']),
            post(address, call, bearer + [Origin: address.replace('127.0.0.1', 'localhost')]),
            post(address, call, [Origin: address]),
            send(address, 'GET', '', bearer),
            send(address, 'DELETE', '', bearer),
            send(address, 'POST', 'x' * 1_100_000, bearer),
            send(address, 'POST', '{nope', bearer),
            send(address, 'POST', '[]', bearer),
            post(address, PING, bearer + ['Content-Type': 'text/plain']),
            post(address, PING, bearer + [Accept: 'application/json'])]
        answers*.statusCode() == [401, 401, 403, 403, 401, 405, 405, 413, 400, 400, 415, 400]
        answers.every { answer ->
            def problem = new JsonSlurper().parseText(answer.body())
            (problem.hint ?: problem.error.message) && !answer.body().contains('stackTrace') && !answer.body().contains('java')
        }

        and: 'it was the token and the site alone'
        post(address, PING, bearer).statusCode() == 200
        post(address, PING, bearer + [Origin: address]).statusCode() == 200
        snapdsl.run('log').exit != 0
    }

    private static HttpResponse<String> post(String address, Map message, Map<String, String> headers) {
        send(address, 'POST', JsonOutput.toJson(message), headers)
    }

    private static HttpResponse<String> send(String address, String method, String body, Map<String, String> headers) {
        def request = HttpRequest.newBuilder(new URI("$address/mcp"))
        def usual = ['Content-Type': 'application/json', Accept: 'application/json, text/event-stream']
        (usual + headers).each { name, value -> request.header(name, value) }
        HttpClient.newHttpClient().send(request.method(method, HttpRequest.BodyPublishers.ofString(body)).build(), HttpResponse.BodyHandlers.ofString())
    }
}
