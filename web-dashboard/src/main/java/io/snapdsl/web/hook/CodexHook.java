package io.snapdsl.web.hook;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Codex: by its hooks, or by its older {@code notify}, which knows the end of a turn only. It does not tell when a run ends. */
final class CodexHook extends AgentHook {
    private static final Pattern PATCHED =
            Pattern.compile("^\\*\\*\\* (?:(?:Add|Update|Delete) File|Move to): (.+?)\\s*$", Pattern.MULTILINE);

    CodexHook() {
        super(
                "codex",
                Map.of(
                        "SessionStart", Meaning.STARTED,
                        "UserPromptSubmit", Meaning.PROMPTED,
                        "PreToolUse", Meaning.BEFORE_TOOL,
                        "PostToolUse", Meaning.AFTER_TOOL,
                        "Stop", Meaning.TURN_ENDED,
                        "agent-turn-complete", Meaning.TURN_ENDED),
                Set.of("update_plan", "view_image", "web_search"));
    }

    @Override
    Optional<List<Path>> files(HookPayload payload) {
        if (!payload.tool().equals("apply_patch")) {
            return Optional.empty();
        }
        List<Optional<Path>> files = PATCHED.matcher(payload.input("command", "input", "patch"))
                .results()
                .map(MatchResult::group)
                .map(line ->
                        HookPayload.path(line.substring(line.indexOf(": ") + 2).strip()))
                .toList();
        return files.isEmpty() || files.contains(Optional.<Path>empty())
                ? Optional.empty()
                : Optional.of(files.stream().flatMap(Optional::stream).toList());
    }

    @Override
    Map<String, Object> refusal(String why) {
        return denied(why);
    }
}
