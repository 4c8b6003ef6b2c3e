package io.snapdsl.engine.moment;

import io.snapdsl.engine.content.ByteWriter;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.history.Operation;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.history.Trigger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Several subjects as they were together. The id is the hash of {@link Facts every field}. */
public record Moment(MomentId id, Facts facts) {
    private static final int FORMAT = 1;

    /**
     * What was recorded.
     *
     * @param time when all of it had been read
     * @param spread how long it took to read, from the first of it to the last: nothing in it is further apart
     * @param policy the policy that wanted it, or empty
     */
    public record Facts(
            Instant time,
            Duration spread,
            Trigger trigger,
            String goal,
            String session,
            String policy,
            List<Part> parts) {
        public Facts {
            parts = List.copyOf(parts);
        }

        public Facts with(List<Part> others) {
            return new Facts(time, spread, trigger, goal, session, policy, others);
        }
    }

    public static Moment of(Facts facts) {
        return new Moment(identify(facts), facts);
    }

    /** Whether the recorded facts are still those the id was made from. */
    public boolean isIntact() {
        return identify(facts).equals(id);
    }

    public List<Part> parts() {
        return facts.parts;
    }

    /** What the audit log says of it. */
    public Operation operation() {
        String names = facts.parts.stream().map(Part::subject).collect(Collectors.joining(", "));
        return new Operation(facts.time, "moment", Optional.empty(), Optional.empty(), id.shortHex() + ": " + names);
    }

    /** The snapshots among its parts. */
    public Stream<Part.OfSnapshot> snapshots() {
        return facts.parts.stream().filter(Part.OfSnapshot.class::isInstance).map(Part.OfSnapshot.class::cast);
    }

    /** Whether {@code other} shows all its subjects just the same. */
    boolean isSameAs(Moment other) {
        return states(this).equals(states(other));
    }

    private static Map<SubjectId, Hash> states(Moment moment) {
        return moment.facts.parts.stream().collect(Collectors.toMap(Part::subjectId, Part::state));
    }

    private static MomentId identify(Facts facts) {
        ByteWriter out = new ByteWriter()
                .u8(FORMAT)
                .instant(facts.time)
                .varint(facts.spread.toNanos())
                .text(facts.trigger.word())
                .text(facts.goal)
                .text(facts.session)
                .text(facts.policy)
                .varint(facts.parts.size());
        facts.parts.forEach(part -> out.varint(part.subjectId().value())
                .text(part.subject())
                .u8(part.isNew() ? 1 : 0)
                .hash(part.state()));
        return new MomentId(Hash.of(out.toByteArray()));
    }
}
