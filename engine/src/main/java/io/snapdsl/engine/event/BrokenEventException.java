package io.snapdsl.engine.event;

/** An event is not what was recorded, or what it says is not so. */
public final class BrokenEventException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long clock;

    public BrokenEventException(long clock, String problem, Throwable cause) {
        super(problem, cause);
        this.clock = clock;
    }

    public BrokenEventException(long clock, String problem) {
        this(clock, problem, null);
    }

    /** Which event. */
    public long clock() {
        return clock;
    }
}
