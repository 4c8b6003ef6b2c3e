package io.snapdsl.cli.agent;

import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.web.hook.HubListener;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Looks at what hooks need, without running one. */
public final class HookCheckup {
    private static final int TIMEOUT_MS = 5_000;

    /** What a look at something came to. */
    public record Finding(String check, boolean ok, String text) {
        static Finding good(String check, String text) {
            return new Finding(check, true, text);
        }

        public static Finding bad(String check, String text) {
            return new Finding(check, false, text);
        }

        public Map<String, Object> shape() {
            return Shapes.object("check", check, "ok", ok, "finding", text);
        }
    }

    private final String path;

    /** @param path where commands are found */
    public HookCheckup(String path) {
        this.path = path;
    }

    /** The client is a shell script that needs another command. */
    public List<Finding> programs() {
        return List.of(
                HookCommandLine.find("snapdsl", path)
                        .map(found -> Finding.good("command", "'snapdsl' on the PATH is " + found))
                        .orElse(Finding.good("command", "no 'snapdsl' is on the PATH: entries must name it in full")),
                HookCommandLine.find("curl", path)
                        .map(found -> Finding.good("curl", found.toString()))
                        .orElse(Finding.bad(
                                "curl", "not found, so every hook starts Java, which takes longer: install curl")));
    }

    /** That nobody runs who takes hooks is no fault: they help themselves. */
    public List<Finding> hub(Path store) {
        Optional<HubListener> hub = HubListener.alive(store);
        if (hub.isEmpty()) {
            return List.of(Finding.good("hub", noHub()));
        }
        Path file = store.resolve("token");
        Optional<String> token = firstLine(file);
        if (token.isEmpty()) {
            return List.of(Finding.bad("token", file + " can't be read: start 'snapdsl serve' again"));
        }
        Finding reached = reach(hub.get().port(), token.get());
        return isForOwnerOnly(file)
                ? List.of(Finding.good("token", file + ", for you alone"), reached)
                : List.of(
                        Finding.bad(
                                "token", "others can read " + file + ": start 'snapdsl serve' again, it makes another"),
                        reached);
    }

    private static String noHub() {
        return "none runs for this store: hooks do their work by themselves, which takes longer. Keep 'snapdsl serve' or"
                + " 'snapdsl run' running, or install with --start-hub";
    }

    private static Finding reach(int port, String token) {
        try {
            HttpURLConnection connection =
                    (HttpURLConnection) URI.create("http://127.0.0.1:" + port + "/api/v1/openapi.json")
                            .toURL()
                            .openConnection();
            connection.setConnectTimeout(TIMEOUT_MS);
            connection.setReadTimeout(TIMEOUT_MS);
            connection.setRequestProperty("Authorization", "Bearer " + token);
            int status = connection.getResponseCode();
            return status == 200
                    ? Finding.good("hub", "answers on port " + port)
                    : Finding.bad(
                            "hub",
                            "what listens on port " + port + " refuses us with " + status
                                    + ": end it, and start 'snapdsl serve' again");
        } catch (IOException | IllegalArgumentException e) {
            return Finding.good("hub", noHub());
        }
    }

    private static Optional<String> firstLine(Path file) {
        try {
            return Files.readString(file).lines().findFirst().filter(line -> !line.isBlank());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static boolean isForOwnerOnly(Path file) {
        try {
            return PosixFilePermissions.fromString("rw-------").containsAll(Files.getPosixFilePermissions(file));
        } catch (IOException e) {
            return false;
        }
    }

    public List<Finding> settings(AgentSettings settings) {
        String agent = settings.agent().word();
        Set<String> missing = new LinkedHashSet<>(settings.agent().events());
        missing.removeAll(settings.targets().keySet());
        List<Finding> findings = new ArrayList<>();
        findings.add(
                missing.isEmpty()
                        ? Finding.good(agent, "all entries are in " + settings.path())
                        : Finding.bad(
                                agent,
                                "no entries for " + String.join(", ", missing) + " in " + settings.path()
                                        + ": run 'snapdsl agent install " + agent + "'"));
        settings.switchedOffBy()
                .ifPresent(off -> findings.add(
                        Finding.bad(agent, off + " in " + settings.path() + " keeps all hooks from running")));
        return findings;
    }
}
