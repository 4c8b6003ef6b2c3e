/**
 * For authors of policies: puts a policy script on trial. Time is set, not waited for; all else is what {@code snapdsl
 * run} does, on a store and workspaces that are gone afterwards. Begin with {@link io.snapdsl.testkit.PolicyTrial}.
 */
package io.snapdsl.testkit;
