package io.snapdsl.cli

import java.nio.charset.StandardCharsets

/** The servers for agents, asked by the protocol's reference client from npm, which holds every answer against its schema. */
@NeedsNode
class McpTypeScriptSpec extends McpSpecification {
    /** They change files or snapshots that are there. */
    static final OVERWRITING = ['restore', 'undo', 'redo', 'revert', 'consolidate', 'create_ignore_file']

    List<TypeScriptClient> opened = []

    def cleanup() {
        opened*.close()
    }

    TypeScriptClient client(String way) {
        def client = new TypeScriptClient(way == 'HTTP'
            ? [url: "${serve('serve')}/mcp".toString(), headers: [Authorization: "Bearer ${token()}".toString()]]
            : [command: Snapdsl.COMMAND, args: ['mcp', '-C', workspace.toString(), '--store', store.toString()], env: snapdsl.surroundings()])
        opened << client
        assert client.call('listTools').tools // from here on the client knows the schemas
        client
    }

    def 'who it is, and what it offers, over #way'() {
        given:
        def client = client(way)

        expect:
        client.call('getServerVersion').name == 'snapdsl'
        client.call('getServerCapabilities').keySet().containsAll(['tools', 'resources'])
        client.call('ping') == [:]
        def tools = client.call('listTools').tools
        tools.each { tool ->
            assert tool.title && tool.description.endsWith('.')
            assert tool.inputSchema.additionalProperties == false
            assert tool.inputSchema.get('properties').values().every { it.description }
            assert tool.outputSchema.get('properties').values().every { it.description }
            assert tool.annotations.destructiveHint == tool.name in OVERWRITING
            assert !(tool.annotations.readOnlyHint && tool.annotations.destructiveHint)
            assert !tool.annotations.openWorldHint
        }
        client.call('listResources').resources*.uri == ['snapdsl://store']
        client.call('listResourceTemplates').resourceTemplates*.uriTemplate as Set ==
            ['snapdsl://workspaces/{name}/history', 'snapdsl://snapshots/{id}', 'snapdsl://snapshots/{id}/files/{path}'] as Set

        where:
        way << ['standard input and output', 'HTTP']
    }

    def 'every tool answers as it says, and does what it says, over #way'() {
        given:
        def client = client(way)
        def here = [workspace: workspace.toString()]
        def tools = client.call('listTools').tools.collectEntries { [it.name, it] }
        def used = [] as Set
        def use = { String name, Map arguments = [:] ->
            used << name
            def before = tools[name].annotations.readOnlyHint ? [now(), operations()] : null
            def ofWorkspace = tools[name].inputSchema.get('properties').workspace ? here : [:]
            def answer = client.used(name, ofWorkspace + arguments)
            assert before == null || before == [now(), operations()]: "$name is no tool that only reads"
            answer
        }
        write('file', 'one\n')

        when:
        def first = use('create_snapshot', [goal: 'begin', tags: ['start']])
        write('file', 'two\n')
        write('other', 'x')
        def second = use('create_snapshot', [goal: 'go on', tool: 'Edit', files: ['file'], session: 'run-1'])

        then: 'what was not announced is told from what was'
        second.unknown == 1
        use('get_history').snapshots*.goal == ['go on', '1 unknown change before: go on', 'begin']
        use('get_history', [trigger: 'not:unknown_change']).snapshots*.goal == ['go on', 'begin']
        use('load_snapshot', [snapshot: second.id, files: true]).entries*.path == ['file', 'other']
        use('diff', [from: first.id, to: second.id, paths: ['file']]).files*.path == ['file']
        use('get_status').changes == []
        use('explain', [snapshot: first.id]).id == first.id
        use('verify', [readData: true]).clean

        when:
        def preview = use('preview_restore', [snapshot: first.id])
        use('restore', [snapshot: first.id, fingerprint: preview.fingerprint])

        then:
        read('file') == 'one\n'
        !exists('other')

        when:
        use('undo')

        then:
        read('file') == 'two\n'

        when:
        use('redo')

        then:
        read('file') == 'one\n'

        when:
        use('undo')
        use('revert', [run: 'run-1', preview: true])

        then:
        read('file') == 'two\n'

        when:
        use('revert', [run: 'run-1'])

        then:
        read('file') == 'one\n'
        read('other') == 'x'

        when:
        def milestone = use('create_milestone', [title: 'reached', tags: ['m'], from: first.id, to: second.id])
        def later = ['a', 'b', 'c', 'd', 'e'].collect {
            write('file', it)
            use('create_snapshot', [tool: 'Edit', goal: it])
        }
        def candidates = use('consolidation_candidates', [snapshots: later[0..2]*.id])
        def merged = use('consolidate', [snapshots: later[0..2]*.id, preserveDiffs: true])

        then:
        milestone.title == 'reached'
        candidates.candidates.size() == 1
        [merged.originalCount, merged.newCount] == [3, 1]
        use('get_history').snapshots*.goal.take(2) == ['e', 'd']

        when:
        use('ignore_info')
        def rules = use('create_ignore_file', [patterns: ['outputs/**']])
        def reloaded = use('reload_ignore_rules')

        then:
        exists('.snapshotignore')
        'outputs/**' in reloaded.patterns
        reloaded.patternCount == rules.patternCount

        when:
        def checkpoint = use('checkpoint', [state: 'mind', label: 'start', value: [step: 1.50, big: 12345678901234567890], session: 'run-2'])
        use('record_event', [session: 'run-2', type: 'decision', details: [choice: 'a']])
        def replay = use('replay', [session: 'run-2'])

        then:
        checkpoint.number == 1
        replay.finding == null
        replay.events*.type.containsAll(['decision'])

        and: 'that was all'
        used == tools.keySet()

        where:
        way << ['standard input and output', 'HTTP']
    }

    /** All that ever changed the store or a subject. */
    private Object operations() {
        store.toFile().exists() ? snapdsl.json('log').snapshots*.id : []
    }

    def 'what goes wrong is an answer with what to do next, over #way'() {
        given:
        write('file', 'one')
        snap()
        def client = client(way)

        when:
        def answer = client.ask('load_snapshot', [workspace: workspace.toString(), snapshot: 'nosuch'])

        then:
        answer.isError
        answer.structuredContent.error.with { [code, message.contains('nosuch'), hint.contains('snapdsl log')] } == ['UNKNOWN_SNAPSHOT', true, true]
        answer.content[0].text.contains(answer.structuredContent.error.hint)

        when: 'a directory that is none, and one that nobody may mean'
        def nowhere = client.ask('create_snapshot', [workspace: '/no/such/directory'])
        def everything = client.ask('create_snapshot', [workspace: '/'])

        then:
        nowhere.structuredContent.error.code == 'NOT_A_DIRECTORY'
        everything.structuredContent.error.code == 'UNSAFE_WORKSPACE'

        when:
        def misspelt = client.ask('create_snapshot', [gaol: 'x'])
        def unknown = client.ask('nosuch', [:])

        then: 'refused, by whichever way the protocol has'
        (misspelt.error ?: misspelt.content[0].text).contains('gaol')
        (unknown.error ?: unknown.content[0].text).contains('Unknown tool')
        log().size() == 1

        where:
        way << ['standard input and output', 'HTTP']
    }

    def 'any file of a snapshot can be read, over #way'() {
        given:
        def binary = randomBytes(1, 5000)
        write('data.bin', binary)
        NAMES.each { write(it, "in $it") }
        sh('printf "in no text" > "$(printf "bad\\377name")"')
        def id = snap()
        def client = client(way)

        expect:
        NAMES.each { name ->
            def uri = "snapdsl://snapshots/$id/files/${encoded(name)}".toString()
            def content = client.call('readResource', [uri: uri]).contents
            assert content == [[uri: uri, mimeType: 'text/plain', text: "in $name".toString()]]
        }
        client.call('readResource', [uri: "snapdsl://snapshots/$id/files/bad%FFname".toString()]).contents[0].text == 'in no text'
        client.call('readResource', [uri: "snapdsl://snapshots/$id/files/ä€😀".toString()]).contents[0].text == 'in ä€😀'
        client.call('readResource', [uri: "snapdsl://snapshots/${id.take(10)}/files/data.bin".toString()]).contents.with {
            it[0].mimeType == 'application/octet-stream' && it[0].blob.decodeBase64() == binary
        }
        client.call('readResource', [uri: "snapdsl://snapshots/$id".toString()]).contents[0].text.contains(id)
        client.call('readResource', [uri: 'snapdsl://workspaces/project/history']).contents[0].text.contains(id)
        client.call('readResource', [uri: 'snapdsl://store']).contents[0].text.contains('project')

        and: 'none that is elsewhere'
        ['../../etc/passwd', '/etc/passwd', 'nosuch'].each {
            assert client.call('readResource', [uri: "snapdsl://snapshots/$id/files/${encoded(it)}".toString()]).error
        }

        where:
        way << ['standard input and output', 'HTTP']
    }

    static final NAMES = ['src/deep/main.py', 'two words', 'a+b', 'ä€😀', '100%.txt', '#?&=', '--force', '-', 'new\nline', '%2e%2e', 'quote"\'`$(x)', '@latest', ' ']

    private static String encoded(String name) {
        name.getBytes(StandardCharsets.UTF_8).collect { String.format('%%%02X', it & 0xFF) }.join()
    }

    def 'what is too large for an agent is not sent, and it is said how to get it, over #way'() {
        given:
        write('large', randomBytes(1, 5_000_000))
        (1..2000).each { write("many/file-with-a-rather-long-name-$it", "$it") }
        def id = snap()
        def client = client(way)

        when:
        def file = client.call('readResource', [uri: "snapdsl://snapshots/$id/files/large".toString()])
        def listed = client.ask('load_snapshot', [workspace: workspace.toString(), files: true])

        then:
        file.error.contains('can be restored and read there')
        listed.structuredContent.with { entries.size() + entriesOmitted } == 2002
        listed.content[0].text.length() < 50_000

        where:
        way << ['standard input and output', 'HTTP']
    }
}
