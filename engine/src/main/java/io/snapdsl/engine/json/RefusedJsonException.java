package io.snapdsl.engine.json;

/** What is being written has no canonical form; where it is, whoever reads it knows. */
final class RefusedJsonException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RefusedJsonException(String problem) {
        super(problem);
    }
}
