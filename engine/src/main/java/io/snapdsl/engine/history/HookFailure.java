package io.snapdsl.engine.history;

/** What a tool of an agent's may do when what is there before it can't be kept. */
public enum HookFailure {
    /** It goes on, and the person is told. */
    PROCEED,
    /** It is refused. */
    BLOCK
}
