package io.snapdsl.engine.policy;

import io.snapdsl.engine.consolidation.Strategy;

/**
 * Merge snapshots into fewer, as soon as there are enough.
 *
 * @param after nothing is merged while a subject shows no more than this
 * @param preserveDiffs whether what each merged one changed stays retrievable as a patch
 */
public record ConsolidateAfter(Strategy strategy, int after, boolean preserveDiffs) {}
