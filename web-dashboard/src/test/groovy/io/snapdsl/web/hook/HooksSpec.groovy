package io.snapdsl.web.hook

import groovy.json.JsonOutput
import groovy.json.JsonSlurper
import io.snapdsl.engine.history.Snapshot
import io.snapdsl.engine.session.SessionChanges
import io.snapdsl.web.DashboardSpecification
import java.net.http.HttpResponse
import java.nio.file.Files
import java.nio.file.Path
import java.time.Duration

/** Recorded hooks of each agent, as their public documentation has them, told to a real server. */
class HooksSpec extends DashboardSpecification {
    def setup() {
        write('cart.py', 'a')
    }

    /** Longer than an agent waits. */
    @Override
    Duration getPatience() {
        Duration.ofMinutes(1)
    }

    /** What the agent does when a tool of that name is used. */
    void act(Map told) {
        if (told.tool_name in ['Edit', 'apply_patch', 'replace']) write('cart.py', 'b')
        if (told.tool_name in ['Bash', 'run_shell_command']) write('made', 'x')
    }

    List<HttpResponse<String>> replay(String agent) {
        HooksSpec.getResource("${agent}.jsonl").readLines('UTF-8').collect { line ->
            def told = new JsonSlurper().parseText(line)
            if (told.hook_event_name in ['PostToolUse', 'AfterTool']) act(told)
            post("/hooks/$agent", line.replace('@CWD@', directory.toString()))
        }
    }

    List<Snapshot> chain() {
        store.catalog().page(workspace.id(), Long.MAX_VALUE, 100).reverse()
    }

    def 'a run of #agent'() {
        when:
        def replies = replay(agent)

        then: 'nothing is ever decided for the agent'
        replies*.statusCode().unique() == [200]
        replies*.body().unique() == ['{}']

        and:
        chain()*.note().collect { [it.trigger().word(), it.tool(), it.session(), it.announced()*.toString()] } == [
            ['run_start', '', session, []], ['action', editor, session, ['cart.py']], ['action', shell, session, []]]
        chain()*.note()*.goal() == ["before $session", 'Add a tax to the cart', 'Add a tax to the cart']
        new SessionChanges(store).of(session)*.path()*.toString() == ['cart.py', 'made']
        store.sessions().find(session).get().with { [it.tool(), it.open] } == [agent, stays]

        where:
        agent    | session           | editor        | shell               | stays
        'claude' | 'claude-7f3c2a91' | 'Edit'        | 'Bash'              | false
        'codex'  | 'codex-70819203'  | 'apply_patch' | 'Bash'              | true
        'gemini' | 'gemini-c0ffee12' | 'replace'     | 'run_shell_command' | false
    }

    def 'scripts find in the headers what was recorded'() {
        when:
        def reply = post('/hooks/claude', """{"hook_event_name":"SessionStart","session_id":"mine","cwd":"$directory"}""")

        then:
        reply.headers().firstValue('Snapdsl-Session').get() == 'claude-mine'
        reply.headers().firstValue('Snapdsl-Snapshots').get() == chain().last().id().hex()
    }

    def 'of a tool for what no file can be called, whatever has changed is kept: #agent'() {
        given:
        post("/hooks/$agent", """{"hook_event_name":"SessionStart","session_id":"mine","cwd":"$directory"}""")
        write('cart.py', 'b')

        when:
        def reply = post("/hooks/$agent", JsonOutput.toJson([hook_event_name: 'PostToolUse', session_id: 'mine', cwd: directory.toString(), tool_use_id: '1'] + told))

        then:
        [reply.statusCode(), reply.body()] == [200, '{}']
        chain()*.note()*.trigger()*.word() == ['run_start', 'action']

        where:
        agent    | told
        'claude' | [tool_name: 'Edit', tool_input: [file_path: 'a\u0000b']]
        'claude' | [tool_name: 'Edit', tool_input: [file_path: 'a\ud800']]
        'codex'  | [tool_name: 'apply_patch', tool_input: [command: '*** Add File: a\u0000b\n+x\n*** Add File: c\n+x\n']]
    }

    def 'where no directory can be called so, the person is told'() {
        when:
        def reply = post('/hooks/claude', JsonOutput.toJson([hook_event_name: 'PostToolUse', session_id: 'mine', cwd: '/a\u0000b', tool_name: 'Bash']))

        then:
        reply.statusCode() == 400
        reply.body().contains("'session_id' and 'cwd' are needed")
    }

    def 'a rehearsal takes a snapshot, and leaves nothing: #agent'() {
        given:
        def there = Files.list(base.resolve('store')).withCloseable { it.sorted().toList() }
        def rehearsal = { Map told ->
            post("/hooks/$agent", JsonOutput.toJson([snapdsl_rehearsal: [session_id: 'mine', cwd: directory.toString(), tool_name: tool] + told,
                hook_event_name: 'SessionStart', session_id: 'mine', cwd: directory.toString()]))
        }

        expect:
        rehearsal([hook_event_name: after]).body() ==~ /\{"systemMessage":"snapdsl rehearsed this, and took the snapshot [0-9a-f]+"}/
        rehearsal([hook_event_name: after, tool_name: reading]).body() == '{"systemMessage":"snapdsl rehearsed this, and took no snapshot."}'
        rehearsal([hook_event_name: after, cwd: '/nowhere']).body().startsWith('{"systemMessage":"snapdsl could not keep this: ')
        rehearsal([hook_event_name: 'SomethingElse']).body() == '{}'
        chain().empty
        store.sessions().find("$agent-mine").empty
        Files.list(base.resolve('store')).withCloseable { it.sorted().toList() } == there

        where:
        agent    | after         | tool                | reading
        'claude' | 'PostToolUse' | 'Bash'              | 'Read'
        'codex'  | 'PostToolUse' | 'Bash'              | 'view_image'
        'gemini' | 'AfterTool'   | 'run_shell_command' | 'glob'
    }

    def 'a failure is a word to the person, not an obstacle'() {
        when:
        def reply = post('/hooks/claude', '{"hook_event_name":"SessionStart","session_id":"mine","cwd":"/nowhere"}')

        then:
        reply.statusCode() == 200
        new JsonSlurper().parseText(reply.body()).with { [it.keySet(), it.systemMessage.startsWith('snapdsl could not keep this: /nowhere')] } ==
            [['systemMessage'] as Set, true]
    }

    def 'names that other versions use are understood, and what we do not need may be anything: #told'() {
        given:
        post('/hooks/claude', """{"hook_event_name":"SessionStart","session_id":"mine","cwd":"$directory"}""")
        write('cart.py', 'b')

        when:
        def reply = post('/hooks/claude', JsonOutput.toJson([session_id: 'mine', cwd: directory.toString(), tool_name: 'Bash'] + told))

        then:
        [reply.statusCode(), reply.body()] == [200, '{}']
        chain().last().note().with { [it.trigger().word(), it.tool(), it.session()] } == ['action', 'Bash', 'claude-mine']

        where:
        told << [
            [hook_event_name: 'PostToolUse'],
            [hookEventName: 'PostToolUse', toolUseId: 'x', tool_response: null],
            [hook_event_name: 'PostToolUse', tool_input: 'make', tool_response: [[1], [2]]],
            [hook_event_name: 'PostToolUse', tool_input: [command: ['make']], tool_result: 7],
            [hook_event_name: 'PostToolUse', tool_input: null, tool_use_id: 7, prompt: [a: 1], user_prompt: false],
            [hook_event_name: 'PostToolUse', tool_input: [file_path: ['a']], something: [deep: [[[[]]]]]],
            [hook_event_name: 'PostToolUseFailure', error: 'it failed half-way', is_interrupt: false],
            [hook_event_name: 'PostToolUse', agent_id: 'sub-1', agent_type: 'Explore', tool_response: 'x' * 900_000]]
    }

    def 'events that are not for us change nothing: #event'() {
        given:
        write('cart.py', 'b')

        expect:
        post('/hooks/claude', JsonOutput.toJson([session_id: 'mine', cwd: directory.toString(), hook_event_name: event])).body() == '{}'
        chain().empty

        where:
        event << ['SubagentStart', 'SubagentStop', 'Notification', 'PreCompact', 'PermissionRequest', 'OfALaterVersion', '']
    }

    def 'what a subagent does belongs to the run that started it, also when both are at work'() {
        given:
        def tell = { String event, Map more ->
            post('/hooks/claude', JsonOutput.toJson([session_id: 'mine', cwd: directory.toString(), hook_event_name: event] + more))
        }
        def task = [tool_name: 'Task', tool_use_id: 't', tool_input: [prompt: 'look into it']]
        def edit = [agent_id: 'sub-1', agent_type: 'general-purpose', tool_name: 'Edit', tool_use_id: 'e', tool_input: [file_path: "$directory/cart.py".toString()]]

        when:
        tell('SessionStart', [:])
        tell('PreToolUse', task)
        tell('PreToolUse', edit)
        write('cart.py', 'by the subagent')
        tell('PostToolUse', edit)
        tell('SubagentStop', [agent_id: 'sub-1'])
        tell('PostToolUse', task)

        then:
        chain()*.note().collect { [it.trigger().word(), it.tool(), it.session()] } ==
            [['run_start', '', 'claude-mine'], ['action', 'Edit', 'claude-mine']]
    }

    def 'a file that lies elsewhere is not kept, and it is said: #event'() {
        given:
        def tell = { String told, String file ->
            def call = [tool_name: 'Write', tool_use_id: file, tool_input: [file_path: file, content: 'x']]
            new JsonSlurper().parseText(
                post('/hooks/claude', JsonOutput.toJson([session_id: 'mine', cwd: directory.toString(), hook_event_name: told] + call)).body())
        }
        tell('SessionStart', '')

        expect:
        tell('PreToolUse', '/else/where') == [:]
        tell(event, '/else/where') == [systemMessage: "snapdsl: /else/where is outside of this run's workspace, and not kept. " +
            "To keep what is there now, run 'snapdsl snap' in that directory."]
        tell(event, "$directory/inside") == [:]

        where:
        event << ['PostToolUse', 'PostToolUseFailure']
    }

    def 'the end of a turn keeps what is left, and is no end of the run'() {
        given:
        def tell = { String event -> post('/hooks/claude', """{"hook_event_name":"$event","session_id":"mine","cwd":"$directory"}""") }

        when:
        tell('SessionStart')
        write('late', 'by something that was left running')
        tell('Stop')

        then:
        chain()*.note()*.trigger()*.word() == ['run_start', 'run_end']
        store.sessions().find('claude-mine').get().open
    }

    def 'what takes longer than an agent should wait goes on in the background, and it is said'() {
        given: 'somebody else has the workspace'
        def held = store.locks().subject(workspace.id(), 'holding it')

        when:
        def began = System.nanoTime()
        def reply = post('/hooks/claude', """{"hook_event_name":"SessionStart","session_id":"mine","cwd":"$directory"}""")
        def seconds = (System.nanoTime() - began) / 1e9
        def meanwhile = chain()
        held.release()

        then:
        reply.statusCode() == 200
        new JsonSlurper().parseText(reply.body()) == [systemMessage: 'snapdsl: a snapshot takes longer, and goes on in the background.']
        seconds > 4.9 && seconds < 15
        meanwhile.empty

        when:
        for (int i = 0; i < 600 && chain().empty; i++) sleep 50

        then:
        chain()*.note()*.trigger()*.word() == ['run_start']
    }

    def 'what is no hook at all is refused: #body'() {
        expect:
        def reply = post('/hooks/claude', body)
        reply.statusCode() == 400
        reply.headers().firstValue('Content-Type').get().startsWith('application/problem+json')
        chain().empty

        where:
        body << ['', 'nonsense', '[]', '{"hook_event_name":"Stop"}', '{"hook_event_name":"Stop","session_id":"x","cwd":"relative"}', '{"hook_event_name":"Stop","session_id":7,"cwd":"/"}', '{' * 2000, '"' + 'x' * 1000]
    }

    def 'without the token nothing is taken'() {
        expect:
        request('POST', '/hooks/claude', [:], '{}').statusCode() == 401
        chain().empty
    }

    def 'the settings in docs/integrations/#page name events that we know'() {
        given:
        def text = Path.of(System.getProperty('user.dir')).parent.resolve("docs/integrations/$page").toFile().getText('UTF-8')
        def settings = new JsonSlurper().parseText((text =~ /(?s)```json\n(.*?)```/)[0][1])

        expect:
        settings.hooks.every { event, groups ->
            groups*.hooks.flatten()*.command == ["snapdsl hook ${hook.agent()}"] &&
                hook.step(HookPayload.parse("""{"hook_event_name":"$event","session_id":"x","cwd":"/"}""".bytes)).present
        }

        where:
        page             | hook
        'claude-code.md' | new ClaudeHook()
        'codex.md'       | new CodexHook()
        'gemini-cli.md'  | new GeminiHook()
    }

    def 'codex: all files of a patch are known'() {
        expect:
        new CodexHook().files(HookPayload.parse(JsonOutput.toJson([tool_name: 'apply_patch', tool_input: [command: patch]]).bytes))
            .map { it*.toString() }.orElse(null) == files

        where:
        patch                                                                                          | files
        '*** Begin Patch\n*** Add File: a b.txt\n+x\n*** Delete File: old\n*** Update File: c\n*** Move to: d\n@@\n' | ['a b.txt', 'old', 'c', 'd']
        'something else'                                                                               | null
    }
}
