package io.snapdsl.container.docker;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snapdsl.engine.container.ContainerRuntime;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Containers run by Docker, over the engine's HTTP API. What the engine tells in JSON is handed on as it is. */
public final class DockerRuntime implements ContainerRuntime {
    private final EngineConnection engine;
    private final DockerContainers containers;
    private final DockerExec exec;
    private final DockerNetworks networks;
    private final DockerArchives archives;
    private final DockerVolumes volumes;
    private final DockerImages images;

    private DockerRuntime(EngineConnection engine) {
        this.engine = engine;
        this.containers = new DockerContainers(engine);
        this.exec = new DockerExec(engine);
        this.networks = new DockerNetworks(engine);
        this.archives = new DockerArchives(engine);
        this.volumes = new DockerVolumes(engine);
        this.images = new DockerImages(engine);
    }

    /** The engine that {@code DOCKER_HOST} or Docker's own settings name, else the one at the default socket. */
    public static DockerRuntime connect() {
        return new DockerRuntime(EngineConnection.open(Optional.empty()));
    }

    /** @param address as in {@code DOCKER_HOST} */
    public static DockerRuntime connect(String address) {
        return new DockerRuntime(EngineConnection.open(Optional.of(address)));
    }

    @Override
    public Engine engine() {
        JsonNode info = engine.get("/info", "tell what it is").json();
        return new Engine(info.path("ID").asText(), info.path("ServerVersion").asText());
    }

    @Override
    public List<Listed> containers() {
        return containers.all();
    }

    @Override
    public Optional<Inspected> inspect(String container) {
        return containers.inspect(container);
    }

    @Override
    public Optional<Status> status(String container) {
        return containers.status(container);
    }

    @Override
    public void pause(String container) {
        containers.pause(container);
    }

    @Override
    public void resume(String container) {
        containers.resume(container);
    }

    @Override
    public Guard guard(String container, Release release) {
        return DockerGuard.post(engine.address(), container, release);
    }

    @Override
    public void stop(String container) {
        containers.stop(container);
    }

    @Override
    public void start(String container) {
        containers.start(container);
    }

    @Override
    public ExecResult exec(String container, List<String> command, Duration timeout) {
        return exec.run(container, command, timeout);
    }

    @Override
    public String create(Optional<String> name, ObjectNode settings) {
        return containers.create(name, settings);
    }

    @Override
    public void connect(String container, String network, JsonNode endpoint) {
        networks.connect(container, network, endpoint);
    }

    @Override
    public boolean hasNetwork(String name) {
        return networks.has(name);
    }

    @Override
    public void rename(String container, String name) {
        containers.rename(container, name);
    }

    @Override
    public void remove(String container) {
        containers.remove(container, true);
    }

    @Override
    public void removeKeepingVolumes(String container) {
        containers.remove(container, false);
    }

    @Override
    public String commit(String container, String comment, ObjectNode changed) {
        return images.commit(container, comment, changed);
    }

    @Override
    public InputStream export(String container) {
        return archives.export(container);
    }

    @Override
    public String importFiles(Archive files, String comment, Map<String, String> labels) {
        return images.importFiles(files, comment, labels);
    }

    @Override
    public List<FileChange> changes(String container) {
        return archives.changes(container);
    }

    @Override
    public InputStream read(String container, String path) {
        return archives.read(container, path);
    }

    @Override
    public void write(String container, String path, Archive archive) {
        archives.write(container, path, archive);
    }

    @Override
    public Optional<Volume> volume(String name) {
        return volumes.volume(name);
    }

    @Override
    public void createVolume(String name, JsonNode details) {
        volumes.create(name, details);
    }

    @Override
    public void removeVolume(String name) {
        volumes.remove(name);
    }

    @Override
    public Optional<Image> image(String reference) {
        return images.image(reference);
    }

    @Override
    public List<Image> imagesLabelled(String key) {
        return images.labelled(key);
    }

    @Override
    public void tag(String image, String repository, String tag) {
        images.tag(image, repository, tag);
    }

    @Override
    public void removeImage(String reference) {
        images.remove(reference);
    }

    @Override
    public InputStream save(String image) {
        return images.save(image);
    }

    @Override
    public void load(Archive archive) {
        images.load(archive);
    }

    @Override
    public AutoCloseable events(Consumer<Event> action, Runnable ended) {
        return DockerEvents.follow(engine, action, ended);
    }

    @Override
    public void close() {
        engine.close();
    }
}
