package io.snapdsl.engine.history;

import java.time.Instant;
import java.util.List;

/**
 * A named, gap-free range of a subject's chain. It begins where the one before it ended.
 *
 * @param title unique in its subject; stands for the last snapshot wherever an id is asked for
 * @param first the sequence number of the first entry
 * @param last the sequence number of the last entry, which is never a removed one
 * @param time when it was made
 */
public record Milestone(
        SubjectId subject, String title, String description, List<String> tags, long first, long last, Instant time) {
    public Milestone {
        tags = List.copyOf(tags);
    }

    public boolean contains(long sequence) {
        return first <= sequence && sequence <= last;
    }
}
