package io.snapdsl.cli

import java.util.concurrent.TimeUnit

/** What becomes of the answer when nobody can take it. */
class OutputSpec extends CommandSpecification {
    /** What runs in the background of a script ignores interrupts, and so would all that it starts. */
    static final String HEEDING_INTERRUPTS =
        'import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); os.execvp(sys.argv[1], sys.argv[1:])'

    def setup() {
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
        words << ['log', 'log --json', 'cat @latest data/large.bin', 'show @latest --files']
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

    def 'who interrupts a command is told that nothing is lost'() {
        given: 'a snapshot that has to wait'
        def holder = holdWorkspaceLock()
        snapdsl.launcher = ['python3', '-c', HEEDING_INTERRUPTS]
        def process = snapdsl.start([:], 'snap')
        process.waitFor(2, TimeUnit.SECONDS)

        when:
        ['kill', '-INT', process.pid().toString()].execute().waitFor()
        def result = Snapdsl.finish(process)

        then:
        result.exit == 130
        result.err.contains('Nothing is lost')
        noStackTrace(result)

        cleanup:
        holder?.destroyForcibly()?.waitFor()
    }
}
