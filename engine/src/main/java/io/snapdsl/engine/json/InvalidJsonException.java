package io.snapdsl.engine.json;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;

/** A text is no JSON that can be kept. Where is known by line and column, or else by a pointer in the problem. */
public final class InvalidJsonException extends SnapdslException {
    private static final long serialVersionUID = 1L;

    private final String problem;
    private final long line;
    private final long column;

    /** @param line from 1; 0 if the place is not known */
    InvalidJsonException(String problem, long line, long column, Throwable cause) {
        super(
                ErrorCode.INVALID_JSON,
                "This can't be kept as JSON" + (line > 0 ? ", at line " + line + ", column " + column : "") + ": "
                        + problem + ".",
                "See 'What a state may hold' in docs/state.md.",
                cause);
        this.problem = problem;
        this.line = line;
        this.column = column;
    }

    InvalidJsonException(String problem) {
        this(problem, 0, 0, null);
    }

    public String problem() {
        return problem;
    }

    public long line() {
        return line;
    }

    public long column() {
        return column;
    }
}
