package io.snapdsl.dsl.check;

/** What something gives can't be told without doing more than to declare, or follows from a mistake. */
final class UnknownException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What stands in a variable then. */
    static final Object VALUE = new Object();

    UnknownException() {
        super(null, null, false, false);
    }
}
