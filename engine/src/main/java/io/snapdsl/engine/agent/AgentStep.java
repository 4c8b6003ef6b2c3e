package io.snapdsl.engine.agent;

/** What an agent tells. */
public sealed interface AgentStep {
    AgentRun run();

    record Started(AgentRun run, String goal) implements AgentStep {}

    /** The agent has been given something to do. */
    record Prompted(AgentRun run, String goal) implements AgentStep {}

    record BeforeTool(AgentRun run, ToolCall call) implements AgentStep {}

    /** Whether the tool did what it should or not. */
    record AfterTool(AgentRun run, ToolCall call) implements AgentStep {}

    /** The agent has done what it was given, and waits. */
    record TurnEnded(AgentRun run) implements AgentStep {}

    record Ended(AgentRun run, String outcome) implements AgentStep {}
}
