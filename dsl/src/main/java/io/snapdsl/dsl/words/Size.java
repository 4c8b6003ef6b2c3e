package io.snapdsl.dsl.words;

/** An amount of stored data, as in {@code 10.GB}. */
public record Size(long bytes) {}
