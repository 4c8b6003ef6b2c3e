package io.snapdsl.engine.history;

import io.snapdsl.engine.content.ByteWriter;
import io.snapdsl.engine.content.Hash;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One immutable entry of a subject's chain. The id is the hash of {@link Facts every field}, the previous id among
 * them: whoever changes one entry has to change all that follow, and {@code verify} sees it.
 *
 * @param removedBy the operation that removed the content; the entry itself stays, so that the chain can be checked
 * @param replacedBy the consolidated snapshot that is shown in its place
 */
public record Snapshot(SnapshotId id, Facts facts, Optional<Long> removedBy, Optional<SnapshotId> replacedBy) {
    private static final int FORMAT = 1;

    /**
     * What was recorded.
     *
     * @param subject the subject's name when the snapshot was taken
     * @param root the content: the root directory's tree
     * @param coverage the stored {@link io.snapdsl.engine.capture.Coverage}: rules, what they left out, what failed
     * @param replaces for a consolidated snapshot: the entries of the chain in whose place it is shown
     */
    public record Facts(
            SubjectId subjectId,
            String subject,
            long sequence,
            Optional<SnapshotId> previous,
            Instant time,
            Note note,
            Hash root,
            Hash coverage,
            ChangeCounts changes,
            Optional<GitPosition> git,
            List<SnapshotId> replaces) {
        public Facts {
            replaces = List.copyOf(replaces);
        }

        /** The tool that was named, or what made the snapshot happen. */
        public String who() {
            boolean someone = note.trigger() == Trigger.MANUAL || note.trigger() == Trigger.ACTION;
            return someone && !note.tool().isEmpty()
                    ? note.tool()
                    : note.trigger().word().replace('_', ' ');
        }
    }

    public static Snapshot of(Facts facts) {
        return new Snapshot(identify(facts), facts, Optional.empty(), Optional.empty());
    }

    /** Whether the recorded facts are still those the id was made from. */
    public boolean isIntact() {
        return identify(facts).equals(id);
    }

    public boolean isRemoved() {
        return removedBy.isPresent();
    }

    public Note note() {
        return facts.note;
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
                .text(facts.note.trigger().word())
                .text(facts.note.tool())
                .text(facts.note.goal())
                .text(facts.note.session())
                .text(facts.note.policy())
                .hash(facts.root)
                .hash(facts.coverage)
                .varint(facts.changes.created())
                .varint(facts.changes.modified())
                .varint(facts.changes.deleted())
                .text(facts.note.origin().map(SnapshotId::hex).orElse(""))
                .varint(facts.note.announced().size());
        facts.note.announced().forEach(path -> out.bytes(path.bytes()));
        out.varint(facts.note.tags().size());
        facts.note.tags().forEach(out::text);
        out.varint(facts.note.claims().size());
        facts.note.claims().forEach(id -> out.hash(id.hash()));
        out.u8(facts.git.isPresent() ? 1 : 0);
        facts.git.ifPresent(git -> out.text(git.commit()).text(git.branch()));
        out.varint(facts.replaces.size());
        facts.replaces.forEach(id -> out.hash(id.hash()));
        return new SnapshotId(Hash.of(out.toByteArray()));
    }
}
