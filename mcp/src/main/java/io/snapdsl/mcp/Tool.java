package io.snapdsl.mcp;

import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import io.snapdsl.engine.shape.Shapes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * One thing an agent can ask for. It is declared as data, from which both what the client is told and the command line are
 * made: so a tool can do nothing that the command can't, and does it in the same way.
 */
record Tool(
        String name,
        String title,
        String description,
        Effect effect,
        List<String> words,
        List<Argument> arguments,
        List<Field> fields) {

    /** What a client may think of it before it lets an agent use it. */
    enum Effect {
        /** Changes nothing. */
        READS(true, false, true),
        /** Adds to the history; files stay as they are. */
        ADDS(false, false, false),
        /** As {@link #ADDS}, and a second time adds nothing. */
        ADDS_ONCE(false, false, true),
        /** Overwrites or deletes something, though most of it can be taken back. */
        OVERWRITES(false, true, false),
        /** As {@link #OVERWRITES}, and a second time changes nothing more. */
        OVERWRITES_ONCE(false, true, true);

        private final boolean readOnly;
        private final boolean destructive;
        private final boolean idempotent;

        Effect(boolean readOnly, boolean destructive, boolean idempotent) {
            this.readOnly = readOnly;
            this.destructive = destructive;
            this.idempotent = idempotent;
        }
    }

    /** A part of the answer that is always there. */
    record Field(String name, String type, String description) {}

    private static final Map<String, Object> ERROR = Shapes.object(
            "type", "object", "description", "Instead of all else: what went wrong (message), and what to do (hint).");

    static Tool named(String name, String title, Effect effect, String... words) {
        return new Tool(name, title, "", effect, List.of(words), List.of(), List.of());
    }

    Tool saying(String text) {
        return new Tool(name, title, text, effect, words, arguments, fields);
    }

    Tool taking(Argument... more) {
        List<Argument> all = Stream.concat(arguments.stream(), Stream.of(more)).toList();
        return new Tool(name, title, description, effect, words, all, fields);
    }

    Tool answering(String field, String type, String text) {
        List<Field> all = Stream.concat(fields.stream(), Stream.of(new Field(field, type, text)))
                .toList();
        return new Tool(name, title, description, effect, words, arguments, all);
    }

    boolean isAboutAWorkspace() {
        return arguments.stream().anyMatch(argument -> argument.place() instanceof Argument.Place.Directory);
    }

    McpSchema.Tool schema() {
        return McpSchema.Tool.builder(name, input())
                .title(title)
                .description(description)
                .outputSchema(output())
                .annotations(
                        new ToolAnnotations(title, effect.readOnly, effect.destructive, effect.idempotent, false, null))
                .build();
    }

    private Map<String, Object> input() {
        Map<String, Object> properties = new LinkedHashMap<>();
        arguments.forEach(argument -> properties.put(argument.name(), argument.schema()));
        return Shapes.object(
                "type",
                "object",
                "properties",
                properties,
                "required",
                arguments.stream()
                        .filter(Argument::required)
                        .map(Argument::name)
                        .toList(),
                // One that is misspelt would be left out, and more done than was asked for.
                "additionalProperties",
                false);
    }

    /** A failure is an answer of its own kind: some clients hold it against the schema, too, and would not show it. */
    private Map<String, Object> output() {
        Map<String, Object> properties = new LinkedHashMap<>();
        fields.forEach(field ->
                properties.put(field.name(), Shapes.object("type", field.type(), "description", field.description())));
        properties.put("error", ERROR);
        List<String> always = fields.stream().map(Field::name).toList();
        return Shapes.object(
                "type",
                "object",
                "properties",
                properties,
                "anyOf",
                List.of(Shapes.object("required", always), Shapes.object("required", List.of("error"))));
    }
}
