package io.snapdsl.cli

import com.fasterxml.jackson.databind.ObjectMapper
import io.modelcontextprotocol.client.McpClient
import io.modelcontextprotocol.client.McpSyncClient
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport
import io.modelcontextprotocol.client.transport.ServerParameters
import io.modelcontextprotocol.client.transport.StdioClientTransport
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper
import io.modelcontextprotocol.json.schema.jackson2.DefaultJsonSchemaValidator
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest
import io.modelcontextprotocol.spec.McpSchema.CallToolResult
import java.net.http.HttpRequest
import java.nio.file.Files

/** The SDK's own client, over standard input and output and over HTTP. */
abstract class McpSpecification extends CommandSpecification {
    List<McpSyncClient> clients = []
    List<Process> servers = []

    def cleanup() {
        clients*.closeGracefully()
        servers*.destroy()
        servers*.waitFor()
    }

    McpSyncClient stdio() {
        def parameters = ServerParameters.builder(Snapdsl.COMMAND)
            .args(['mcp', '-C', workspace.toString(), '--store', store.toString()]).env(snapdsl.surroundings()).build()
        client(new StdioClientTransport(parameters, new JacksonMcpJsonMapper(new ObjectMapper())))
    }

    McpSyncClient http(String address) {
        client(HttpClientStreamableHttpTransport.builder(address)
            .requestBuilder(HttpRequest.newBuilder().header('Authorization', "Bearer ${token()}"))
            .jsonMapper(new JacksonMcpJsonMapper(new ObjectMapper()))
            .build())
    }

    /** Where the server answers that the words start. */
    String serve(Map<String, String> environment = [:], Object... words) {
        def process = snapdsl.start(environment, *words, '--port', 0, '--json')
        servers << process
        def told = new Events(process).next('dashboard')
        "http://127.0.0.1:${told.port ?: new URI(told.link).port}"
    }

    String token() {
        Files.readString(store.resolve('token')).strip()
    }

    McpSyncClient client(transport) {
        def client = McpClient.sync(transport).jsonSchemaValidator(new DefaultJsonSchemaValidator()).build()
        clients << client
        client.initialize()
        client
    }

    static CallToolResult ask(McpSyncClient client, String tool, Map arguments) {
        client.callTool(new CallToolRequest(tool, arguments))
    }

    /** The answer of a tool that must succeed. */
    static Map used(McpSyncClient client, String tool, Map arguments) {
        def result = ask(client, tool, arguments)
        assert !result.isError(): result.content()
        result.structuredContent() as Map
    }
}
