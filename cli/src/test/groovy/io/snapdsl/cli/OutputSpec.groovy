package io.snapdsl.cli

import groovy.json.JsonSlurper
import java.time.Instant
import java.util.concurrent.TimeUnit

/** What becomes of the answer when nobody can take it. */
class OutputSpec extends CommandSpecification {
    /** What runs in the background of a script ignores interrupts, and so would all that it starts. */
    static final String HEEDING_INTERRUPTS =
        'import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); os.execvp(sys.argv[1], sys.argv[1:])'

    def setup() {
        snapdsl = snapdsl.installed()
        ordinaryProject()
        snap()
    }

    def 'an answer that cannot be written is a failure, and says so: #words'() {
        when:
        def result = snapdsl.shell("set +e; \"\$SNAPDSL\" $words > /dev/full; echo \"exit \$?\"")

        then:
        result.out == 'exit 1\n'
        result.err.contains('No space left')
        noStackTrace(result)

        where:
        words << ['log', 'log --json', 'cat @latest data/large.bin', 'show @latest --files', '--help', '--version', 'snap --help', '']
    }

    def 'a reader that has seen enough is no failure: #words'() {
        when:
        def result = snapdsl.shell("set -o pipefail; \"\$SNAPDSL\" $words | head -c 10 > /dev/null")

        then:
        result.exit == 0
        result.err.empty

        where:
        words << ['cat @latest data/large.bin', 'show @latest --files --json']
    }

    /** A snapshot that has to wait, and is not waited for. */
    private Snapdsl.Result interrupted(String... words) {
        def holder = holdWorkspaceLock()
        try {
            snapdsl.launcher = ['python3', '-c', HEEDING_INTERRUPTS]
            def process = snapdsl.start([:], *words)
            process.waitFor(2, TimeUnit.SECONDS)
            ['kill', '-INT', process.pid().toString()].execute().waitFor()
            return Snapdsl.finish(process)
        } finally {
            holder.destroyForcibly().waitFor()
        }
    }

    def 'who interrupts a command is told that nothing is lost'() {
        when:
        def result = interrupted('snap')

        then:
        result.exit == 130
        result.err.contains('Nothing is lost')
        !result.err.contains('undo')
        noStackTrace(result)
    }

    def 'who interrupts a command that writes into the workspace is told how to take that back'() {
        given:
        snapdsl.json('snap')

        when:
        def result = interrupted('restore', '@latest')

        then:
        result.exit == 130
        result.err.contains("'snapdsl undo' takes back the last step")
    }

    def 'a script that interrupts a command still gets one JSON object'() {
        when:
        def result = interrupted('snap', '--json')

        then:
        refused(result, 130, 'INTERRUPTED')
        result.out.readLines().size() == 1
    }

    def 'an interrupt in the middle of a long answer adds nothing to it'() {
        given: 'an answer that nobody reads to its end'
        (1..3000).each { write("many/file-with-a-rather-long-name-$it", '') }
        snap()
        def command = ['python3', '-c', HEEDING_INTERRUPTS, Snapdsl.COMMAND, 'show', '@latest', '--files', '--json', '--store', store.toString()]
        def process = new ProcessBuilder(command).directory(workspace.toFile()).start()
        def first = new byte[100]
        process.inputStream.readNBytes(first, 0, 100)

        when:
        ['kill', '-INT', process.pid().toString()].execute().waitFor()
        def rest = new String(process.inputStream.readAllBytes())

        then:
        process.waitFor() == 130
        !(new String(first) + rest).contains('INTERRUPTED')
    }

    def 'help and version are one JSON object too: #words'() {
        when:
        def answer = snapdsl.json(*words)

        then:
        answer.keySet() == [key] as Set
        answer[key] =~ content

        where:
        words              | key       | content
        ['--version']      | 'version' | /^\S+$/
        ['--help']         | 'help'    | /^Usage: snapdsl /
        ['snap', '--help'] | 'help'    | /^Usage: snapdsl snap /
        []                 | 'help'    | /^Usage: snapdsl /
        ['generate-completion'] | 'script' | /^#!\/usr\/bin\/env bash\n/
    }

    /** What takes long enough to be looked at while it is done. */
    private void muchToDo() {
        sh('truncate -s 1G data/sparse')
    }

    def 'a script that waits gets lines of JSON beside the answer'() {
        given:
        muchToDo()

        when:
        def result = snapdsl.run('snap', '--json')
        def progress = result.err.readLines().collect { new JsonSlurper().parseText(it).progress }

        then:
        result.json.created == 1
        !progress.empty
        progress*.step.unique() == ['reading project']
        progress*.bytes == progress*.bytes.sort(false)
        progress.every { it.keySet() == ['step', 'unit', 'items', 'expected', 'bytes'] as Set }
    }

    def 'a policy that takes long to read is shown to be read'() {
        given:
        write('policy.groovy', "policy('p') { protect workspace('w') { path '.' }; on manual }\nsleep(1500)\n")

        when:
        def progress = snapdsl.run('check', 'policy.groovy', '--json').err.readLines().collect { new JsonSlurper().parseText(it).progress }

        then:
        progress*.step.unique() == ['reading the policy']
    }

    def 'who waits at a terminal is shown what goes on, in a line that is gone in the end'() {
        given:
        muchToDo()

        when:
        def result = snapdsl.shell("script -qec '\"\$SNAPDSL\" snap' /dev/null")
        def painted = result.out.split(/\r\u001b\[K/).toList()

        then:
        painted.size() > 2
        painted[1..-2].every { it =~ /^reading project(: \d+ files?)?(, .*)?$/ }
        painted[-1] =~ /^\w{10}  snapshot 2 of project: 1 created/
    }

    def 'in a pipe there is silence'() {
        given:
        muchToDo()

        expect:
        snapdsl.run('snap').err.empty
    }

    def 'many days are days'() {
        given:
        write('file', 'one')
        snap()
        new StoreFile(store).update('UPDATE snapshot SET seconds = ?', [Instant.now().epochSecond - 232 * 86_400 - 60])

        expect:
        snapdsl.run('stats').out.contains('newest 232 days ago')
    }
}
