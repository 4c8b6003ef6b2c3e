package io.snapdsl.web.hook;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Claude Code. A subagent's tools tell for themselves, under the session of whoever started it. */
final class ClaudeHook extends AgentHook {
    private static final Set<String> EDITING = Set.of("Edit", "MultiEdit", "Write", "NotebookEdit");

    ClaudeHook() {
        super(
                "claude",
                Map.of(
                        "SessionStart", Meaning.STARTED,
                        "UserPromptSubmit", Meaning.PROMPTED,
                        "PreToolUse", Meaning.BEFORE_TOOL,
                        "PostToolUse", Meaning.AFTER_TOOL,
                        "PostToolUseFailure", Meaning.AFTER_TOOL,
                        "Stop", Meaning.TURN_ENDED,
                        "SessionEnd", Meaning.ENDED),
                Set.of(
                        "Read",
                        "Glob",
                        "Grep",
                        "LS",
                        "NotebookRead",
                        "WebFetch",
                        "WebSearch",
                        "TodoRead",
                        "TodoWrite",
                        "Task",
                        "Agent",
                        "AskUserQuestion",
                        "ExitPlanMode"));
    }

    @Override
    Optional<List<Path>> files(HookPayload payload) {
        return EDITING.contains(payload.tool()) ? named(payload.input("file_path", "notebook_path")) : Optional.empty();
    }

    @Override
    Map<String, Object> refusal(String why) {
        return denied(why);
    }
}
