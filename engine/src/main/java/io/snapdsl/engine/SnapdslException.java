package io.snapdsl.engine;

/** A failure the user can understand: what happened to which thing, and in the hint what to do next. */
public class SnapdslException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;
    private final String hint;

    public SnapdslException(ErrorCode code, String message, String hint) {
        this(code, message, hint, null);
    }

    public SnapdslException(ErrorCode code, String message, String hint, Throwable cause) {
        super(message, cause);
        this.code = code;
        this.hint = hint;
    }

    public ErrorCode code() {
        return code;
    }

    public String hint() {
        return hint;
    }
}
