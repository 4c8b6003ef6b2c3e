package io.snapdsl.engine.content;

/** Stored bytes are missing, malformed, or not those their hash names. */
public final class DamagedContentException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public DamagedContentException(String message) {
        super(message);
    }

    public DamagedContentException(String message, Throwable cause) {
        super(message, cause);
    }
}
