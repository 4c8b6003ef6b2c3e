package io.snapdsl.engine.interchange;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.event.Event;
import io.snapdsl.engine.files.IoErrors;
import io.snapdsl.engine.replay.Finding;
import io.snapdsl.engine.replay.Replay;
import io.snapdsl.engine.state.Restored;
import io.snapdsl.engine.store.SnapshotStore;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Writes a session as the two files from which it can be replayed anywhere: {@code snapshots.jsonl} and {@code
 * events.jsonl}. It is a replay that writes down what it sees, so nothing goes out that is not what was recorded.
 */
public final class SessionExport {
    public static final String SNAPSHOTS = "snapshots.jsonl";
    public static final String EVENTS = "events.jsonl";

    private final SnapshotStore store;

    public SessionExport(SnapshotStore store) {
        this.store = store;
    }

    /** @throws SnapdslException if the session's history is damaged, or the files are there already */
    public Replay.Result export(String session, Path directory) {
        Path snapshots = directory.resolve(SNAPSHOTS);
        Path events = directory.resolve(EVENTS);
        try {
            Files.createDirectories(directory);
            try (OutputStream snapshotsOut = create(snapshots);
                    OutputStream eventsOut = create(events)) {
                return write(session, snapshotsOut, eventsOut);
            }
        } catch (FileAlreadyExistsException e) {
            throw new SnapdslException(
                    ErrorCode.TARGET_NOT_EMPTY,
                    e.getFile() + " is there already.",
                    "Choose another directory: nothing is overwritten.",
                    e);
        } catch (IOException | UncheckedIOException e) {
            IOException cause = e instanceof UncheckedIOException unchecked ? unchecked.getCause() : (IOException) e;
            throw new SnapdslException(
                    ErrorCode.IO_FAILED,
                    "The session could not be written to " + directory + ": " + IoErrors.describe(cause) + ".",
                    "What is there is incomplete: remove it, see to the disk, and try again.",
                    e);
        }
    }

    private Replay.Result write(String session, OutputStream snapshots, OutputStream events) {
        Replay.Request request = new Replay.Request(session, OptionalLong.empty(), Optional.empty(), Map.of());
        Replay.Result result = new Replay(store, request, (event, checkpoint) -> {
                    try {
                        write(event, checkpoint, snapshots, events);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                })
                .run();
        result.finding().ifPresent(finding -> {
            throw damaged(session, finding);
        });
        return result;
    }

    private static void write(Event event, Optional<Restored> checkpoint, OutputStream snapshots, OutputStream events)
            throws IOException {
        events.write(EventLine.write(event));
        if (checkpoint.isPresent()) {
            snapshots.write(SnapshotLine.write(checkpoint.get()));
        }
    }

    private static SnapdslException damaged(String session, Finding finding) {
        return new SnapdslException(
                ErrorCode.DAMAGED,
                "The session " + session + " can't be exported: event " + finding.clock() + ": " + finding.problem()
                        + ".",
                "What was written ends before that event. 'snapdsl verify' lists all damage.");
    }

    private static OutputStream create(Path file) throws IOException {
        return new BufferedOutputStream(
                Files.newOutputStream(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), 1 << 16);
    }
}
