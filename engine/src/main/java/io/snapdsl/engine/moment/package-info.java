/**
 * Moments: several subjects taken together, under one id. Whatever can be held is held while all of them are read, and
 * what was taken is published in one go, or not at all.
 */
package io.snapdsl.engine.moment;
