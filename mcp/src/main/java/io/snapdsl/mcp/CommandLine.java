package io.snapdsl.mcp;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.mcp.Argument.Place;
import io.snapdsl.mcp.CommandRunner.Call;
import io.snapdsl.mcp.CommandRunner.Where;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The command line that a use of a tool becomes. No value can be taken for an option, whatever an agent writes in it. */
final class CommandLine {
    private final List<String> options = new ArrayList<>();
    private final List<String> snapshots = new ArrayList<>();
    private final List<String> parameters = new ArrayList<>();
    private Where where = new Where.Anywhere();
    private byte[] input = new byte[0];

    private CommandLine() {}

    static Call of(Tool tool, Map<String, Object> values) {
        CommandLine line = new CommandLine();
        if (tool.isAboutAWorkspace()) {
            line.where = new Where.Usual();
        }
        for (Argument argument : tool.arguments()) {
            Object value = values.get(argument.name());
            if (argument.place() instanceof Place.Input) {
                line.input = Wire.text(value).getBytes(StandardCharsets.UTF_8); // null is JSON, too.
            } else if (value != null) {
                line.add(argument, value);
            }
        }
        return line.call(tool);
    }

    private Call call(Tool tool) {
        List<String> words = new ArrayList<>(tool.words());
        words.addAll(options);
        words.addAll(snapshots);
        if (!parameters.isEmpty()) {
            words.add("--");
            words.addAll(parameters);
        }
        return new Call(where, words, input);
    }

    private void add(Argument argument, Object value) {
        Place place = argument.place();
        if (place instanceof Place.Option named) {
            values(argument, value).forEach(text -> options.add(named.option() + "=" + text));
        } else if (place instanceof Place.Flag flag) {
            if (Boolean.TRUE.equals(value)) {
                options.add(flag.option());
            }
        } else if (place instanceof Place.OneOfFlags) {
            options.add("--" + value);
        } else if (place instanceof Place.CommaList list) {
            options.add(list.option() + "="
                    + argument.texts(value).stream()
                            .map(text -> text.replace(",", "\\,"))
                            .collect(Collectors.joining(",")));
        } else if (place instanceof Place.Parameter) {
            parameters.addAll(argument.texts(value));
        } else if (place instanceof Place.Snapshot) {
            argument.texts(value).forEach(text -> snapshots.add(requireNoOption(argument, text)));
        } else if (place instanceof Place.Directory) {
            where = new Where.Workspace(String.valueOf(value));
        }
    }

    private static List<String> values(Argument argument, Object value) {
        return argument.kind() == Argument.Kind.OBJECT ? List.of(Wire.text(value)) : argument.texts(value);
    }

    private static String requireNoOption(Argument argument, String text) {
        if (text.startsWith("-")) {
            throw new SnapdslException(
                    ErrorCode.USAGE,
                    "'" + argument.name() + "' names no snapshot.",
                    "Give an id or its beginning, @latest, @1, a time such as '10 minutes ago' or a milestone's title.");
        }
        return text;
    }
}
