/**
 * What agents tell while they work, and what follows from it. {@link io.snapdsl.engine.agent.AgentHub} takes it in; how each
 * agent says it is known elsewhere.
 */
package io.snapdsl.engine.agent;
