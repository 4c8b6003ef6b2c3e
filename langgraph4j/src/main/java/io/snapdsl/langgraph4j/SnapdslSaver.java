package io.snapdsl.langgraph4j;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.snapdsl.api.Snapdsl;
import io.snapdsl.api.State;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import org.bsc.langgraph4j.RunnableConfig;
import org.bsc.langgraph4j.checkpoint.AbstractCheckpointSaver;
import org.bsc.langgraph4j.checkpoint.Checkpoint;
import org.bsc.langgraph4j.serializer.PlainTextStateSerializer;
import org.bsc.langgraph4j.serializer.StateSerializer;
import org.bsc.langgraph4j.state.AgentState;

/**
 * Keeps the checkpoints of a LangGraph4j graph in a store of snapdsl. Each thread is a state, called {@code NAME/THREAD};
 * each thing done to it, a replaced or a released checkpoint too, is one more entry of its chain, so nothing is ever lost.
 *
 * <p>What a graph knows is kept as its own serializer writes it, as text where that is text: the graph gets back exactly what
 * it gave, which a rewritten number would not be.
 */
public final class SnapdslSaver extends AbstractCheckpointSaver {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int PAGE = 100;
    private static final String PUT = "put";
    private static final String REPLACE = "replace";
    private static final String RELEASE = "release";

    /** What a thread's chain amounts to, up to that entry. */
    private record Known(long number, List<Checkpoint> checkpoints) {}

    private final Snapdsl snapdsl;
    private final String name;
    private final StateSerializer<? extends AgentState> serializer;
    private final Map<String, Known> known = new HashMap<>();

    /**
     * @param name of the graph: its threads are the states that begin with it
     * @param serializer the graph's own, {@code StateGraph.getStateSerializer()}
     */
    public SnapdslSaver(Snapdsl snapdsl, String name, StateSerializer<? extends AgentState> serializer) {
        this.snapdsl = snapdsl;
        this.name = name;
        this.serializer = serializer;
    }

    @Override
    protected LinkedList<Checkpoint> loadCheckpoints(RunnableConfig config) throws Exception {
        State state = state(config);
        long newest = state.latest().map(State.Checkpoint::number).orElse(0L);
        Known found = known.get(state.name());
        // Another process may have gone on with the thread.
        if (found == null || found.number() != newest) {
            found = new Known(newest, read(state, newest));
            known.put(state.name(), found);
        }
        return new LinkedList<>(found.checkpoints());
    }

    @Override
    protected void insertedCheckpoint(RunnableConfig config, LinkedList<Checkpoint> all, Checkpoint checkpoint)
            throws Exception {
        append(config, all, checkpoint.getNodeId(), entry(PUT, checkpoint));
    }

    @Override
    protected void updatedCheckpoint(RunnableConfig config, LinkedList<Checkpoint> all, Checkpoint checkpoint)
            throws Exception {
        append(config, all, checkpoint.getNodeId(), entry(REPLACE, checkpoint));
    }

    /** The thread begins anew; what was there stays in the store. */
    @Override
    protected Tag releaseCheckpoints(RunnableConfig config, LinkedList<Checkpoint> all) throws Exception {
        append(config, new LinkedList<>(), "released", Map.of("is", RELEASE));
        return new Tag(threadId(config), all);
    }

    private State state(RunnableConfig config) {
        return snapdsl.state(name + "/" + threadId(config));
    }

    private void append(RunnableConfig config, LinkedList<Checkpoint> all, String label, Map<String, String> entry)
            throws IOException {
        State state = state(config);
        long number =
                state.checkpoint(label, "", JSON.writeValueAsString(entry)).number();
        if (number == known.get(state.name()).number() + 1) {
            known.put(state.name(), new Known(number, List.copyOf(all)));
        } else {
            known.remove(state.name());
        }
    }

    private Map<String, String> entry(String what, Checkpoint checkpoint) throws IOException {
        return Map.of(
                "is", what,
                "id", checkpoint.getId(),
                "node", checkpoint.getNodeId(),
                "next", checkpoint.getNextNodeId(),
                "state", write(checkpoint.getState()));
    }

    /** What there is since the thread was last released, newest first. */
    private List<Checkpoint> read(State state, long newest) throws IOException, ClassNotFoundException {
        Deque<JsonNode> oldestFirst = new ArrayDeque<>();
        long before = newest + 1;
        while (before > 1) {
            for (State.Checkpoint entry : state.before(before, PAGE)) {
                JsonNode json = JSON.readTree(entry.json());
                if (json.path("is").asText().equals(RELEASE)) {
                    return replay(oldestFirst);
                }
                oldestFirst.push(json);
                before = entry.number();
            }
        }
        return replay(oldestFirst);
    }

    private List<Checkpoint> replay(Iterable<JsonNode> entries) throws IOException, ClassNotFoundException {
        LinkedList<Checkpoint> all = new LinkedList<>();
        for (JsonNode entry : entries) {
            Checkpoint checkpoint = Checkpoint.builder()
                    .id(entry.path("id").asText())
                    .nodeId(entry.path("node").asText())
                    .nextNodeId(entry.path("next").asText())
                    .state(read(entry.path("state").asText()))
                    .build();
            if (entry.path("is").asText().equals(PUT)) {
                all.push(checkpoint);
            } else {
                all.replaceAll(old -> old.getId().equals(checkpoint.getId()) ? checkpoint : old);
            }
        }
        return all;
    }

    private String write(Map<String, Object> data) throws IOException {
        return serializer instanceof PlainTextStateSerializer<?> text
                ? text.writeDataAsString(data)
                : Base64.getEncoder().encodeToString(serializer.dataToBytes(data));
    }

    private Map<String, Object> read(String data) throws IOException, ClassNotFoundException {
        return serializer instanceof PlainTextStateSerializer<?> text
                ? text.readDataFromString(data)
                : serializer.dataFromBytes(Base64.getDecoder().decode(data));
    }
}
