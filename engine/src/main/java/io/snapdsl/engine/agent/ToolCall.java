package io.snapdsl.engine.agent;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * One use of a tool.
 *
 * @param id what the agent calls it, the same before and after; may be empty
 * @param name {@code Edit}
 * @param files those it changes, as the agent names them: none for a tool that only reads; empty if only the tool knows
 */
public record ToolCall(String id, String name, Optional<List<Path>> files) {
    public ToolCall {
        files = files.map(List::copyOf);
    }

    boolean changesNothing() {
        return files.filter(List::isEmpty).isPresent();
    }

    boolean isSameAs(ToolCall other) {
        return id.isEmpty() ? equals(other) : id.equals(other.id);
    }
}
