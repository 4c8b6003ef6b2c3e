package io.snapdsl.cli

import groovy.json.JsonOutput
import groovy.json.JsonSlurper
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse
import java.nio.charset.StandardCharsets
import java.nio.file.Files
import java.nio.file.Path
import java.util.concurrent.Callable

/**
 * An agent as its hooks see it: it says what it is going to do, does it, and says that it has. It posts to the hub, as some agents
 * can; now and then, and whenever nobody answers, it runs 'snapdsl hook', as the settings of all do. Each state that it leaves a
 * file in is like no other.
 */
class SimulatedAgent implements Callable<SimulatedAgent> {
    private static final int FILES = 24
    private static final int CALLS_PER_PROMPT = 40

    final String kind
    /** What each file was after each call of which the answer said that it is kept; null where it was not there. */
    final Map<String, List<String>> states = [:]
    /** What else hooks have answered. */
    final List<String> words = []
    volatile int done = 0

    private final HttpClient client = HttpClient.newHttpClient()
    private final Snapdsl snapdsl
    private final Path store
    private final Random random
    private final int calls

    /** @param kind claude, whose Write names one file, or codex, whose patches name several */
    SimulatedAgent(String kind, Snapdsl snapdsl, Random random, int calls) {
        this.kind = kind
        this.random = random
        this.calls = calls
        store = snapdsl.store
        // The store by the environment, as where people choose one: beside options, the launcher leaves a hook to Java.
        this.snapdsl = new Snapdsl(snapdsl.workspace, null, snapdsl.home)
        this.snapdsl.environment = [SNAPDSL_STORE: snapdsl.store.toString()]
    }

    @Override
    SimulatedAgent call() {
        tell(hook_event_name: 'SessionStart', source: 'startup')
        calls.times { number ->
            if (number % CALLS_PER_PROMPT == 0) tell(hook_event_name: 'UserPromptSubmit', prompt: "Task $number")
            useTool(number)
            done++
        }
        tell(hook_event_name: 'Stop')
        this
    }

    void useTool(int number) {
        def what = random.nextInt(10)
        if (what == 0) {
            def look = [tool_name: kind == 'claude' ? 'Read' : 'view_image', tool_input: [file_path: 'README.md']]
            around(number, look) {}
        } else {
            def files = pick(what < 4 || kind == 'codex' ? 3 : 1)
            around(number, what < 4 ? [tool_name: 'Bash', tool_input: [command: 'make']] : editing(files)) {
                files.collectEntries { [it, change(it, number)] }
            }
        }
    }

    Set<String> pick(int most) {
        (0..random.nextInt(most)).collect { "of-$kind/${random.nextInt(4)}/file-${random.nextInt(FILES)}".toString() } as Set
    }

    Map editing(Set<String> files) {
        def place = snapdsl.workspace
        kind == 'claude' ? [tool_name: 'Write', tool_input: [file_path: place.resolve(files.first()).toString(), content: '…']]
            : [tool_name: 'apply_patch', tool_input: [command: "*** Begin Patch\n${files.collect { "*** Update File: $it\n@@\n" }.join()}*** End Patch\n".toString()]]
    }

    void around(int number, Map tool, Closure<Map<String, String>> act) {
        def call = tool + [tool_use_id: "$kind-$number".toString()]
        tell(call + [hook_event_name: 'PreToolUse'])
        def left = act() ?: [:]
        if (tell(call + [hook_event_name: 'PostToolUse', tool_response: [success: true]])) {
            left.each { file, state -> states.computeIfAbsent(file) { [] } << state }
        }
    }

    /** What the file is then. */
    String change(String name, int number) {
        def file = snapdsl.workspace.resolve(name)
        if (Files.exists(file) && random.nextInt(8) == 0) {
            Files.delete(file)
            return null
        }
        def bytes = new byte[random.nextInt(2000)]
        random.nextBytes(bytes)
        def content = "$kind $number\n" + new String(bytes, StandardCharsets.ISO_8859_1)
        Files.createDirectories(file.parent)
        Files.write(file, content.getBytes(StandardCharsets.ISO_8859_1))
        content
    }

    /** Whether the answer says that all is kept. */
    boolean tell(Map told) {
        def payload = JsonOutput.toJson([session_id: "$kind-hammering".toString(), cwd: snapdsl.workspace.toString()] + told)
        def answer = new JsonSlurper().parseText((random.nextInt(10) ? posted(payload) : null) ?: run(payload)) as Map
        assert answer.keySet() - 'systemMessage' == [] as Set
        if (answer) words << answer.systemMessage
        answer.isEmpty()
    }

    /** Null if the hub is gone, or went meanwhile. */
    String posted(String payload) {
        try {
            def request = HttpRequest.newBuilder(new URI("http://127.0.0.1:${Files.readString(store.resolve('hub')).readLines()[0]}/hooks/$kind"))
                .header('Authorization', "Bearer ${Files.readString(store.resolve('token')).strip()}")
                .POST(HttpRequest.BodyPublishers.ofString(payload)).build()
            def answer = client.send(request, HttpResponse.BodyHandlers.ofString())
            return answer.statusCode() == 200 ? answer.body() : null
        } catch (IOException ignored) {
            return null
        }
    }

    String run(String payload) {
        def process = snapdsl.processWithInput('hook', kind)
        process.outputStream.withWriter('UTF-8') { it << payload }
        def result = Snapdsl.finish(process)
        assert result.exit == 0: result
        result.out
    }
}
