package io.snapdsl.cli

import groovy.json.JsonSlurper
import java.nio.file.Files
import java.nio.file.Path

/** The commands that pages show for what they show and do: each does that, wherever it is typed. */
class ShownCommandsSpec extends CommandSpecification {
    private static final Map<String, String> ENTITIES = ['&#34;': '"', '&quot;': '"', '&#39;': "'", '&lt;': '<', '&gt;': '>', '&amp;': '&']

    Process server
    String address
    String token

    def setup() {
        write('src/main.py', 'one\n')
        write("src/it's here.txt", 'one\n')
        sh("printf 'one\\n' > \$'src/\\xff.txt'; printf 'one\\n' > src/-rf")
        snapdsl.json('session', 'start', 'run-7', '-m', 'a run')
        snapdsl.json('snap', '-m', 'the first', '--session', 'run-7')
        write('src/main.py', 'two\n')
        write("src/it's here.txt", 'two\n')
        sh("printf 'two\\n' > \$'src/\\xff.txt'")
        snapdsl.json('snap', '-m', 'the second', '--session', 'run-7')
        snapdsl.json('milestone', 'create', 'it works')
        snapdsl.json('state', 'checkpoint', 'planner', '--label', 'a', '--session', 'run-7', stateFile('{"step": 1}'))
        snapdsl.json('state', 'checkpoint', 'planner', '--label', 'b', '--session', 'run-7', stateFile('{"step": 2}'))
        def other = Files.createDirectories(temp.resolve('another/deep'))
        Files.writeString(other.resolve('file'), 'x')
        snapdsl.in(other).json('snap')
        server = snapdsl.start([:], 'serve', '--port', 0, '--json')
        address = "http://127.0.0.1:${new JsonSlurper().parseText(server.inputReader().readLine()).port}"
        token = Files.readString(store.resolve('token')).strip()
    }

    def cleanup() {
        server?.destroy()
        server?.waitFor()
    }

    def 'what a page shows as a command works from #place'() {
        given:
        def ids = log()*.id
        def pages = ['/', '/timeline?subject=project', '/timeline?subject=project&file=src/main.py', "/snapshots/${ids[0]}", "/snapshots/${ids[0]}/tree",
            "/snapshots/${ids[0]}/tree?path=src", "/snapshots/${ids[0]}/file?path=src/main.py", "/snapshots/${ids[0]}/file?path=src/it%27s%20here.txt",
            "/snapshots/${ids[0]}/file?path=src/%FF.txt", "/snapshots/${ids[0]}/file?path=src/-rf", "/compare?from=${ids[1]}&to=${ids[0]}&path=src", '/compare',
            '/file?subject=project&path=src/main.py', '/search?q=first&subject=project', '/search?q=first', '/milestones?subject=project', '/sessions',
            '/session?name=run-7', '/session/replay?name=run-7', "/snapshots/${ids[1]}/restore", "/snapshots/${ids[1]}/restore?path=src/main.py",
            "/snapshots/${ids[0]}/revert", '/session/revert?name=run-7&subject=project', '/states', '/state?name=planner&from=1&to=2', '/moments',
            '/containers', '/policies', '/operations', '/storage']
        def commands = pages.collectMany { shown(it) }.unique().findAll { it.startsWith('snapdsl') && !it.contains('container') }
        def directory = Files.createDirectories(temp.resolve(place))

        when:
        def results = commands.collectEntries { [it, typed(directory, it)] }

        then:
        commands.size() > 30
        results.findAll { command, result -> result.exit != 0 && !(command.endsWith(' redo') && result.err.contains('othing to redo')) } == [:]

        and: 'what is shown of a file is that file'
        results.findAll { command, result -> command =~ / cat / && !command.endsWith('> FILE') }.values()*.out.unique().sort() == ['one\n', 'two\n']

        where:
        place << ['elsewhere', 'another/deep', 'project/src']
    }

    /** In a shell that knows nothing of the server's. */
    private Snapdsl.Result typed(Path directory, String command) {
        snapdsl.in(directory).shell(command.replace(' DIR', " '${temp.resolve('copy-' + System.nanoTime())}'").replace('> FILE', '> /dev/null'),
            [SNAPDSL_STORE: '', PATH: Path.of(Snapdsl.COMMAND).parent.toString() + ':' + System.getenv('PATH')])
    }

    /** As the page's script tells them, with something filled in. */
    private List<String> shown(String path) {
        def connection = new URL(address + path).openConnection()
        connection.setRequestProperty('Authorization', "Bearer $token")
        def html = connection.inputStream.getText('UTF-8')
        def snapdsl = text((html =~ /data-snapdsl="([^"]*)"/)[0][1] as String)
        def actions = (html =~ /data-command="([^"]*)"/).collect { text(it[1] as String).replaceFirst('^snapdsl') { snapdsl }.replaceAll(/\{\w+\}/, 'filled') }
        def own = (html =~ /(?s)id="command".*?<code>(.*?)<\/code>/).collect { text(it[1] as String) }
        (own + actions).findAll { it }
    }

    private static String text(String html) {
        ENTITIES.inject(html) { found, name, character -> found.replace(name, character) }
    }

    private Path stateFile(String json) {
        Files.writeString(temp.resolve('state.json'), json)
    }
}
