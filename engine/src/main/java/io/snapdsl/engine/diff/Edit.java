package io.snapdsl.engine.diff;

/** Lines {@code oldStart} to before {@code oldEnd} gave way to lines {@code newStart} to before {@code newEnd}. */
record Edit(int oldStart, int oldEnd, int newStart, int newEnd) {
    int removed() {
        return oldEnd - oldStart;
    }

    int added() {
        return newEnd - newStart;
    }

    Edit shifted(int lines) {
        return new Edit(oldStart + lines, oldEnd + lines, newStart + lines, newEnd + lines);
    }

    Edit joinedWith(Edit next) {
        return new Edit(oldStart, next.oldEnd, newStart, next.newEnd);
    }
}
