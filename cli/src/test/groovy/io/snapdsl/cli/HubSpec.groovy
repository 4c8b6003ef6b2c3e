package io.snapdsl.cli

import groovy.json.JsonOutput
import groovy.json.JsonSlurper
import com.sun.net.httpserver.HttpServer
import java.nio.file.Files
import java.nio.file.Path
import java.util.concurrent.CopyOnWriteArrayList

/** Whoever serves a store takes the hooks of its agents. */
class HubSpec extends CommandSpecification {
    List<Process> started = []

    def cleanup() {
        started*.destroy()
        started*.waitFor()
    }

    Path pythonAgent() {
        def text = Path.of(System.getProperty('snapdsl.root')).resolve('docs/integrations/python.md').toFile().getText('UTF-8')
        Files.writeString(temp.resolve('agent.py'), (text =~ /(?s)```python\n(.*?)```/)[0][1] as String)
    }

    int serve() {
        def process = snapdsl.start([:], 'serve', '--port', 0, '--json')
        started << process
        new JsonSlurper().parseText(process.inputReader().readLine()).port
    }

    def 'the agent in docs/integrations/python.md gives nobody the token who listens where a killed server did'() {
        given:
        def script = pythonAgent()
        int port = serve()
        started*.destroyForcibly()*.waitFor()
        def heard = new CopyOnWriteArrayList()
        def stranger = HttpServer.create(new InetSocketAddress('127.0.0.1', port), 0)
        stranger.createContext('/') { exchange ->
            heard << exchange.requestURI.path
            exchange.sendResponseHeaders(200, -1)
        }
        stranger.start()

        when:
        def result = snapdsl.shell("python3 '$script'")

        then:
        result.exit != 0
        heard.empty

        cleanup:
        stranger?.stop(0)
    }

    def 'the agent in docs/integrations/python.md'() {
        given:
        def script = pythonAgent()
        assert serve() > 0

        when:
        def result = snapdsl.shell("python3 '$script'")

        then:
        result.exit == 0
        read('greeting.txt') == 'Hello\nWorld\n'
        def found = (result.out =~ /(?m)^(claude-\w+) made (\w{10}); take it back: (.*)$/)[0]
        def log = log()
        log.collect { [it.trigger, it.tool, it.goal, it.session] }.take(2) ==
            [['action', 'Bash', 'Write a greeting', found[1]], ['action', 'Write', 'Write a greeting', found[1]]]
        log.first().id.startsWith(found[2])

        when:
        sh(found[3].replaceFirst('snapdsl', '\\$SNAPDSL'))

        then:
        !exists('greeting.txt')
    }

    def 'a policy that runs takes hooks too, and shares its watch with them'() {
        given:
        write('file', 'one')
        def script = Files.writeString(temp.resolve('policy.groovy'),
            "def project = workspace('project') { path '$workspace' }\npolicy('p') { protect project; on policyStart }".toString())
        def run = snapdsl.start([:], 'run', script, '--port', 0, '--json')
        started << run
        new Events(run).next('taken')

        when:
        def replies = ['PreToolUse', 'PostToolUse'].collect { event ->
            if (event == 'PostToolUse') write('file', 'two')
            def payload = JsonOutput.toJson([session_id: '12345678', cwd: workspace.toString(), hook_event_name: event,
                tool_name: 'Bash', tool_use_id: '1', tool_input: [command: 'make']])
            snapdsl.shell('printf "%s" "$PAYLOAD" | $SNAPDSL hook claude', [PAYLOAD: payload, JAVA_HOME: '/nowhere'])
        }

        then:
        replies.each { assert [it.exit, it.out, it.err] == [0, '{}', '']: it }
        log().first().with { [it.trigger, it.tool, it.session, it.modified] } == ['action', 'Bash', 'claude-12345678', 1]
    }
}
