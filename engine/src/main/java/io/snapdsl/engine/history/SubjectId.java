package io.snapdsl.engine.history;

/** A subject's number in its store. */
public record SubjectId(long value) {}
