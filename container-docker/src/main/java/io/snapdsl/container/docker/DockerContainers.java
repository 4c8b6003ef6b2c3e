package io.snapdsl.container.docker;

import static io.snapdsl.container.docker.EngineRequest.part;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.container.ContainerRuntime.Health;
import io.snapdsl.engine.container.ContainerRuntime.Inspected;
import io.snapdsl.engine.container.ContainerRuntime.Listed;
import io.snapdsl.engine.container.ContainerRuntime.Status;
import io.snapdsl.engine.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Containers: what there are, and their lives from creation to removal. */
final class DockerContainers {
    private static final Duration REMOVAL = Duration.ofSeconds(30);
    private static final int FREEZING_ATTEMPTS = 20;
    private static final Duration RESUMING = Duration.ofSeconds(3);
    private static final Duration RESUMING_WITH_HELP = Duration.ofSeconds(60);

    private final EngineConnection engine;

    DockerContainers(EngineConnection engine) {
        this.engine = engine;
    }

    List<Listed> all() {
        return listed(Json.object());
    }

    private List<Listed> listed(ObjectNode filters) {
        List<Listed> containers = new ArrayList<>();
        for (JsonNode it : engine.get("/containers/json", "list its containers")
                .with("all", "1")
                .with("filters", Json.compact(filters))
                .json()) {
            containers.add(new Listed(
                    it.path("Id").asText(),
                    ownName(it.path("Names")),
                    named(it.path("State").asText()),
                    it.path("Image").asText(),
                    Json.texts(it.path("Labels"))));
        }
        return containers;
    }

    /** A container is also listed by the names that linked ones call it by: {@code /other/alias}. */
    private static String ownName(JsonNode names) {
        for (JsonNode name : names) {
            if (name.asText().lastIndexOf('/') == 0) {
                return name.asText().substring(1);
            }
        }
        return "";
    }

    Optional<Inspected> inspect(String container) {
        if (container.isBlank()) {
            return Optional.empty();
        }
        return engine.get(path(container, "json"), "inspect container '" + container + "'")
                .jsonIfThere()
                .map(DockerContainers::inspected);
    }

    /**
     * From the list, which the engine has ready. To inspect a container it waits for a process that is being started in it,
     * and lets nobody resume it meanwhile; frozen in its start, that process waits for just this (seen with 20.10).
     */
    Optional<Status> status(String id) {
        for (Listed container : listed(Json.object().set("id", Json.array(List.of(id))))) {
            if (container.id().equals(id)) {
                return Optional.of(container.status());
            }
        }
        return Optional.empty();
    }

    private static Inspected inspected(JsonNode details) {
        JsonNode state = details.path("State");
        return new Inspected(
                details.path("Id").asText(),
                details.path("Name").asText().replaceFirst("^/", ""),
                named(state.path("Status").asText()),
                health(state.path("Health").path("Status").asText()),
                state.path("ExitCode").asInt(),
                details.path("Image").asText(),
                details);
    }

    private static Status named(String word) {
        return switch (word) {
            case "created" -> Status.CREATED;
            case "running" -> Status.RUNNING;
            case "paused" -> Status.PAUSED;
            case "restarting" -> Status.RESTARTING;
            case "exited" -> Status.EXITED;
            default -> Status.DEAD;
        };
    }

    private static Health health(String word) {
        return switch (word) {
            case "starting" -> Health.STARTING;
            case "healthy" -> Health.HEALTHY;
            case "unhealthy" -> Health.UNHEALTHY;
            default -> Health.UNKNOWN;
        };
    }

    /**
     * On a busy machine not every process may stand still within the time that the engine has for it: it gives up then and
     * lets them go, and soon after it can be done. So it can with one that ended just now and was started again.
     */
    void pause(String container) {
        for (int attempt = 1; ; attempt++) {
            try {
                engine.post(path(container, "pause"), "pause container '" + container + "'")
                        .run();
                return;
            } catch (SnapdslException e) {
                if (attempt == FREEZING_ATTEMPTS || !mayBePausedSoon(container, e.getMessage())) {
                    throw e;
                }
                Pauses.brief();
            }
        }
    }

    private boolean mayBePausedSoon(String container, String refusal) {
        return refusal.contains("unable to freeze")
                || refusal.contains("stopped container")
                        && status(container)
                                .filter(now -> now == Status.RUNNING)
                                .isPresent();
    }

    /** An engine that can't, of itself, is helped: see {@link Freezer}. */
    void resume(String container) {
        Asking<Boolean> resuming = Asking.begin("docker-resume", () -> {
            unpause(container);
            return true;
        });
        if (resuming.within(RESUMING).isEmpty()) {
            Freezer.thaw(container);
            try {
                resuming.within(RESUMING_WITH_HELP).orElseThrow(() -> EngineErrors.stuck(container));
            } catch (SnapdslException e) {
                // Mostly because it finds the container running, and so it would be called paused for ever.
                Freezer.freeze(container);
                unpause(container);
            }
        }
    }

    private void unpause(String container) {
        try {
            engine.post(path(container, "unpause"), "resume container '" + container + "'")
                    .run();
        } catch (SnapdslException e) {
            // Engines differ in how they say that there is nothing to resume.
            if (status(container).map(it -> it == Status.PAUSED).orElse(true)) {
                throw e;
            }
        }
    }

    void stop(String container) {
        engine.post(path(container, "stop"), "stop container '" + container + "'")
                .run();
    }

    void start(String container) {
        engine.post(path(container, "start"), "start container '" + container + "'")
                .ofWhatMayBeInUse()
                .run();
    }

    String create(Optional<String> name, ObjectNode settings) {
        EngineRequest request = engine.post(
                        "/containers/create",
                        "create " + name.map(it -> "container '" + it + "'").orElse("a container"))
                .body(settings)
                .ofWhatMayBeInUse();
        name.ifPresent(it -> request.with("name", it));
        return request.json().path("Id").asText();
    }

    void rename(String container, String name) {
        engine.post(path(container, "rename"), "rename container '" + container + "' to '" + name + "'")
                .with("name", name)
                .ofWhatMayBeInUse()
                .run();
    }

    void remove(String container, boolean withVolumes) {
        try {
            engine.delete("/containers/" + part(container), "remove container '" + container + "'")
                    .with("force", "1")
                    .with("v", withVolumes ? "1" : "0")
                    .ofWhatMayBeInUse()
                    .runIfThere();
        } catch (SnapdslException e) {
            if (!goesByItself(container)) {
                throw e;
            }
        }
    }

    /** One that is to go when it ends is perhaps being removed already: the engine then refuses to do it again. */
    private boolean goesByItself(String container) {
        long end = System.nanoTime() + REMOVAL.toNanos();
        while (System.nanoTime() < end) {
            Optional<Inspected> left = inspect(container);
            if (left.isEmpty()) {
                return true;
            }
            if (!left.get().details().path("State").path("Status").asText().equals("removing")) {
                return false;
            }
            Pauses.brief();
        }
        return false;
    }

    static String path(String container, String what) {
        return "/containers/" + part(container) + "/" + what;
    }
}
