package io.snapdsl.cli.agent;

import io.snapdsl.cli.agent.HookCheckup.Finding;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.history.Trigger;
import io.snapdsl.engine.history.Workspaces;
import io.snapdsl.engine.session.AgentSessions;
import io.snapdsl.engine.shape.JsonText;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.engine.store.SnapshotStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/** A short run of an agent that there is not: what its settings name is done as it would, and must leave a snapshot. */
public final class HookTrial {
    private static final long PATIENCE_SECONDS = 60;

    private final SnapshotStore store;
    private final Workspaces workspaces;
    private final AgentSessions sessions;
    private final Path directory;
    private final Map<String, String> environment;

    /** @param directory where the run is at work */
    public HookTrial(
            SnapshotStore store,
            Workspaces workspaces,
            AgentSessions sessions,
            Path directory,
            Map<String, String> environment) {
        this.store = store;
        this.workspaces = workspaces;
        this.sessions = sessions;
        this.directory = directory;
        this.environment = environment;
    }

    /** @param target what the agent's settings name */
    public Finding run(HookedAgent agent, HookTarget target) {
        String id = UUID.randomUUID().toString().substring(0, 8);
        String session = agent.word() + "-" + id;
        try {
            Files.createDirectories(directory);
            Workspace workspace = workspaces.register(directory, false).workspace();
            long start = System.nanoTime();
            tell(agent, target, id, agent.events().get(0));
            tell(agent, target, id, agent.beforeTool());
            Files.writeString(directory.resolve("tried.txt"), "The run " + session + " was here.\n");
            tell(agent, target, id, agent.afterTool());
            long each = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start) / 3;
            Finding finding = finding(agent, target.text(), session, workspace, each);
            endSession(session);
            return finding;
        } catch (IOException e) {
            return Finding.bad(agent.word(), "'" + target.text() + "' could not be tried: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Finding.bad(agent.word(), "interrupted");
        }
    }

    private Finding finding(HookedAgent agent, String command, String session, Workspace workspace, long each) {
        Optional<Snapshot> taken = store.catalog()
                .head(workspace.id())
                .filter(head ->
                        head.note().session().equals(session) && head.note().trigger() == Trigger.ACTION);
        return taken.map(snapshot -> Finding.good(
                        agent.word(),
                        "'" + command + "' took the snapshot " + snapshot.id().shortHex() + " of "
                                + workspace.directory() + ", about " + each + " ms for each hook"))
                .orElse(Finding.bad(
                        agent.word(),
                        "'" + command + "' ran, but took no snapshot of " + workspace.directory()
                                + ": run 'snapdsl doctor', then try again"));
    }

    private void tell(HookedAgent agent, HookTarget target, String id, String event)
            throws IOException, InterruptedException {
        String payload = payload(agent, id, event);
        String answer =
                (target instanceof HookTarget.Post ? post(target.text(), payload) : run(target.text(), payload));
        if (!answer.strip().equals("{}")) {
            throw new IOException("for " + event + " it answered '" + answer.strip() + "'");
        }
    }

    private String run(String command, String payload) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", command)
                .directory(directory.toFile())
                .redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().putAll(environment);
        builder.environment().put("SNAPDSL_STORE", store.checkup().directory().toString());
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
                .orElseThrow(() -> new IOException(
                        HookTarget.TOKEN + " is not set here, and the agent needs it: " + "export " + HookTarget.TOKEN
                                + "=$(cat " + store.checkup().directory().resolve("token") + ")"));
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
            throw new IOException(
                    "nobody listens there: keep 'snapdsl serve' or 'snapdsl run' running at that port", e);
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
                directory.toString(),
                "hook_event_name",
                event,
                "tool_name",
                agent.shell(),
                "tool_use_id",
                "1",
                "tool_input",
                Shapes.object("command", "echo tried")));
    }

    /** Some agents don't tell when a run ends. */
    private void endSession(String session) {
        if (store.sessions().find(session).isPresent()) {
            sessions.end(session, "tried by 'snapdsl agent doctor'");
        }
    }
}
