package io.snapdsl.mcp;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.shape.Shapes;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a tool can be given: how it is described, and what it becomes on the command line. */
record Argument(String name, Kind kind, String description, boolean required, List<String> choices, Place place) {
    static final String SNAPSHOT =
            "An id or its beginning, @latest, @1 (the one before), a time such as '10 minutes ago', or a milestone's title.";

    /** What a value has to look like. */
    enum Kind {
        TEXT("string"),
        TEXTS("array"),
        FLAG("boolean"),
        NUMBER("integer"),
        OBJECT("object"),
        ANYTHING("");

        private final String type;

        Kind(String type) {
            this.type = type;
        }
    }

    /** Where it goes. */
    sealed interface Place {
        /** As {@code --name=value}, once for each value. */
        record Option(String option) implements Place {}

        /** As {@code --name} if it is true. */
        record Flag(String option) implements Place {}

        /** As {@code --value}. */
        record OneOfFlags() implements Place {}

        /** As {@code --name=a,b} with {@code \,} for a comma in a name. */
        record CommaList(String option) implements Place {}

        /** Where no option can be meant any more, in the order of the declaration. */
        record Parameter() implements Place {}

        /** As {@link Parameter}, but before the {@code --} that separates snapshots from paths. */
        record Snapshot() implements Place {}

        /** On standard input, as JSON. */
        record Input() implements Place {}

        /** Where the command is run. */
        record Directory() implements Place {}
    }

    static Argument text(String name, String description) {
        return new Argument(name, Kind.TEXT, description, false, List.of(), new Place.Parameter());
    }

    static Argument texts(String name, String description) {
        return new Argument(name, Kind.TEXTS, description, false, List.of(), new Place.Parameter());
    }

    static Argument option(String name, String option, String description) {
        return text(name, description).at(new Place.Option(option));
    }

    static Argument options(String name, String option, String description) {
        return texts(name, description).at(new Place.Option(option));
    }

    static Argument session() {
        return option("session", "--session", "The agent run it belongs to: any name, the same for all of a run.");
    }

    static Argument number(String name, String option, String description) {
        return new Argument(name, Kind.NUMBER, description, false, List.of(), new Place.Option(option));
    }

    static Argument flag(String name, String option, String description) {
        return new Argument(name, Kind.FLAG, description, false, List.of(), new Place.Flag(option));
    }

    static Argument oneOf(String name, List<String> choices, String description) {
        return new Argument(name, Kind.TEXT, description, false, choices, new Place.OneOfFlags());
    }

    static Argument object(String name, String option, String description) {
        return new Argument(name, Kind.OBJECT, description, false, List.of(), new Place.Option(option));
    }

    static Argument input(String name, String description) {
        return new Argument(name, Kind.ANYTHING, description, true, List.of(), new Place.Input());
    }

    static Argument workspace() {
        return new Argument(
                "workspace",
                Kind.TEXT,
                "Which workspace: its name, or an absolute directory in it. May be left out if 'snapdsl mcp' was started in"
                        + " it, or over HTTP if there is only one.",
                false,
                List.of(),
                new Place.Directory());
    }

    Argument needed() {
        return new Argument(name, kind, description, true, choices, place);
    }

    Argument at(Place other) {
        return new Argument(name, kind, description, required, choices, other);
    }

    Argument from(String... allowed) {
        return new Argument(name, kind, description, required, List.of(allowed), place);
    }

    Map<String, Object> schema() {
        Map<String, Object> schema = Shapes.object("description", description);
        if (kind != Kind.ANYTHING) {
            schema.put("type", kind.type);
        }
        if (kind == Kind.TEXTS) {
            schema.put("items", Shapes.object("type", "string", "minLength", 1));
        }
        if (kind == Kind.TEXT && required) {
            schema.put("minLength", 1);
        }
        if (!choices.isEmpty()) {
            schema.put("enum", choices);
        }
        return schema;
    }

    /** All its values, as texts. */
    List<String> texts(Object value) {
        if (value instanceof List<?> list) {
            return list.stream().map(String::valueOf).map(this::checked).toList();
        }
        return Optional.ofNullable(value).map(String::valueOf).map(this::checked).stream()
                .toList();
    }

    /** No word of a command line can hold it, and no file name either. */
    private String checked(String text) {
        if (text.indexOf('\0') >= 0) {
            throw new SnapdslException(
                    ErrorCode.USAGE, "'" + name + "' holds a zero character.", "Give it without one.");
        }
        return text;
    }
}
