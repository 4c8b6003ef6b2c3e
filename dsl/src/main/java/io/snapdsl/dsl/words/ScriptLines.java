package io.snapdsl.dsl.words;

import java.lang.StackWalker.StackFrame;
import java.util.Arrays;
import java.util.OptionalInt;

/** Which line of a script is being run, or was when something failed. */
public class ScriptLines {
    private final String sourceName;

    public ScriptLines(String sourceName) {
        this.sourceName = sourceName;
    }

    public int current() {
        return StackWalker.getInstance()
                .walk(frames -> frames.filter(frame -> sourceName.equals(frame.getFileName()))
                        .map(StackFrame::getLineNumber)
                        .filter(line -> line > 0)
                        .findFirst())
                .orElse(1);
    }

    /** Where in that line a word is, if that is known. */
    public OptionalInt columnOf(String word) {
        return OptionalInt.empty();
    }

    int of(Throwable failure) {
        return of(failure.getStackTrace());
    }

    public int of(StackTraceElement[] stack) {
        return Arrays.stream(stack)
                .filter(frame -> sourceName.equals(frame.getFileName()) && frame.getLineNumber() > 0)
                .findFirst()
                .map(StackTraceElement::getLineNumber)
                .orElse(1);
    }
}
