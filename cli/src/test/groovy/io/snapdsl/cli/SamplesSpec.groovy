package io.snapdsl.cli

import java.nio.file.Files
import java.nio.file.Path
import spock.lang.Specification
import spock.lang.TempDir

class SamplesSpec extends Specification {
    @TempDir
    Path temp

    def 'the policy #sample does what it says'() {
        given: 'a copy: it protects what is beside it'
        def samples = Path.of(System.getProperty('snapdsl.root'), 'samples')
        assert ['cp', '-r', samples.resolve(sample).toString(), temp.toString()].execute().waitFor() == 0
        Files.createDirectory(temp.resolve("$sample/.hidden"))
        def snapdsl = new Snapdsl(temp, temp.resolve('store'), Files.createDirectory(temp.resolve('home')))
        def script = temp.resolve("$sample/policy.groovy")

        expect:
        snapdsl.json('plan', script).policies*.policy == policies
        snapdsl.json('run', script, '--once').events.findAll { it.event == 'taken' }*.snapshot*.subject == taken

        where:
        sample              | policies                       | taken
        'quickstart'        | ['quickstart']                 | ['quickstart']
        'coding-agent'      | ['agent-runs']                 | ['coding-agent']
        'nightly-retention' | ['nightly']                    | []
        'restore-drill'     | ['agent-runs']                 | []
        'many-projects'     | ['keep-first', 'keep-second']  | ['first', 'second']
        'container-agent'   | ['agent-box']                  | []
        'whole-agent'       | ['whole-agent']                | ['whole-agent']
    }

    def 'the sample #script does what it says'() {
        given:
        def file = Path.of(System.getProperty('snapdsl.root'), 'samples', script)
        def builder = new ProcessBuilder(file.toString()).redirectErrorStream(true)
        builder.environment().SNAPDSL = System.getProperty('snapdsl.command')

        when:
        def process = builder.start()
        def printed = process.inputStream.text

        then:
        process.waitFor() == 0
        printed.contains(lastWords)

        where:
        script                 | lastWords
        'undo-an-agent/run.sh' | 'No damage: 3 snapshots, 2 events checked'
        'two-agents/run.sh'    | 'No damage: 15 snapshots, 6 events checked'
        'agent-state/run.sh'   | '9 events replayed, 4 checkpoints and 0 snapshots verified, 1 snapshot in another store.'
        'restore-drill/run.sh' | 'No damage: 10 snapshots, 2 events checked'
        'whole-agent/run.sh'   | 'No damage: 4 snapshots, 4 checkpoints'
    }
}
