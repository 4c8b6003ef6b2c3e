/**
 * The language: one class for each place in a script, one annotated method for each word. Everything else that knows
 * words, be it the checker or the reference page, reads these annotations through {@code Vocabulary}.
 */
package io.snapdsl.dsl.words;
