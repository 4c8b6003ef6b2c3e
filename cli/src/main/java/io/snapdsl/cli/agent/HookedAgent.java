package io.snapdsl.cli.agent;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** An agent that tells what it does by hooks, and where its public documentation says that these are entered. */
public enum HookedAgent {
    CLAUDE(
            "Claude Code",
            ".claude/settings.json",
            List.of(
                    "SessionStart",
                    "UserPromptSubmit",
                    "PreToolUse",
                    "PostToolUse",
                    "PostToolUseFailure",
                    "Stop",
                    "SessionEnd"),
            "Bash"),
    CODEX(
            "Codex",
            ".codex/hooks.json",
            List.of("SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop"),
            "Bash"),
    GEMINI(
            "Gemini CLI",
            ".gemini/settings.json",
            List.of("SessionStart", "BeforeAgent", "BeforeTool", "AfterTool", "AfterAgent", "SessionEnd"),
            "run_shell_command");

    private final String title;
    private final String file;
    private final List<String> events;
    private final String shell;

    HookedAgent(String title, String file, List<String> events, String shell) {
        this.title = title;
        this.file = file;
        this.events = events;
        this.shell = shell;
    }

    public static List<String> words() {
        return Arrays.stream(values()).map(HookedAgent::word).toList();
    }

    public static Optional<HookedAgent> named(String word) {
        return Arrays.stream(values())
                .filter(agent -> agent.word().equals(word))
                .findFirst();
    }

    /** {@code claude}, as in {@code snapdsl hook claude}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What people call it. */
    public String title() {
        return title;
    }

    /** @param directory the user's home, or a project */
    public Path settings(Path directory) {
        return directory.resolve(file);
    }

    /** What it tells us, in the order in which it happens. */
    public List<String> events() {
        return events;
    }

    /** Such an event can be had for some tools only, and we want it for all. */
    static boolean isOfTools(String event) {
        return event.contains("Tool");
    }

    /** Whether it can post to an address by itself. */
    public boolean posts() {
        return this == CLAUDE;
    }

    /** The tool that runs a command. */
    String shell() {
        return shell;
    }

    /** The one behind that before a tool. */
    String afterTool() {
        return events.stream()
                .filter(HookedAgent::isOfTools)
                .skip(1)
                .findFirst()
                .orElseThrow();
    }

    /** The setting that keeps all hooks from running, if it is there. */
    Optional<String> switchedOffBy(JsonPart settings) {
        return switch (this) {
            case CLAUDE ->
                settings.member("disableAllHooks").filter(JsonPart::isTrue).map(off -> "\"disableAllHooks\": true");
            case GEMINI ->
                settings.member("hooksConfig")
                        .flatMap(config -> config.member("enabled"))
                        .filter(JsonPart::isFalse)
                        .map(off -> "\"hooksConfig\": {\"enabled\": false}");
            case CODEX -> Optional.empty();
        };
    }
}
