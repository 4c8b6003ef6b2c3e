package io.snapdsl.cli

import java.nio.file.Files
import java.nio.file.Path
import spock.lang.Specification
import spock.lang.TempDir

/** Tours are typed into a shell as they stand; what they print must be what the page says. */
class ReadmeSpec extends Specification {
    @TempDir
    Path home

    def 'the tour in #page tells the truth'() {
        given:
        def readme = Files.readString(Path.of(System.getProperty('snapdsl.root')).resolve(page))
        def blocks = (readme =~ /(?s)```console\n(.*?)```/).collect { it[1] }
        def script = blocks.join('').readLines().findAll { it.startsWith('$ ') }*.substring(2)
        Files.createSymbolicLink(Files.createDirectory(home.resolve('bin')).resolve('snapdsl'), Path.of(System.getProperty('snapdsl.command')))

        when:
        def printed = run(script)

        then:
        script.size() > 10
        normal(printed).readLines() == normal(blocks.join('')).readLines()

        where:
        page << ['README.md', 'docs/state.md']
    }

    def 'the policy in #page has no mistakes'() {
        given:
        def text = Files.readString(Path.of(System.getProperty('snapdsl.root')).resolve(page))
        def policy = (text =~ /(?s)```groovy\n(.*?)```/)[0][1]
        def snapdsl = new Snapdsl(home, home.resolve('store'), home).installed()
        Files.writeString(home.resolve('policy.groovy'), policy)

        expect:
        snapdsl.json('check', 'policy.groovy').policies == [name]

        where:
        page                 | name
        'README.md'          | 'agent-runs'
        'docs/containers.md' | 'agent-box'
        'docs/moments.md'    | 'whole-agent'
    }

    private String run(List<String> commands) {
        def shell = new ProcessBuilder('bash').directory(home.toFile()).redirectErrorStream(true)
        shell.environment().putAll(PATH: "${home.resolve('bin')}:${System.getenv('PATH')}".toString(),
            HOME: home.resolve('nobody').toString(), SNAPDSL_STORE: home.resolve('store').toString())
        def process = shell.start()
        process.outputStream.withWriter { input ->
            commands.each { input << "echo '\$ '${quoted(it)}\n" << it << '\n' }
        }
        process.inputStream.text
    }

    private static String quoted(String text) {
        "'" + text.replace("'", "'\\''") + "'"
    }

    /** Ids and times differ from run to run. */
    private String normal(String text) {
        text.replace(home.toRealPath().toString(), '/home/me')
            .replaceAll(/\b[0-9a-f]{10}\b/, 'ID')
            .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/, 'TIME')
            .replaceAll(/, [\d.]+ kB read/, ', N read')
    }
}
