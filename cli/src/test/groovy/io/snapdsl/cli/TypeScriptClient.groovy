package io.snapdsl.cli

import groovy.json.JsonOutput
import groovy.json.JsonSlurper
import java.nio.file.Path

/** The Model Context Protocol's reference client, of the TypeScript SDK, in a process of its own. */
class TypeScriptClient implements AutoCloseable {
    private static final Path PLACE = Path.of(System.getProperty('snapdsl.mcpClient'))
    static final Path PACKAGES = PLACE.resolve('node_modules/.package-lock.json') // npm writes it when all else is there

    private final Process process
    private final BufferedReader answers
    private final ByteArrayOutputStream err = new ByteArrayOutputStream()

    /** @param server an address, or a command */
    TypeScriptClient(Map server) {
        process = new ProcessBuilder('node', PLACE.resolve('client.mjs').toString(), JsonOutput.toJson(server)).start()
        process.consumeProcessErrorStream(err)
        answers = process.inputReader()
    }

    /** What the client's method answers; a refusal is {@code [error: …]}. */
    Map call(String method, Map params = [:]) {
        process.outputStream << JsonOutput.toJson([method: method, params: params]) << '\n'
        process.outputStream.flush()
        def line = answers.readLine()
        assert line != null: err
        def answer = new JsonSlurper().parseText(line) as Map
        answer.containsKey('error') ? answer : answer.result as Map
    }

    Map ask(String tool, Map arguments) {
        call('callTool', [name: tool, arguments: arguments])
    }

    /** The answer of a tool that must succeed; the client holds it against the schema that the tool has declared. */
    Map used(String tool, Map arguments = [:]) {
        def answer = ask(tool, arguments)
        assert answer.structuredContent && !answer.isError: "$tool: $answer"
        assert answer.content*.type == ['text'] && !answer.content[0].text.blank
        answer.structuredContent as Map
    }

    @Override
    void close() {
        process.outputStream.close()
        assert process.waitFor() == 0: err
    }
}
