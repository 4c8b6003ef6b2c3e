package io.snapdsl.dsl.words;

import java.lang.StackWalker.StackFrame;
import java.util.Arrays;

/** Which line of a script is being run, or was when something failed. */
public final class ScriptLines {
    private final String sourceName;

    public ScriptLines(String sourceName) {
        this.sourceName = sourceName;
    }

    int current() {
        return StackWalker.getInstance()
                .walk(frames -> frames.filter(frame -> sourceName.equals(frame.getFileName()))
                        .map(StackFrame::getLineNumber)
                        .filter(line -> line > 0)
                        .findFirst())
                .orElse(1);
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
