package io.snapdsl.web.http;

/** A request that is not answered for what it is, before anybody looked at what it wants. */
public final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String hint;

    public Refusal(int status, String message, String hint) {
        super(message);
        this.status = status;
        this.hint = hint;
    }

    int status() {
        return status;
    }

    String hint() {
        return hint;
    }
}
