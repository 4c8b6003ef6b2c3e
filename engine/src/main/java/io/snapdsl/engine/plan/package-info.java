/**
 * Restore plans: every step is decided and looked at before the first is done, then they are done in order, and if one
 * fails the plan says whether what was restored so far stays or goes back.
 */
package io.snapdsl.engine.plan;
