package io.snapdsl.cli.agent;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What an event of an agent's does for us. */
public sealed interface HookTarget {
    /** What the agent's environment must have for {@link Post}: settings of a project are committed, and hold no secret. */
    String TOKEN = "SNAPDSL_TOKEN";

    /** As people read it. */
    String text();

    /** The entry, line by line. */
    List<String> lines();

    /** Runs {@code snapdsl hook AGENT}. */
    record Run(String text) implements HookTarget {
        @Override
        public List<String> lines() {
            return List.of("{", "\t\"type\": \"command\",", "\t\"command\": " + quoted(text), "}");
        }
    }

    /** Posts to the server itself, without a program in between. */
    record Post(String text) implements HookTarget {
        static Post to(HookedAgent agent, int port) {
            return new Post("http://127.0.0.1:" + port + "/hooks/" + agent.word());
        }

        @Override
        public List<String> lines() {
            return List.of(
                    "{",
                    "\t\"type\": \"http\",",
                    "\t\"url\": " + quoted(text) + ",",
                    "\t\"headers\": {",
                    "\t\t\"Authorization\": \"Bearer $" + TOKEN + "\"",
                    "\t},",
                    "\t\"allowedEnvVars\": [",
                    "\t\t\"" + TOKEN + "\"",
                    "\t]",
                    "}");
        }
    }

    /** For each event of an agent's. */
    static Map<String, HookTarget> running(HookedAgent agent, String command) {
        return each(agent, event -> new Run(command));
    }

    /** The start of a session can't be posted: that still runs a command. */
    static Map<String, HookTarget> posting(HookedAgent agent, String command, int port) {
        return each(agent, event -> event.equals("SessionStart") ? new Run(command) : Post.to(agent, port));
    }

    private static Map<String, HookTarget> each(HookedAgent agent, Function<String, HookTarget> target) {
        return agent.events().stream().collect(Collectors.toMap(event -> event, target));
    }

    /** Whether an entry's command, or the address it posts to, is ours. */
    static boolean isOurs(HookedAgent agent, HookTarget target) {
        String pattern = target instanceof Post
                ? "http://127\\.0\\.0\\.1:\\d+/hooks/" + agent.word()
                : "(?:.*/)?snapdsl'? hook " + agent.word() + "(?: --start-hub)?";
        return Pattern.matches(pattern, target.text());
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
