package io.snapdsl.cli.command;

import io.snapdsl.cli.SnapdslCommand;
import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.event.Event;
import io.snapdsl.engine.event.EventDraft;
import io.snapdsl.engine.event.SessionLog;
import io.snapdsl.engine.interchange.EventStream;
import io.snapdsl.engine.json.CanonicalJson;
import io.snapdsl.engine.shape.Shapes;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

@Command(
        name = "event",
        description = {
            "Records what happened in a session: one event by options; or, without --type, one for each line of JSON on"
                    + " standard input, with the same names.",
            "Lines that are there at once are recorded together, up to a hundred; all that was recorded stays."
        },
        footer = {
            "",
            "Example: snapdsl state event run-7 --type tool_call --details '{\"q\": \"rust\"}' --capability net.search",
            "         echo '{\"type\": \"decision\", \"details\": {\"choice\": 2}}' | snapdsl state event run-7"
        })
public final class StateEventCommand implements Callable<Integer> {
    @ParentCommand
    private StateCommand state;

    @Parameters(
            arity = "0..1",
            paramLabel = "SESSION",
            defaultValue = SessionDefault.ENVIRONMENT,
            description = "The agent run, started with its first event if need be. Default: $SNAPDSL_SESSION.")
    private String session;

    @Option(names = "--type", paramLabel = "T", description = "What kind of thing happened.")
    private Optional<String> type;

    @Option(names = "--details", paramLabel = "JSON", defaultValue = "{}", description = "What exactly.")
    private String details;

    @Option(names = "--capability", paramLabel = "C", defaultValue = "", description = "What was made use of.")
    private String capability;

    @Option(names = "--cause", paramLabel = "X", defaultValue = "", description = "The token or action that led to it.")
    private String cause;

    @Option(names = "--result", paramLabel = "R", defaultValue = "", description = "What came of it.")
    private String result;

    @Override
    public Integer call() {
        if (session.isEmpty()) {
            throw new SnapdslException(
                    ErrorCode.USAGE, "An event belongs to a session.", "Name one, or set SNAPDSL_SESSION.");
        }
        SnapdslCommand snapdsl = state.snapdsl();
        SessionLog log = new SessionLog(snapdsl.store().events(), session);
        long recorded = type.isPresent() ? one(log) : new EventStream(log, snapdsl.clock()).append(snapdsl.in());
        long clock = snapdsl.store().events().end(session).number();
        snapdsl.out().json(Shapes.object("session", session, "recorded", recorded, "clock", clock));
        snapdsl.out().line(Output.count(recorded, "event") + " recorded; " + Output.plain(session) + " is at " + clock);
        return 0;
    }

    private long one(SessionLog log) {
        List<Event> made = log.append(List.of(new EventDraft(
                type.get(),
                CanonicalJson.parse(details),
                capability,
                cause,
                result,
                state.snapdsl().clock().instant())));
        return made.size();
    }
}
