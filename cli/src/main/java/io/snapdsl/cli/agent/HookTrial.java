package io.snapdsl.cli.agent;

import io.snapdsl.cli.agent.HookCheckup.Finding;
import io.snapdsl.engine.history.Trigger;
import io.snapdsl.engine.shape.JsonText;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.web.hook.HubListener;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * A short run of an agent that there is not: what its settings name is done as it would. The store that agents use is told
 * something that means nothing, to see that it is reached; the run itself is kept in a store of its own, so nothing is left of it.
 */
public final class HookTrial {
    private static final long PATIENCE_SECONDS = 60;
    private static final String MEANS_NOTHING = "SnapdslDoctor";
    private static final String NOBODY =
            "nobody listens there for this store: keep 'snapdsl serve' or 'snapdsl run' running at that port";

    private final Path store;
    private final boolean isMade;
    private final Function<Path, SnapshotStore> opening;
    private final Path scratch;
    private final Map<String, String> environment;

    /**
     * @param store the one that agents use
     * @param isMade whether it is there yet
     * @param opening opens another
     * @param scratch an empty directory
     */
    public HookTrial(
            Path store,
            boolean isMade,
            Function<Path, SnapshotStore> opening,
            Path scratch,
            Map<String, String> environment) {
        this.store = store;
        this.isMade = isMade;
        this.opening = opening;
        this.scratch = scratch;
        this.environment = environment;
    }

    /** @param target what the agent's settings name */
    public Finding run(HookedAgent agent, HookTarget target) {
        try {
            if (target instanceof HookTarget.Post post) {
                long took = took(() -> told(MEANS_NOTHING, post(post.text(), payload(agent, "", MEANS_NOTHING))));
                return Finding.good(agent.word(), "'" + post.text() + "' takes hooks, about " + took + " ms for each");
            }
            // A hub is started by whoever needs one, and this is over at once.
            String command = target.text().replaceFirst(" --start-hub$", "");
            Path own = scratch.resolve("store");
            Path told = isMade ? store : own; // There may be none yet, and we make none.
            long took = took(() -> told(MEANS_NOTHING, run(command, told, payload(agent, "", MEANS_NOTHING))));
            return kept(agent, command, own, took);
        } catch (IOException e) {
            return Finding.bad(agent.word(), "'" + target.text() + "' could not be tried: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Finding.bad(agent.word(), "interrupted");
        }
    }

    private Finding kept(HookedAgent agent, String command, Path own, long took)
            throws IOException, InterruptedException {
        String id = UUID.randomUUID().toString().substring(0, 8);
        Files.createDirectories(project());
        for (String event : List.of(agent.events().get(0), agent.beforeTool(), agent.afterTool())) {
            if (event.equals(agent.afterTool())) {
                Files.writeString(project().resolve("tried.txt"), "The run " + id + " was here.\n");
            }
            told(event, run(command, own, payload(agent, id, event)));
        }
        try (SnapshotStore kept = opening.apply(own)) {
            return kept.sessions().snapshots(agent.word() + "-" + id).stream()
                    .filter(snapshot -> snapshot.note().trigger() == Trigger.ACTION)
                    .findFirst()
                    .map(snapshot -> Finding.good(
                            agent.word(),
                            "'" + command + "' took the snapshot "
                                    + snapshot.id().shortHex()
                                    + " in a store of its own, which is gone again; about " + took
                                    + " ms for each hook of yours"))
                    .orElseGet(() -> Finding.bad(
                            agent.word(),
                            "'" + command + "' ran, but took no snapshot: run 'snapdsl doctor', then try again"));
        }
    }

    private Path project() {
        return scratch.resolve("project");
    }

    private interface Telling {
        void run() throws IOException, InterruptedException;
    }

    /** In milliseconds. */
    private static long took(Telling telling) throws IOException, InterruptedException {
        long start = System.nanoTime();
        telling.run();
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    }

    private static void told(String event, String answer) throws IOException {
        if (!answer.strip().equals("{}")) {
            throw new IOException("for " + event + " it answered '" + answer.strip() + "'");
        }
    }

    private String run(String command, Path into, String payload) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", command)
                .directory(scratch.toFile())
                .redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().putAll(environment);
        builder.environment().put("SNAPDSL_STORE", into.toString());
        Process process = builder.start();
        try (OutputStream in = process.getOutputStream()) {
            in.write(payload.getBytes(StandardCharsets.UTF_8));
        }
        String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            process.destroy();
            throw new IOException("it did not end");
        }
        if (process.exitValue() != 0) {
            throw new IOException("it answered '" + answer.strip() + "', exit status " + process.exitValue());
        }
        return answer;
    }

    /** As the agent would, with what its environment has. */
    private String post(String address, String payload) throws IOException {
        String token = Optional.ofNullable(environment.get(HookTarget.TOKEN))
                .orElseThrow(() -> new IOException(HookTarget.TOKEN + " is not set here, and the agent needs it: "
                        + "export " + HookTarget.TOKEN + "=$(cat " + store.resolve("token") + ")"));
        if (HubListener.alive(store).isEmpty()) {
            throw new IOException(NOBODY); // Whoever else listens there is not to have the token.
        }
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(address).toURL().openConnection();
        connection.setConnectTimeout((int) TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
        connection.setReadTimeout((int) TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
        connection.setDoOutput(true);
        connection.setRequestProperty("Content-Type", "application/json");
        connection.setRequestProperty("Authorization", "Bearer " + token);
        try (OutputStream out = connection.getOutputStream()) {
            out.write(payload.getBytes(StandardCharsets.UTF_8));
        } catch (ConnectException e) {
            throw new IOException(NOBODY, e);
        }
        if (connection.getResponseCode() != HttpURLConnection.HTTP_OK) {
            throw new IOException("the server there refuses us with " + connection.getResponseCode() + ": is "
                    + HookTarget.TOKEN + " the token of this store, and its server the one that listens there?");
        }
        try (InputStream in = connection.getInputStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private String payload(HookedAgent agent, String id, String event) {
        return JsonText.of(Shapes.object(
                "session_id",
                id,
                "cwd",
                project().toString(),
                "hook_event_name",
                event,
                "tool_name",
                agent.shell(),
                "tool_use_id",
                "1",
                "tool_input",
                Shapes.object("command", "echo tried")));
    }
}
