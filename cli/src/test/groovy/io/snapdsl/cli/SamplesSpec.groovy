package io.snapdsl.cli

import java.nio.file.Path
import spock.lang.Specification

class SamplesSpec extends Specification {
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
        'undo-an-agent/run.sh' | 'No damage: 3 snapshots checked'
        'two-agents/run.sh'    | 'No damage: 14 snapshots checked'
    }
}
