package io.snapdsl.cli

import io.modelcontextprotocol.spec.McpSchema.CallToolRequest
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest
import groovy.json.JsonOutput
import groovy.json.JsonSlurper

/** What an agent can do over the Model Context Protocol, asked by the SDK's own client. */
class McpSpec extends McpSpecification {
    def 'an agent takes snapshots, looks at what a restore would do, restores, and undoes that'() {
        given:
        def client = stdio()
        write('file', 'one\n')

        when:
        def first = used(client, 'create_snapshot', [goal: 'begin'])
        write('file', 'two\n')
        def second = used(client, 'create_snapshot', [goal: 'go on', session: 'run-1'])

        then:
        log().collect { [it.id, it.goal] } == [[second.id, 'go on'], [first.id, 'begin']]

        when:
        def diff = client.callTool(new CallToolRequest('diff', [from: first.id, to: second.id]))

        then:
        diff.content().first().text().contains('-one\n+two')
        diff.structuredContent().files*.path == ['file']

        when:
        def preview = used(client, 'preview_restore', [snapshot: first.id])

        then:
        preview.steps*.path == ['file']
        read('file') == 'two\n'

        when:
        used(client, 'restore', [snapshot: first.id, fingerprint: preview.fingerprint])

        then:
        read('file') == 'one\n'

        when:
        used(client, 'undo', [:])

        then:
        read('file') == 'two\n'

        and:
        client.readResource(new ReadResourceRequest("snapdsl://snapshots/$first.id/files/file".toString())).contents().first().text() == 'one\n'
    }

    def 'a restore that would do other things than its preview showed does nothing'() {
        given:
        def client = stdio()
        write('file', 'one\n')
        def first = used(client, 'create_snapshot', [:])
        write('file', 'two\n')
        def preview = used(client, 'preview_restore', [snapshot: first.id])
        write('file', 'three\n')

        when:
        def result = ask(client, 'restore', [snapshot: first.id, fingerprint: preview.fingerprint])

        then:
        result.isError()
        result.structuredContent().error.code == 'PREVIEW_OUTDATED'
        read('file') == 'three\n'
    }

    def 'standard output carries nothing but the protocol, and what was asked for is answered though the client has gone'() {
        given:
        write('file', 'one')
        def process = snapdsl.processWithInput('mcp')

        when:
        def messages = [
            [jsonrpc: '2.0', id: 1, method: 'initialize',
                params: [protocolVersion: '2025-06-18', capabilities: [:], clientInfo: [name: 'spec', version: '1']]],
            [jsonrpc: '2.0', method: 'notifications/initialized'],
            [jsonrpc: '2.0', id: 2, method: 'tools/call', params: [name: 'create_snapshot', arguments: [:]]]]
        process.outputStream.withWriter('UTF-8') { out -> messages.each { out << JsonOutput.toJson(it) << '\n' } }
        def result = Snapdsl.finish(process)

        then:
        result.exit == 0
        result.err.empty
        def replies = result.out.readLines().collect { new JsonSlurper().parseText(it) }
        replies*.id == [1, 2]
        replies.every { it.jsonrpc == '2.0' && it.result }
        log()*.id == [replies[1].result.structuredContent.id]
    }

    def 'what is no message is refused, and what comes after it is answered: #line'() {
        given:
        def process = snapdsl.processWithInput('mcp')

        when:
        process.outputStream.withWriter('UTF-8') { out ->
            out << JsonOutput.toJson([jsonrpc: '2.0', id: 1, method: 'initialize',
                params: [protocolVersion: '2025-06-18', capabilities: [:], clientInfo: [name: 'spec', version: '1']]]) << '\n'
            out << '{"jsonrpc":"2.0","method":"notifications/initialized"}\n' << line << '\n'
            out << '{"jsonrpc":"2.0","id":"after","method":"ping"}\n'
        }
        def result = Snapdsl.finish(process)

        then:
        [result.exit, result.err] == [0, '']
        def replies = result.out.readLines().collect { new JsonSlurper().parseText(it) }
        replies.findAll { it.error }.collect { [it.jsonrpc, it.id, it.error.code] } == refused.collect { ['2.0'] + it }
        replies.findAll { it.result != null }*.id as Set == [1, 'after'] as Set

        where:
        line                                                        || refused
        '{"id":7,"method":"ping"}'                                  || [[7, -32600]]
        '{"jsonrpc":"1.0","id":"a","method":"ping"}'                || [['a', -32600]]
        '{"id":3}'                                                  || [[3, -32600]]
        '{"jsonrpc":"2.0","id":null,"method":"ping"}'               || [[null, -32600]]
        '{"jsonrpc":"2.0","id":{},"method":"ping"}'                 || [[null, -32600]]
        '{"jsonrpc":"2.0","id":1.5,"method":"ping"}'                || [[null, -32600]]
        '{"jsonrpc":"2.0","id":9,"method":{}}'                      || [[9, -32600]]
        '{"jsonrpc":"2.0","method":null}'                           || [[null, -32600]]
        '{}'                                                        || [[null, -32600]]
        '[]'                                                        || [[null, -32600]]
        '{"jsonrpc"'                                                || [[null, -32700]]
        '{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"x"}}' || []
        '{"jsonrpc":"2.0","id":99,"result":{}}'                     || []
    }

    def '#tool with #arguments says what is wrong and what to do'() {
        given:
        write('file', 'one')
        snap()
        def client = stdio()

        when:
        def result = ask(client, tool, arguments)

        then:
        result.isError()
        def text = result.content().first().text()
        text =~ said

        and: 'nothing was done'
        log().size() == 1
        read('file') == 'one'

        where:
        tool              | arguments                                        || said
        'create_snapshot' | [goal: '--force', files: ['../elsewhere']]       || /elsewhere/
        'load_snapshot'   | [snapshot: 'nosuch']                             || /nosuch/
        'load_snapshot'   | [snapshot: 7]                                    || /snapshot/
        'preview_restore' | [:]                                              || /snapshot/
        'preview_restore' | [snapshot: '@latest', paths: ['../../etc']]      || /outside of the workspace/
        'create_snapshot' | [gaol: 'misspelt']                               || /gaol/
        'create_snapshot' | [workspace: 'nosuch']                            || /no workspace 'nosuch'.*\n.*project/
        'diff'            | [from: '--store=/tmp/elsewhere']                 || /names no snapshot/
        'restore'         | [snapshot: '@latest', fingerprint: '--dry-run']  || /fingerprint/
        'get_history'     | [limit: 'many']                                  || /limit/
    }
}
