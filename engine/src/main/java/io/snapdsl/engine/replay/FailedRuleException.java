package io.snapdsl.engine.replay;

/** A {@link Reducer} could not do what it says. */
public final class FailedRuleException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param problem where, and what went wrong there */
    public FailedRuleException(String problem, Throwable cause) {
        super(problem, cause);
    }
}
