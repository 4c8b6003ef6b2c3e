package io.snapdsl.cli.agent;

import io.snapdsl.cli.agent.HookCheckup.Finding;
import io.snapdsl.engine.shape.JsonText;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.web.hook.HookIntake;
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
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A hook of an agent that there is not: what the settings name is done as it would, all the way through the server if one runs.
 * It is told something that means nothing, to see how long that takes; then the use of a tool, as a rehearsal.
 */
public final class HookTrial {
    private static final long PATIENCE_SECONDS = 60;
    private static final String MEANS_NOTHING = "SnapdslDoctor";
    private static final String NOTHING = "{}";
    private static final Pattern TAKEN =
            Pattern.compile("\\{\"systemMessage\":\"" + HookIntake.REHEARSED + "([0-9a-f]+)\"}");
    private static final String OLDER =
            "it takes hooks, but knows no rehearsal, so it is older than this snapdsl: end the"
                    + " server, start 'snapdsl serve' again, and see that the snapdsl on the PATH is this one";
    private static final String NOBODY =
            "nobody listens there for this store: keep 'snapdsl serve' or 'snapdsl run' running at that port";

    private final Path store;
    private final boolean isMade;
    private final Path scratch;
    private final Map<String, String> environment;

    /**
     * @param store the one that agents use
     * @param isMade whether it is there yet
     * @param scratch an empty directory
     */
    public HookTrial(Path store, boolean isMade, Path scratch, Map<String, String> environment) {
        this.store = store;
        this.isMade = isMade;
        this.scratch = scratch;
        this.environment = environment;
    }

    /** @param target what the agent's settings name */
    public Finding run(HookedAgent agent, HookTarget target) {
        try {
            long start = System.nanoTime();
            String heard = told(target, payload(agent, MEANS_NOTHING));
            long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
            if (!heard.equals(NOTHING)) {
                throw new IOException("for " + MEANS_NOTHING + " it answered '" + heard + "'");
            }
            return rehearsed(agent, target, took);
        } catch (IOException e) {
            return Finding.bad(agent.word(), "'" + target.text() + "' could not be tried: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Finding.bad(agent.word(), "interrupted");
        }
    }

    private Finding rehearsed(HookedAgent agent, HookTarget target, long took)
            throws IOException, InterruptedException {
        Files.createDirectories(project());
        Files.writeString(project().resolve("tried.txt"), "snapdsl agent doctor was here.\n");
        String heard = told(target, Shapes.object(HookIntake.REHEARSAL, payload(agent, agent.afterTool())));
        if (heard.equals(NOTHING)) {
            throw new IOException(OLDER);
        }
        Matcher taken = TAKEN.matcher(heard);
        if (!taken.matches()) {
            throw new IOException("it answered '" + heard + "'");
        }
        return Finding.good(
                agent.word(),
                "'" + target.text() + "' took the snapshot " + taken.group(1)
                        + " in a store of its own, which is gone again; about " + took + " ms for each hook of yours");
    }

    private Path project() {
        return scratch.resolve("project");
    }

    private String told(HookTarget target, Map<String, Object> payload) throws IOException, InterruptedException {
        String text = JsonText.of(payload);
        return (target instanceof HookTarget.Post ? post(target.text(), text) : run(target.text(), text)).strip();
    }

    private String run(String command, String payload) throws IOException, InterruptedException {
        // A hub is started by whoever needs one, and this is over at once.
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", command.replaceFirst(" --start-hub$", ""))
                .directory(scratch.toFile())
                .redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().putAll(environment);
        builder.environment()
                .put("SNAPDSL_STORE", (isMade ? store : scratch.resolve("store")).toString()); // We make none.
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
        URI place = URI.create(address);
        HubListener server = HubListener.alive(store).orElseThrow(() -> new IOException(NOBODY));
        if (server.port() != place.getPort()) { // Whoever else listens there is not to have the token.
            throw new IOException("the server of this store listens at port " + server.port()
                    + ": run 'snapdsl agent install claude --http " + server.port()
                    + "', or start the server with --port " + place.getPort());
        }
        HttpURLConnection connection = (HttpURLConnection) place.toURL().openConnection();
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

    private Map<String, Object> payload(HookedAgent agent, String event) {
        return Shapes.object(
                "session_id",
                "doctor",
                "cwd",
                project().toString(),
                "hook_event_name",
                event,
                "tool_name",
                agent.shell(),
                "tool_use_id",
                "1",
                "tool_input",
                Shapes.object("command", "echo tried"));
    }
}
