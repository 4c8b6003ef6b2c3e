/**
 * What a user wants protected, when, for how long and how it comes back: the model that a policy script is turned into.
 * Data only. The script's language is the {@code dsl} module's business; what follows from a policy, and when, is
 * {@code engine.run}'s.
 */
package io.snapdsl.engine.policy;
