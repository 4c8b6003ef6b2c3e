package io.snapdsl.mcp;

import io.snapdsl.mcp.Tool.Effect;
import java.util.List;

/** What an agent knew, and what happened in its run. */
final class StateTools {
    private StateTools() {}

    static List<Tool> all() {
        return List.of(checkpoint(), event(), replay());
    }

    private static Tool checkpoint() {
        return Tool.named("checkpoint", "Keep a state", Effect.ADDS, "state", "checkpoint")
                .saying(
                        "Keeps an agent's state, any JSON value, as it is now. In a session it is one of its events too.")
                .taking(
                        Argument.text("state", "The state's name; made on first use.")
                                .needed(),
                        Argument.option("label", "--label", "What to know this checkpoint by.")
                                .needed(),
                        Argument.input("value", "The state itself: any JSON value."),
                        Argument.session())
                .answering("state", "string", "The state's name.")
                .answering("number", "integer", "The checkpoint's number.")
                .answering("hash", "string", "The hash of its entry.");
    }

    private static Tool event() {
        return Tool.named("record_event", "Record what happened", Effect.ADDS, "state", "event")
                .saying(
                        "Appends an event to a session's log, stamped by its logical clock. The session is started with its first"
                                + " event if need be.")
                .taking(
                        Argument.text("session", "The agent run.").needed(),
                        Argument.option("type", "--type", "What kind of thing happened, such as tool_call or decision.")
                                .needed(),
                        Argument.object("details", "--details", "What exactly: a JSON object."),
                        Argument.option("capability", "--capability", "What was made use of."),
                        Argument.option("cause", "--cause", "The token or action that led to it."),
                        Argument.option("result", "--result", "What came of it."))
                .answering("session", "string", "The session.")
                .answering("clock", "integer", "Its logical time now.");
    }

    private static Tool replay() {
        return Tool.named("replay", "Replay a session", Effect.READS, "state", "replay")
                .saying(
                        "Goes through what happened in a session once more, without doing any of it: checks every event, and every"
                                + " checkpoint and snapshot that they name. 'finding' is null if the history is what was recorded.")
                .taking(
                        Argument.text("session", "The agent run.").needed(),
                        Argument.number("until", "--until", "No further than the event at this logical time."),
                        Argument.option("from", "--from", "Start after this checkpoint: NAME@NUMBER."))
                .answering("replayed", "integer", "How many events were gone through.")
                .answering("events", "array", "The events, oldest first.");
    }
}
