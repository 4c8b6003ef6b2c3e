/**
 * snapdsl for programs: what they change can be taken back, and is known to be theirs.
 *
 * <pre>{@code
 * try (Snapdsl snapdsl = Snapdsl.open(Path.of("/var/lib/snapdsl"))) {
 *     Workspace shop = snapdsl.workspace(Path.of("shop"));
 *     Snapshot before = shop.snap("before the agent");
 *     // …
 *     shop.restore(before);
 * }
 * }</pre>
 *
 * <p>What can't be done is a {@link io.snapdsl.engine.SnapdslException}, which says why and what to do. Everything is safe for
 * use by several threads, and several processes may share a store.
 */
package io.snapdsl.api;
