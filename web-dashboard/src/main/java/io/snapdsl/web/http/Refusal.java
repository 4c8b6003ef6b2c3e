package io.snapdsl.web.http;

import io.snapdsl.engine.ErrorCode;

/** A request that is not answered for what it is, before anybody looked at what it wants. */
public final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String code;
    private final String hint;

    public Refusal(int status, String message, String hint) {
        this(status, status == 404 ? ErrorCode.UNKNOWN_PATH.name() : "REFUSED", message, hint);
    }

    /** With the code that the command has for it. */
    public Refusal(int status, ErrorCode code, String message, String hint) {
        this(status, code.name(), message, hint);
    }

    private Refusal(int status, String code, String message, String hint) {
        super(message);
        this.status = status;
        this.code = code;
        this.hint = hint;
    }

    int status() {
        return status;
    }

    String code() {
        return code;
    }

    String hint() {
        return hint;
    }
}
