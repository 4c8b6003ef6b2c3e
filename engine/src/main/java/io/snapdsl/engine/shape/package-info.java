/** What an answer looks like, as JSON and in words: the command and the HTTP API give the same. */
package io.snapdsl.engine.shape;
