package io.snapdsl.bench;

import io.snapdsl.engine.event.EventDraft;
import io.snapdsl.engine.history.Subject.State;
import io.snapdsl.engine.json.CanonicalJson;
import io.snapdsl.engine.state.CheckpointDraft;
import io.snapdsl.engine.state.States;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.storage.sqlite.SqliteSnapshotStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Records a long session for bench/state: events in batches of 100, and after each batch ten checkpoints of one state of
 * 10 KB, of which each changes one field. Every batch is on the disk before the next begins. Prints what it took as JSON.
 */
public final class StateTimes {
    private static final int BATCH = 100;
    private static final int CHECKPOINTS = 10;
    private static final String SESSION = "run";
    /** As many as these end with the one that takes the most deltas to read. */
    private static final int WORST = 1010;

    private static final int LOOKS = 200;

    private final SnapshotStore store;
    private final State state;
    private long eventNanos;
    private long checkpointNanos;
    private long rawBytes;

    private StateTimes(SnapshotStore store) {
        this.store = store;
        this.state = store.subjects().registerState("planner");
    }

    /** Store, number of events. */
    public static void main(String[] args) throws IOException {
        int events = Integer.parseInt(args[1]);
        try (SnapshotStore store = SqliteSnapshotStore.open(Path.of(args[0]), Duration.ofSeconds(10))) {
            StateTimes times = new StateTimes(store);
            int all = events / BATCH * CHECKPOINTS;
            double early = 0;
            double late = 0;
            for (int number = 0; number < events; number += BATCH) {
                times.appendEvents(number);
                times.appendCheckpoints(number / BATCH * CHECKPOINTS);
                int made = (number / BATCH + 1) * CHECKPOINTS;
                early = made == WORST ? times.latestMillis() : early;
                late = made == all / WORST * WORST ? times.latestMillis() : late;
            }
            System.out.printf(
                    "{\"events\": %d, \"event_seconds\": %.3f, \"checkpoints\": %d, \"checkpoint_seconds\": %.3f,"
                            + " \"raw_bytes\": %d, \"peak_kb\": %s, \"latest_of\": [%d, %d], \"latest_ms\": [%.3f, %.3f]}%n",
                    events,
                    times.eventNanos / 1e9,
                    all,
                    times.checkpointNanos / 1e9,
                    times.rawBytes,
                    peakKilobytes(),
                    WORST,
                    all / WORST * WORST,
                    early,
                    late);
        }
    }

    private void appendEvents(int first) {
        List<EventDraft> drafts = new ArrayList<>(BATCH);
        Instant now = Instant.now();
        for (int i = first; i < first + BATCH; i++) {
            drafts.add(new EventDraft(
                    i % 2 == 0 ? "tool_call" : "tool_result",
                    CanonicalJson.parse("{\"query\": \"question " + i + "\", \"attempt\": " + i % 3 + "}"),
                    "net.search",
                    "token-" + i / 2,
                    "ok",
                    now));
        }
        long start = System.nanoTime();
        store.events().append(SESSION, drafts);
        eventNanos += System.nanoTime() - start;
    }

    private void appendCheckpoints(int first) {
        List<CheckpointDraft> drafts = new ArrayList<>(CHECKPOINTS);
        for (int i = first; i < first + CHECKPOINTS; i++) {
            CanonicalJson json = CanonicalJson.parse(state(i));
            rawBytes += json.bytes().length;
            drafts.add(new CheckpointDraft(state, "step-" + i, SESSION, Instant.now(), json, Optional.empty()));
        }
        long start = System.nanoTime();
        store.checkpoints().append(drafts);
        checkpointNanos += System.nanoTime() - start;
    }

    /** The median, with its state and all that vouches for it. */
    private double latestMillis() {
        States states = new States(store, Clock.systemUTC());
        long[] nanos = new long[LOOKS];
        for (int i = 0; i < LOOKS; i++) {
            long start = System.nanoTime();
            states.latest(state).orElseThrow();
            nanos[i] = System.nanoTime() - start;
        }
        Arrays.sort(nanos);
        return nanos[LOOKS / 2] / 1e6;
    }

    /** What an agent remembers of its work so far. */
    private static String state(int step) {
        StringBuilder memory = new StringBuilder();
        for (int i = 0; i < 117; i++) {
            memory.append(i == 0 ? "" : ",")
                    .append("{\"id\": ")
                    .append(i * 7919 % 10_007)
                    .append(", \"text\": \"looked into file ")
                    .append(i * 31 % 97)
                    .append(" and found ")
                    .append(i * 17 % 89)
                    .append(" places to change")
                    .append("\", \"score\": 0.")
                    .append(1000 + i * 613 % 9000)
                    .append("}");
        }
        return "{\"goal\": \"make the parser faster\", \"step\": " + step + ", \"memory\": [" + memory + "]}";
    }

    private static String peakKilobytes() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("VmHWM"))
                .map(line -> line.replaceAll("\\D", ""))
                .findFirst()
                .orElse("null");
    }
}
