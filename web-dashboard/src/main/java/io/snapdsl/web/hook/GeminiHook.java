package io.snapdsl.web.hook;

import io.snapdsl.engine.shape.Shapes;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Gemini CLI. */
final class GeminiHook extends AgentHook {
    private static final Set<String> EDITING = Set.of("write_file", "replace");

    GeminiHook() {
        super(
                "gemini",
                Map.of(
                        "SessionStart", Meaning.STARTED,
                        "BeforeAgent", Meaning.PROMPTED,
                        "BeforeTool", Meaning.BEFORE_TOOL,
                        "AfterTool", Meaning.AFTER_TOOL,
                        "AfterAgent", Meaning.TURN_ENDED,
                        "SessionEnd", Meaning.ENDED),
                Set.of(
                        "read_file",
                        "read_many_files",
                        "list_directory",
                        "glob",
                        "grep_search",
                        "search_file_content",
                        "google_web_search",
                        "web_fetch",
                        "save_memory",
                        "write_todos"));
    }

    @Override
    Optional<List<Path>> files(HookPayload payload) {
        return EDITING.contains(payload.tool()) ? named(payload.input("file_path", "absolute_path")) : Optional.empty();
    }

    @Override
    Map<String, Object> refusal(String why) {
        return Shapes.object("decision", "deny", "reason", why);
    }
}
