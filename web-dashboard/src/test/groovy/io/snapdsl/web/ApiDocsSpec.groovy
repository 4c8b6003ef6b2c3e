package io.snapdsl.web

import groovy.json.JsonSlurper
import io.snapdsl.engine.history.Subject
import io.snapdsl.engine.history.Workspaces
import java.nio.file.Files
import java.nio.file.Path

/** Runs what docs/api.md shows, as it stands there. */
class ApiDocsSpec extends DashboardSpecification {
    static final List<String> EXAMPLES = Files.readAllLines(Path.of(System.getProperty('snapdsl.root'), 'docs', 'api.md')).findAll { it.startsWith('curl ') }

    Path home

    def setup() {
        directory = Files.createDirectory(base.resolve('app')).toRealPath()
        workspace = new Workspaces(store, Path.of('/no/home')).register(directory, false).workspace()
        home = base.resolve('home')
        Files.createDirectories(home.resolve('.local/share'))
        Files.createSymbolicLink(home.resolve('.local/share/snapdsl'), base.resolve('store'))
        ['def parse(): pass\n', 'def parse():\n    return 1\n', 'def parse():\n    return 2\n'].each { write('src/main.py', it); snap('the parser') }
    }

    def 'the example works: #example'() {
        given:
        def command = "token=\$(cat ~/.local/share/snapdsl/token); curl() { command curl --silent --show-error --fail-with-body --max-time ${listens ? 2 : 20} \"\$@\"; }; " +
            example.replace('127.0.0.1:7070', "127.0.0.1:${server.port()}")
        if (example.contains('/undo')) {
            post('/api/v1/restore', '{"subject": "app", "snapshot": "@1"}')
        }

        when:
        def process = new ProcessBuilder('bash', '-c', command).directory(base.toFile()).redirectErrorStream(true)
        process.environment().HOME = home.toString()
        def started = process.start()
        def output = started.inputStream.text

        then:
        started.waitFor() == (listens ? 28 : 0)
        listens ? output.startsWith(':') : !['tar.gz', '/content', '/patch'].any { example.contains(it) } ? new JsonSlurper().parseText(output) != null : true

        where:
        example << EXAMPLES
        listens = example.endsWith('/api/v1/events')
    }

    def 'there are examples of looking, acting and listening'() {
        expect:
        EXAMPLES.size() > 15
        ['/snap', '/restore', '/undo', '/revert', '/pin', '/events', '/policies'].every { path -> EXAMPLES.any { it.contains("/api/v1$path") } }
    }
}
