package io.snapdsl.mcp;

import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpStatelessServerFeatures.SyncResourceSpecification;
import io.modelcontextprotocol.server.McpStatelessServerFeatures.SyncResourceTemplateSpecification;
import io.modelcontextprotocol.server.McpStatelessServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.transport.HttpServletStatelessServerTransport;
import jakarta.servlet.http.HttpServlet;

/**
 * Answers over streamable HTTP, at {@code /mcp}. It keeps no sessions: every request says all that is needed, so a client does
 * not notice when the server was started anew, and one that is gone leaves nothing behind. Whoever mounts it sees to it that only
 * those reach it who may.
 */
public final class McpEndpoint {
    public static final String PATH = "/mcp";

    private final HttpServletStatelessServerTransport transport;

    public McpEndpoint(CommandRunner commands, String version) {
        Toolbox toolbox = new Toolbox(commands);
        Resources resources = new Resources(commands);
        transport = HttpServletStatelessServerTransport.builder()
                .jsonMapper(Wire.mapper())
                .messageEndpoint(PATH)
                .build();
        McpServer.sync(transport)
                .serverInfo("snapdsl", version)
                .instructions(Toolbox.INSTRUCTIONS)
                .capabilities(Toolbox.CAPABILITIES)
                .jsonMapper(Wire.mapper())
                .jsonSchemaValidator(Wire.validator())
                .tools(toolbox.each(
                        (tool, use) -> new SyncToolSpecification(tool, (context, request) -> use.apply(request))))
                .resources(resources.fixed((resource, read) ->
                        new SyncResourceSpecification(resource, (context, request) -> read.apply(request))))
                .resourceTemplates(resources.named((template, read) ->
                        new SyncResourceTemplateSpecification(template, (context, request) -> read.apply(request))))
                .build();
    }

    public HttpServlet servlet() {
        return transport;
    }
}
