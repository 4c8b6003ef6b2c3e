package io.snapdsl.engine.state;

import io.snapdsl.engine.content.Content;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.json.CanonicalJson;
import io.snapdsl.engine.json.WholeText;
import java.time.Instant;
import java.util.Optional;

/**
 * A state to be kept, before it has its place in the chain.
 *
 * @param session the agent run it belongs to, or empty
 * @param content where its bytes are, if it is so large that they were stored as content
 */
public record CheckpointDraft(
        Subject.State state,
        String label,
        String session,
        Instant time,
        CanonicalJson json,
        Optional<Content> content) {
    public CheckpointDraft {
        WholeText.require("A checkpoint's label", label);
    }
}
