/**
 * Policy scripts. {@link io.snapdsl.dsl.PolicyLoader} takes one from text to the engine's policy model: {@code check}
 * compiles it or finds its mistakes, {@code compiled} keeps the result, and {@code words} is what the script then calls.
 */
package io.snapdsl.dsl;
