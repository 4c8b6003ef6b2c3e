package io.snapdsl.cli

import groovy.json.JsonOutput
import com.sun.net.httpserver.HttpServer
import groovy.json.JsonSlurper
import java.nio.file.Files
import java.nio.file.Path
import java.nio.file.attribute.PosixFilePermissions

/** Our entries in the settings of agents, which are somebody else's files. */
class AgentSpec extends CommandSpecification {
    static final EVENTS = [
        claude: ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'Stop', 'SessionEnd'],
        codex : ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'Stop'],
        gemini: ['SessionStart', 'BeforeAgent', 'BeforeTool', 'AfterTool', 'AfterAgent', 'SessionEnd']]
    static final FILES = [claude: '.claude/settings.json', codex: '.codex/hooks.json', gemini: '.gemini/settings.json']

    /** With the command on the PATH, by its name. */
    def setup() {
        Files.createSymbolicLink(Files.createDirectory(temp.resolve('bin')).resolve('snapdsl'), Path.of(Snapdsl.COMMAND))
        snapdsl.environment = [PATH: "${temp.resolve('bin')}:${System.getenv('PATH')}".toString()]
    }

    Path settings(String agent, Path place = snapdsl.home) {
        place.resolve(FILES[agent])
    }

    Path have(String agent, String text, Path place = snapdsl.home) {
        def file = settings(agent, place)
        Files.createDirectories(file.parent)
        Files.writeString(file, text)
    }

    static Object parsed(Path file) {
        new JsonSlurper().parse(file.toFile(), 'UTF-8')
    }

    static List<String> commands(Path file, String event) {
        parsed(file).hooks[event]*.hooks.flatten()*.command
    }

    def '#agent without settings gets them, once, and loses them again'() {
        when:
        def answer = snapdsl.json('agent', 'install', agent)

        then:
        answer.file == settings(agent).toString()
        answer.changed
        parsed(settings(agent)).hooks.keySet() as List == EVENTS[agent]
        EVENTS[agent].each { assert commands(settings(agent), it) == ["snapdsl hook $agent".toString()] }

        when:
        def text = Files.readString(settings(agent))
        def again = snapdsl.json('agent', 'install', agent)

        then:
        !again.changed
        Files.readString(settings(agent)) == text

        when:
        snapdsl.json('agent', 'uninstall', agent)

        then:
        !Files.exists(settings(agent))

        where:
        agent << EVENTS.keySet()
    }

    def 'what docs/integrations has to be entered is what is entered: #page'() {
        given:
        def text = Path.of(System.getProperty('snapdsl.root')).resolve("docs/integrations/$page").toFile().getText('UTF-8')

        when:
        snapdsl.json('agent', 'install', agent)

        then:
        Files.readString(settings(agent)) == (text =~ /(?s)```json\n(.*?)```/)[0][1]

        where:
        agent    | page
        'claude' | 'claude-code.md'
        'codex'  | 'codex.md'
        'gemini' | 'gemini-cli.md'
    }

    def 'settings that are there stay as they are, to the byte: #what'() {
        given:
        def file = have(agent, before)

        when:
        snapdsl.json('agent', 'install', agent)
        def between = Files.readString(file)

        then:
        between != before
        EVENTS[agent].each { assert commands(file, it).count("snapdsl hook $agent".toString()) == 1 }

        when:
        snapdsl.json('agent', 'install', agent, '--start-hub')

        then: 'other options replace what is there'
        EVENTS[agent].each { event ->
            assert commands(file, event).findAll { it.startsWith('snapdsl') } == ["snapdsl hook $agent --start-hub".toString()]
        }

        when:
        snapdsl.json('agent', 'uninstall', agent)

        then:
        Files.readString(file) == before

        where:
        what                  | agent    | before
        'empty'               | 'claude' | '{}'
        'empty, with a line'  | 'claude' | '{}\n'
        'no hooks'            | 'claude' | '{\n  "model": "x",\n  "permissions": {\n    "allow": [\n      "Bash(ls)"\n    ]\n  }\n}\n'
        'no end of line'      | 'gemini' | '{\n  "b": 1e3,\n  "a": "\\u00e4\\/"\n}'
        'wide and by tabs'    | 'gemini' | '{\n\t"theme": "x"\n}\n'
        'four spaces'         | 'codex'  | '{\n    "description": "mine",\n    "hooks": {}\n}\n'
        'of Windows'          | 'claude' | '{\r\n  "model": "x"\r\n}\r\n'
        'one line'            | 'claude' | '{"model":"x","hooks":{"Stop":[{"hooks":[{"type":"command","command":"beep"}]}]}}'
        'empty hooks'         | 'claude' | '{\n  "hooks": {},\n  "model": "x"\n}\n'
        'an empty event'      | 'claude' | '{\n  "hooks": {\n    "Stop": []\n  }\n}\n'
        'hooks of others'     | 'claude' | JsonOutput.prettyPrint('{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"/opt/check snapdsl hook"}]}],"Notification":[{"hooks":[{"type":"http","url":"http://localhost/x"}]}]},"z":null}') + '\n'
    }

    def 'comments, which some agents allow, stay'() {
        given:
        def before = '''{
  // my, theme
  "theme": "x", /* a, b */
  "hooks": {
    "BeforeTool": [
      {"hooks": [{"type": "command", "command": "mine"}]} // mine, too
    ]
  }
}
'''
        def file = have('gemini', before)

        when:
        snapdsl.json('agent', 'install', 'gemini')

        then:
        Files.readString(file).count('snapdsl hook gemini') == 6

        when: 'somebody adds something behind ours'
        Files.writeString(file, Files.readString(file).replace(' // mine, too',
            ', // after, ours\n      {"hooks": [{"type": "command", "command": "later"}]} // mine, too'))
        snapdsl.json('agent', 'uninstall', 'gemini')

        then:
        !Files.readString(file).contains('snapdsl')
        ['// my, theme', '/* a, b */', '// mine, too', '// after, ours', '"later"'].every { Files.readString(file).contains(it) }
        commands(Files.writeString(temp.resolve('plain'), Files.readString(file).replaceAll(/\/\/.*|\/\*.*?\*\//, '')), 'BeforeTool') == ['mine', 'later']
    }

    def 'an entry of ours that shares its place with others goes alone'() {
        given:
        def file = have('claude', JsonOutput.toJson([hooks: [Stop: [[hooks: [
            [type: 'command', command: 'first'], [type: 'command', command: '/old place/snapdsl hook claude'], [type: 'command', command: 'last']]]]]]))

        when:
        snapdsl.json('agent', 'uninstall', 'claude')

        then:
        commands(file, 'Stop') == ['first', 'last']
    }

    def 'settings that we do not understand are refused and left alone: #text'() {
        given:
        def file = have('claude', text)

        expect:
        [['install'], ['uninstall'], ['install', '--dry-run']].each { words ->
            def result = snapdsl.run('agent', *words, 'claude', '--json')
            refused(result, 2, 'INVALID_JSON')
            assert result.json.error.message.contains("Claude Code in $file")
            assert !result.json.error.message.contains('Source')
        }
        Files.readString(file) == text

        where:
        text << ['', '{"a":', '[]', '{"hooks": []}', '{"hooks": {"Stop": {}}}', '{"hooks": {}, "hooks": {}}', '{} {}', '{"a": 1,}']
    }

    def 'settings that can not be read are refused'() {
        given:
        Files.createDirectories(settings('claude'))

        expect:
        refused(snapdsl.run('agent', 'install', 'claude', '--json'), 1, 'NO_PERMISSION')

        when:
        def bytes = [0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d] as byte[]
        Files.createDirectories(settings('gemini').parent)
        Files.write(settings('gemini'), bytes)

        then:
        refused(snapdsl.run('agent', 'install', 'gemini', '--json'), 1, 'NO_PERMISSION')
        Files.readAllBytes(settings('gemini')) == bytes
    }

    def 'a dry run shows the difference and writes nothing'() {
        given:
        def file = have('claude', '{\n  "model": "x"\n}\n')

        when:
        def result = snapdsl.run('agent', 'install', 'claude', '--dry-run')

        then:
        result.exit == 0
        result.out.startsWith("--- $file\n+++ $file\n@@ ")
        result.out.contains('-  "model": "x"\n+  "model": "x",\n+  "hooks": {\n')
        Files.readString(file) == '{\n  "model": "x"\n}\n'
        Files.list(file.parent).withCloseable { it.count() } == 1
    }

    def 'links stay links, and modes stay'() {
        given: 'settings under version control elsewhere, as many have them'
        def real = Files.writeString(Files.createDirectory(temp.resolve('dotfiles')).resolve('claude.json'), '{}\n')
        setMode(real, 'rw-------')
        Files.createDirectories(settings('claude').parent)
        Files.createSymbolicLink(settings('claude'), real)

        when:
        snapdsl.json('agent', 'install', 'claude')

        then:
        Files.isSymbolicLink(settings('claude'))
        commands(real, 'Stop') == ['snapdsl hook claude']
        PosixFilePermissions.toString(Files.getPosixFilePermissions(real)) == 'rw-------'
    }

    def 'the settings of a project name no place and no secret'() {
        given:
        snapdsl.environment = [PATH: '/usr/bin:/bin']

        when:
        def own = snapdsl.run('agent', 'install', 'claude')
        def ofProject = snapdsl.run('agent', 'install', 'claude', '--project')

        then: 'in one s own, the command is named in full where it is not found by its name'
        commands(settings('claude'), 'Stop') == ["$Snapdsl.COMMAND hook claude".toString()]
        own.err.empty
        commands(settings('claude', workspace), 'Stop') == ['snapdsl hook claude']
        ofProject.err.contains('PATH')
    }

    def 'doctor proves the whole way of #agent, #how'() {
        given:
        def server = withHub ? serve() : null
        snapdsl.json('agent', 'install', agent)
        def there = Files.list(temp).withCloseable { it.map { it.fileName.toString() }.toList() } as Set

        when:
        def result = snapdsl.run('agent', 'doctor', '--json')

        then:
        result.exit == 0
        result.json.ok
        result.json.checks*.check == ['command', 'curl'] + (withHub ? ['token', 'hub'] : ['hub']) + [agent, agent]
        result.json.checks.find { it.check == 'hub' }.finding.startsWith(withHub ? 'answers on port' : 'none runs')
        result.json.checks.last().finding.startsWith("'snapdsl hook $agent' took the snapshot ")

        and: 'it leaves nothing'
        Files.list(temp).withCloseable { it.map { it.fileName.toString() }.toList() } as Set == there
        if (withHub) {
            assert nothingIn(store)
        }
        !Files.exists(snapdsl.home.resolve('.cache/snapdsl/agent-doctor'))

        cleanup:
        server?.destroy()
        server?.waitFor()

        where:
        agent    | withHub
        'claude' | true
        'claude' | false
        'codex'  | true
        'gemini' | true
        how = withHub ? 'with a hub' : 'without one'
    }

    static boolean nothingIn(Path store) {
        ['subject', 'session', 'operation'].each { assert new StoreFile(store).value("SELECT count(*) FROM $it") == 0 }
        !Files.list(store).withCloseable { it.anyMatch { it.fileName.toString().startsWith('scratch') } }
    }

    Process serve() {
        def process = snapdsl.start([:], 'serve', '--port', 0, '--json')
        assert new JsonSlurper().parseText(process.inputReader().readLine()).port > 0
        process
    }

    def 'doctor says what is wrong: #what'() {
        given:
        if (install) snapdsl.json('agent', 'install', 'claude')
        spoil.call(this)

        when:
        def result = snapdsl.run('agent', 'doctor', *words, '--json')

        then:
        result.exit == 1
        !result.json.ok
        result.json.checks.findAll { !it.ok }*.finding.any { it.contains(finding) }
        snapdsl.run('agent', 'doctor', *words).out.readLines().any { it.startsWith('! ') && it.contains(finding) }

        where:
        what               | install | words      | finding                            | spoil
        'nothing entered'  | false   | []         | "run 'snapdsl agent install AGENT'" | {}
        'not this one'     | true    | ['gemini'] | 'no entries for SessionStart'      | {}
        'one is missing'   | true    | []         | 'no entries for SessionStart in'   | { it.edit('"SessionStart"', '"SessionStarted"') }
        'all switched off' | true    | []         | '"disableAllHooks": true'          | { it.edit('{\n  "hooks"', '{\n  "disableAllHooks": true,\n  "hooks"') }
        'a lost command'   | true    | []         | 'could not be tried'               | { it.edit('snapdsl hook', '/lost/snapdsl hook') }
    }

    def 'where the agent can post by itself, no program is in between: #project'() {
        given:
        def file = have('claude', '{"model": "x"}\n', project ? workspace : snapdsl.home)
        def server = serve()
        def port = Files.readString(store.resolve('hub')).readLines()[0]
        snapdsl.environment += [SNAPDSL_TOKEN: Files.readString(store.resolve('token')).strip()]
        def options = project ? ['--project'] : []

        when:
        def told = snapdsl.run('agent', 'install', 'claude', '--http', port, *options)

        then: 'but at the start of a session, which the agent does not post'
        told.exit == 0
        told.out.contains("export SNAPDSL_TOKEN=\$(cat ${store.resolve('token')})")
        commands(file, 'SessionStart') == ['snapdsl hook claude']
        (EVENTS.claude - 'SessionStart').each { event ->
            assert parsed(file).hooks[event]*.hooks.flatten() == [[type: 'http', url: "http://127.0.0.1:$port/hooks/claude".toString(),
                headers: [Authorization: 'Bearer $SNAPDSL_TOKEN'], allowedEnvVars: ['SNAPDSL_TOKEN']]]
        }

        when:
        def doctor = snapdsl.run('agent', 'doctor', '--json')

        then:
        doctor.exit == 0
        doctor.json.checks*.finding.any { it.startsWith("'http://127.0.0.1:$port/hooks/claude' took the snapshot ") }
        nothingIn(store)
        !snapdsl.json('agent', 'install', 'claude', '--http', port, *options).changed

        when:
        snapdsl.environment.remove('SNAPDSL_TOKEN')
        def withoutToken = snapdsl.run('agent', 'doctor', '--json')
        snapdsl.environment += [SNAPDSL_TOKEN: 'another']
        def withAnother = snapdsl.run('agent', 'doctor', '--json')
        server.destroy()
        server.waitFor()
        def nobody = snapdsl.run('agent', 'doctor', '--json')

        then:
        [withoutToken, withAnother, nobody]*.exit == [1, 1, 1]
        withoutToken.json.checks*.finding.any { it.contains('export SNAPDSL_TOKEN=') }
        withAnother.json.checks*.finding.any { it.contains('refuses us with 401') }
        nobody.json.checks*.finding.any { it.contains('nobody listens there') }

        when:
        snapdsl.json('agent', 'uninstall', 'claude', *options)

        then:
        Files.readString(file) == '{"model": "x"}\n'

        cleanup:
        server?.destroy()
        server?.waitFor()

        where:
        project << [false, true]
    }

    def 'a server that knows no rehearsal is told of none of its tools, and doctor says that it is older'() {
        given:
        snapdsl.json('snap')
        def told = []
        def old = HttpServer.create(new InetSocketAddress('127.0.0.1', 0), 0)
        old.createContext('/') { exchange ->
            if (exchange.requestMethod == 'POST') told << new JsonSlurper().parse(exchange.requestBody)
            exchange.sendResponseHeaders(200, 2)
            exchange.responseBody.withStream { it << '{}' }
        }
        old.start()
        def began = Files.readString(Path.of('/proc/self/stat')).with { it.substring(it.lastIndexOf(')') + 2) }.split(' ')[19]
        Files.writeString(store.resolve('hub'), "${old.address.port}\n${ProcessHandle.current().pid()} $began\n")
        Files.writeString(store.resolve('token'), 'secret\n')
        snapdsl.environment += [SNAPDSL_TOKEN: 'secret']
        snapdsl.json('agent', 'install', 'claude', '--http', old.address.port)

        when:
        def doctor = snapdsl.run('agent', 'doctor', '--json')

        then:
        doctor.exit == 1
        doctor.json.checks.findAll { it.finding.contains('could not be tried') }.with {
            it*.finding.every { it.contains('older than this snapdsl: end the server') } && it.size() == 2
        }
        told*.hook_event_name.unique() == ['SnapdslDoctor', null]

        cleanup:
        old.stop(0)
    }

    def 'the token is not posted where another server than the one of this store may listen'() {
        given:
        def server = serve()
        def port = Files.readString(store.resolve('hub')).readLines()[0]
        def heard = []
        def stranger = HttpServer.create(new InetSocketAddress('127.0.0.1', 0), 0)
        stranger.createContext('/') { heard << it.requestURI; it.close() }
        stranger.start()
        snapdsl.environment += [SNAPDSL_TOKEN: Files.readString(store.resolve('token')).strip()]
        snapdsl.json('agent', 'install', 'claude', '--http', stranger.address.port)

        when:
        def doctor = snapdsl.run('agent', 'doctor', '--json')

        then:
        doctor.exit == 1
        doctor.json.checks*.finding.any { it.contains("the server of this store listens at port $port: run 'snapdsl agent install claude --http $port'") }
        heard.empty

        cleanup:
        server?.destroy()
        server?.waitFor()
        stranger?.stop(0)
    }

    def 'who can not post by itself is not asked to: #words'() {
        expect:
        refused(snapdsl.run('agent', 'install', *words, '--json'), 2, 'USAGE')
        !Files.exists(settings(words[0]))

        where:
        words << [['codex', '--http'], ['gemini', '--http', 7070], ['claude', '--http', '--start-hub'], ['claude', '--http', 0]]
    }

    void edit(String from, String to) {
        Files.writeString(settings('claude'), Files.readString(settings('claude')).replace(from, to))
    }

    def 'an agent that we do not know'() {
        expect:
        [['install', 'nobody'], ['uninstall', 'nobody'], ['doctor', 'nobody']].each {
            refused(snapdsl.run('agent', *it, '--json'), 2, 'USAGE')
        }
    }
}
