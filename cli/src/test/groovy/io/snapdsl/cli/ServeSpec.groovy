package io.snapdsl.cli

import groovy.json.JsonSlurper
import java.nio.file.Files

class ServeSpec extends CommandSpecification {
    List<Process> started = []

    def cleanup() {
        started*.destroy()
        started*.waitFor()
    }

    def 'serve shows the store in the browser, and says clearly when its port is taken; run goes on without'() {
        given:
        write('file', 'one')
        snapdsl.json('snap', '-m', 'for the browser')
        def process = snapdsl.start([:], 'serve', '--port', 0, '--json')
        started << process
        def told = new JsonSlurper().parseText(process.inputReader().readLine())

        when:
        def page = new URL(told.link).openConnection()

        then:
        page.responseCode == 200
        page.getHeaderField('Set-Cookie').contains('SameSite=Strict')

        when:
        def second = snapdsl.run('serve', '--port', told.port, '--json')

        then:
        second.exit == 4
        second.json.error.code == 'IN_USE'
        second.json.error.hint.contains('--port')

        when:
        def script = Files.writeString(temp.resolve('policy.groovy'),
            "def project = workspace('project') { path '$workspace' }\npolicy('p') { protect project; on fileChange(quiet: 100.milliseconds) }".toString())
        def run = snapdsl.start([:], 'run', script, '--port', told.port, '--json')
        started << run
        def events = new Events(run)

        then:
        events.next('noDashboard').error.contains('--port')

        when:
        write('file', 'two')

        then:
        events.next('taken').snapshot.modified == 1
    }
}
