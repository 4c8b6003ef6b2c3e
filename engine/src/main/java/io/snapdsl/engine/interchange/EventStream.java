package io.snapdsl.engine.interchange;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.event.EventDraft;
import io.snapdsl.engine.event.SessionLog;
import java.io.InputStream;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Records events as they come in, a line of JSON for each: together where many come at once, at once where one comes. */
public final class EventStream {
    private static final int BATCH = 100;

    private final SessionLog log;
    private final Clock clock;
    private final List<EventDraft> waiting = new ArrayList<>(BATCH);
    private long recorded;

    public EventStream(SessionLog log, Clock clock) {
        this.log = log;
        this.clock = clock;
    }

    /** Until the stream ends. What was recorded before a line that can't be stays. */
    public long append(InputStream in) {
        JsonLines lines = new JsonLines("Standard input", in);
        try {
            for (Optional<Line> line = lines.next(); line.isPresent(); line = lines.next()) {
                waiting.add(draft(line.get()));
                if (waiting.size() == BATCH || !lines.isReady()) {
                    flush();
                }
            }
            flush();
            return recorded;
        } catch (SnapdslException e) {
            throw e.code() == ErrorCode.INVALID_IMPORT ? stopped(e) : e;
        }
    }

    private EventDraft draft(Line line) {
        try {
            EventDraft draft = EventLine.draft(line, clock.instant());
            SessionLog.requireUsable(draft);
            return draft;
        } catch (SnapdslException e) {
            // Which line it is, only this place knows.
            throw e.code() == ErrorCode.INVALID_IMPORT
                    ? e
                    : line.problem(e.getMessage().replaceFirst("\\.$", ""));
        }
    }

    private SnapdslException stopped(SnapdslException e) {
        flush();
        String kept = recorded == 0 ? "Nothing was recorded." : "The " + recorded + " before it were recorded.";
        return new SnapdslException(
                ErrorCode.INVALID_JSON,
                e.getMessage().replace("Nothing was brought in.", kept),
                "Go on with that line, put right.",
                e);
    }

    private void flush() {
        if (!waiting.isEmpty()) {
            recorded += log.append(waiting).size();
            waiting.clear();
        }
    }
}
