/**
 * Compiled scripts, in the cache and in memory.
 */
package io.snapdsl.dsl.compiled;
