package io.snapdsl.mcp;

import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceTemplateSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import java.io.InputStream;
import java.io.OutputStream;

/** Answers one client over standard input and output, until it has no more to say. */
public final class McpStdio implements AutoCloseable {
    private final StdioMessages messages;
    private final McpSyncServer server;

    public McpStdio(CommandRunner commands, String version, InputStream in, OutputStream out) {
        Toolbox toolbox = new Toolbox(commands);
        Resources resources = new Resources(commands);
        messages = new StdioMessages(in, out);
        server = McpServer.sync(new StdioServerTransportProvider(Wire.mapper(), messages.in(), messages.out()))
                .serverInfo("snapdsl", version)
                .instructions(Toolbox.INSTRUCTIONS)
                .capabilities(Toolbox.CAPABILITIES)
                .jsonMapper(Wire.mapper())
                .jsonSchemaValidator(Wire.validator())
                .tools(toolbox.each(
                        (tool, use) -> new SyncToolSpecification(tool, (exchange, request) -> use.apply(request))))
                .resources(resources.fixed((resource, read) ->
                        new SyncResourceSpecification(resource, (exchange, request) -> read.apply(request))))
                .resourceTemplates(resources.named((template, read) ->
                        new SyncResourceTemplateSpecification(template, (exchange, request) -> read.apply(request))))
                .build();
    }

    /** Waits until the client has closed its end, and all that it asked for is answered. */
    public void await() throws InterruptedException {
        messages.await();
    }

    /** Has {@link #await} return. */
    public void stop() {
        messages.stop();
    }

    @Override
    public void close() {
        server.close();
    }
}
