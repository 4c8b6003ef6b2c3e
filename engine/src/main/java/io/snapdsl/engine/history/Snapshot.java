package io.snapdsl.engine.history;

import io.snapdsl.engine.content.ByteWriter;
import io.snapdsl.engine.content.Hash;
import java.time.Instant;
import java.util.Optional;

/**
 * One immutable entry of a subject's chain. The id is the hash of {@link Facts every field}, the previous id among
 * them: whoever changes one entry has to change all that follow, and {@code verify} sees it.
 *
 * @param removedBy the operation that removed the content; the entry itself stays, so that the chain can be checked
 */
public record Snapshot(SnapshotId id, Facts facts, Optional<Long> removedBy) {
    private static final int FORMAT = 1;

    /**
     * What was recorded.
     *
     * @param subject the subject's name when the snapshot was taken
     * @param root the content: the root directory's tree
     * @param coverage the stored {@link io.snapdsl.engine.capture.Coverage}: rules, what they left out, what failed
     * @param origin for a restore, undo or redo: the snapshot whose state was brought back
     */
    public record Facts(
            SubjectId subjectId,
            String subject,
            long sequence,
            Optional<SnapshotId> previous,
            Instant time,
            Trigger trigger,
            String tool,
            String goal,
            String session,
            Hash root,
            Hash coverage,
            ChangeCounts changes,
            Optional<SnapshotId> origin) {}

    public static Snapshot of(Facts facts) {
        return new Snapshot(identify(facts), facts, Optional.empty());
    }

    /** Whether the recorded facts are still those the id was made from. */
    public boolean isIntact() {
        return identify(facts).equals(id);
    }

    public boolean isRemoved() {
        return removedBy.isPresent();
    }

    public SubjectId subjectId() {
        return facts.subjectId;
    }

    public long sequence() {
        return facts.sequence;
    }

    public Hash root() {
        return facts.root;
    }

    private static SnapshotId identify(Facts facts) {
        ByteWriter out = new ByteWriter()
                .u8(FORMAT)
                .varint(facts.subjectId.value())
                .text(facts.subject)
                .varint(facts.sequence)
                .text(facts.previous.map(SnapshotId::hex).orElse(""))
                .instant(facts.time)
                .text(facts.trigger.word())
                .text(facts.tool)
                .text(facts.goal)
                .text(facts.session)
                .hash(facts.root)
                .hash(facts.coverage)
                .varint(facts.changes.created())
                .varint(facts.changes.modified())
                .varint(facts.changes.deleted())
                .text(facts.origin.map(SnapshotId::hex).orElse(""));
        return new SnapshotId(Hash.of(out.toByteArray()));
    }
}
