package io.snapdsl.cli.agent;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.files.IoErrors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Our entries in the settings of one agent: one for each event, that runs {@code snapdsl hook AGENT} or posts to the server.
 *
 * <pre>{"hooks": {"PreToolUse": [{"matcher": "*", "hooks": [{"type": "command", "command": "snapdsl hook claude"}]}]}}</pre>
 */
final class HookEntries {
    private static final String HOOKS = "hooks";

    private final HookedAgent agent;
    private final Path path;

    /** @param path where they are, for whoever has to mend them */
    HookEntries(HookedAgent agent, Path path) {
        this.agent = agent;
        this.path = path;
    }

    /** What each event does for us. Those without an entry are missing. */
    Map<String, HookTarget> targets(String settings) {
        Map<String, HookTarget> targets = new LinkedHashMap<>();
        JsonPart root = parse(settings);
        for (String event : agent.events()) {
            event(root, event).stream()
                    .flatMap(groups -> groups.parts().stream())
                    .flatMap(group -> group.member(HOOKS).stream())
                    .flatMap(handlers -> handlers.parts().stream())
                    .filter(this::isOurs)
                    .forEach(handler -> targets.put(event, target(handler)));
        }
        return targets;
    }

    /** The setting that keeps all hooks from running, if it is there. */
    Optional<String> switchedOffBy(String settings) {
        return agent.switchedOffBy(parse(settings));
    }

    private boolean isOurs(JsonPart handler) {
        return HookTarget.isOurs(agent, target(handler));
    }

    private static HookTarget target(JsonPart handler) {
        String url = handler.textOf("url").strip();
        return url.isEmpty() ? new HookTarget.Run(handler.textOf("command").strip()) : new HookTarget.Post(url);
    }

    /** The settings with an entry for each event, and none twice; new ones if there are none. */
    String with(Optional<String> settings, Map<String, HookTarget> wanted) {
        if (settings.map(this::targets).filter(wanted::equals).isPresent()) {
            return settings.orElseThrow();
        }
        Optional<String> result = settings.flatMap(this::without);
        for (String event : agent.events()) {
            result = Optional.of(with(result, event, wanted.get(event)));
        }
        return result.orElseThrow();
    }

    private String with(Optional<String> settings, String event, HookTarget target) {
        List<String> group = group(event, target);
        List<String> groups = member(event, '[', group, ']');
        List<String> hooks = member(HOOKS, '{', groups, '}');
        if (settings.isEmpty()) {
            return JsonEdit.around(hooks);
        }
        JsonPart root = parse(settings.get());
        JsonEdit edit = new JsonEdit(settings.get());
        Optional<JsonPart> there = root.member(HOOKS);
        if (there.isEmpty()) {
            return edit.add(root, root, hooks);
        }
        return event(root, event)
                .map(list -> edit.add(list, root, group))
                .orElseGet(() -> edit.add(there.get(), root, groups));
    }

    private static List<String> member(String name, char open, List<String> content, char close) {
        List<String> lines = new ArrayList<>();
        lines.add("\"" + name + "\": " + open);
        content.forEach(line -> lines.add("\t" + line));
        lines.add(String.valueOf(close));
        return lines;
    }

    private static List<String> group(String event, HookTarget target) {
        List<String> lines = new ArrayList<>(List.of("{"));
        if (HookedAgent.isOfTools(event)) {
            lines.add("\t\"matcher\": \"*\",");
        }
        lines.add("\t\"hooks\": [");
        target.lines().forEach(line -> lines.add("\t\t" + line));
        lines.addAll(List.of("\t]", "}"));
        return lines;
    }

    /** The settings without ours; empty if nothing is left of them that was there before us. */
    Optional<String> without(String settings) {
        Optional<String> rest = Optional.of(settings);
        Optional<List<JsonPart>> found = findOurs(settings);
        while (found.isPresent() && rest.isPresent()) {
            rest = withoutLast(rest.get(), found.get());
            found = rest.flatMap(this::findOurs);
        }
        return rest;
    }

    /** The way to one of ours: the root, "hooks", the event, the group, its handlers, ours. */
    private Optional<List<JsonPart>> findOurs(String settings) {
        JsonPart root = parse(settings);
        for (JsonPart hooks : root.member(HOOKS).stream().toList()) {
            for (JsonPart event : hooks.parts()) {
                for (JsonPart group : event.parts()) {
                    for (JsonPart handlers : group.member(HOOKS).stream().toList()) {
                        for (JsonPart handler : handlers.parts()) {
                            if (isOurs(handler)) {
                                return Optional.of(List.of(root, hooks, event, group, handlers, handler));
                            }
                        }
                    }
                }
            }
        }
        return Optional.empty();
    }

    /** Together with what holds nothing else, and was not there before. */
    private static Optional<String> withoutLast(String settings, List<JsonPart> way) {
        JsonEdit edit = new JsonEdit(settings);
        for (int at = way.size() - 1; at > 0; at--) {
            JsonPart container = way.get(at - 1);
            boolean isGroup = at - 1 == 3; // Without handlers it is none, whatever else is in it.
            if (!isGroup && container.parts().size() > 1) {
                return Optional.of(edit.remove(container, way.get(at)));
            }
            if (edit.wasEmpty(container)) {
                return Optional.of(edit.empty(container));
            }
        }
        return Optional.empty();
    }

    private static Optional<JsonPart> event(JsonPart root, String event) {
        return root.member(HOOKS).flatMap(hooks -> hooks.member(event));
    }

    private JsonPart parse(String settings) {
        try {
            JsonPart root = JsonPart.parse(settings);
            require(root.isObject(), "they are no JSON object");
            root.member(HOOKS).ifPresent(hooks -> {
                require(hooks.isObject(), "\"hooks\" is no object");
                agent.events()
                        .forEach(event -> hooks.member(event)
                                .ifPresent(groups -> require(groups.isArray(), "\"" + event + "\" is no array")));
            });
            return root;
        } catch (IOException e) {
            throw unusable("they are no JSON: " + reason(e), e);
        }
    }

    private static String reason(IOException e) {
        return e instanceof JsonProcessingException json
                ? json.getOriginalMessage().replaceFirst(" \\(start marker at .*", "") + " (line "
                        + json.getLocation().getLineNr() + ")"
                : IoErrors.describe(e);
    }

    private void require(boolean holds, String otherwise) {
        if (!holds) {
            throw unusable(otherwise, null);
        }
    }

    private SnapdslException unusable(String why, Exception cause) {
        return new SnapdslException(
                ErrorCode.INVALID_JSON,
                "The settings of " + agent.title() + " in " + path + " can't be used: " + why + ".",
                "Nothing was changed. Mend that file, and try again.",
                cause);
    }
}
