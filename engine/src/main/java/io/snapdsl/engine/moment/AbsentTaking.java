package io.snapdsl.engine.moment;

import io.snapdsl.engine.history.Subject;

/** Takes a subject that is gone: that it is not there is what there is to keep. */
public record AbsentTaking(Subject subject) implements Taking {
    @Override
    public void begin() {}

    @Override
    public void capture() {}

    @Override
    public Draft draft() {
        return new Draft.Unchanged(new Part.Absent(subject.id(), subject.name()));
    }
}
