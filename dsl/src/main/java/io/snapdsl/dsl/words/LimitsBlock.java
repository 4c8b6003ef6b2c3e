package io.snapdsl.dsl.words;

import io.snapdsl.engine.retention.Limits;
import java.util.Optional;

@Place(
        name = "limits { }",
        value = "How much may be kept at most, after the rules have decided: beyond it, the oldest go first. What is"
                + " pinned, in a milestone or chosen by tag or id stays, and is not counted.")
public final class LimitsBlock extends Block {
    static final String LIMITS_NOTHING =
            "These limits limit nothing: say perSubject, total or size, or leave them out.";

    private Optional<Integer> perSubject = Optional.empty();
    private Optional<Integer> total = Optional.empty();
    private Optional<Long> size = Optional.empty();

    LimitsBlock(Declarations declarations) {
        super(declarations);
    }

    @Word(value = "Snapshots of one subject.", example = "perSubject 10", once = true)
    public void perSubject(@Checked(Literal.COUNT) int snapshots) {
        check("perSubject", Literal.COUNT, snapshots);
        perSubject = Optional.of(snapshots);
    }

    @Word(value = "Snapshots of all the policy's subjects together.", example = "total 100", once = true)
    public void total(@Checked(Literal.COUNT) int snapshots) {
        check("total", Literal.COUNT, snapshots);
        total = Optional.of(snapshots);
    }

    @Word(value = "Stored content, as compressed.", example = "size 10.GB", once = true)
    public void size(@Checked(Literal.SIZE) Size size) {
        check("size", Literal.SIZE, size);
        this.size = Optional.of(size.bytes());
    }

    Limits limits() {
        Limits limits = new Limits(perSubject, total, size);
        if (limits.isNone() && !hasFailed()) {
            mistake("limits", LIMITS_NOTHING);
        }
        return limits;
    }
}
