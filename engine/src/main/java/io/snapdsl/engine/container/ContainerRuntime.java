package io.snapdsl.engine.container;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What runs containers: the port that a module such as {@code container-docker} implements. It does one thing per call
 * and decides nothing; what is done in which order, and what happens when a step fails, is the engine's business.
 *
 * <p>Settings are JSON as the Docker engine's API has it, because only so nothing is lost that this version of snapdsl
 * has never heard of. Every call may throw a {@link io.snapdsl.engine.SnapdslException} with the code {@code
 * NO_CONTAINER_ENGINE} (not there, stopped, too old, forbidden), {@code CONTAINER_ENGINE_FAILED} (it refused or broke),
 * or {@code IN_USE} (something else needs what should go, or has what is wanted).
 */
public interface ContainerRuntime extends AutoCloseable {
    /** @param id what tells this engine from others, for as long as its data is kept */
    record Engine(String id, String version) {}

    enum Status {
        CREATED,
        RUNNING,
        PAUSED,
        RESTARTING,
        EXITED,
        DEAD;

        /** Whether its processes exist, though they may be held. */
        public boolean isAlive() {
            return this == RUNNING || this == PAUSED || this == RESTARTING;
        }
    }

    /** Whether a running container's own check finds it well. */
    enum Health {
        /** It has no check. */
        UNKNOWN,
        STARTING,
        HEALTHY,
        UNHEALTHY
    }

    record Listed(String id, String name, Status status, String image, Map<String, String> labels) {}

    /**
     * @param image the id of the image it was made from
     * @param details everything the engine tells of it ({@code docker inspect})
     */
    record Inspected(
            String id, String name, Status status, Health health, int exitCode, String image, JsonNode details) {
        private static final String NEVER = "0001-01-01";

        /** When it was last started, in the engine's own words. */
        public String started() {
            return details.path("State").path("StartedAt").asText();
        }

        /** Whether it was ever started. */
        public boolean hasRun() {
            return !started().startsWith(NEVER);
        }

        /** Whether the engine removes it when it ends ({@code --rm}). */
        public boolean goesWhenItEnds() {
            return details.path("HostConfig").path("AutoRemove").asBoolean();
        }
    }

    /** @param details what is needed to make it again: driver, its options, labels */
    record Volume(String name, JsonNode details) {}

    /** @param details everything the engine tells of it ({@code docker image inspect}) */
    record Image(String id, List<String> tags, Map<String, String> labels, long size, JsonNode details) {
        /** What its maker wrote on it. */
        public String comment() {
            return details.path("Comment").asText();
        }
    }

    /** A path that differs from the image: {@code kind} is A, C or D, for added, changed, deleted. */
    record FileChange(char kind, String path) {}

    record ExecResult(int exitCode, String output) {}

    /** @param action {@code start}, {@code stop}, {@code die}, {@code oom}… */
    record Event(Instant time, String action, String container, String name) {}

    /** How a container that was held is let go. */
    enum Release {
        RESUME,
        START
    }

    /** Stands by until it is closed. */
    interface Guard extends AutoCloseable {
        @Override
        void close();
    }

    /** Writes an archive. */
    interface Archive {
        void writeTo(OutputStream out) throws IOException;
    }

    Engine engine();

    /** All of them, whether they run or not. */
    List<Listed> containers();

    /** By name, id, or an id's unambiguous beginning. */
    Optional<Inspected> inspect(String container);

    /**
     * How a container is, without asking for the rest: also told while it is paused and in use, when {@link #inspect} may
     * have to wait until it is resumed.
     *
     * @param container the whole id
     */
    Optional<Status> status(String container);

    void pause(String container);

    /** Undoes {@link #pause}; one that isn't paused stays as it is. */
    void resume(String container);

    /**
     * Has someone who outlives this process let the container go, should this process end before the guard is closed.
     * Takes effect before it returns.
     */
    Guard guard(String container, Release release);

    /** As its own settings say; killed when it has not ended in time. One that doesn't run stays as it is. */
    void stop(String container);

    void start(String container);

    /** @return what the command wrote to both of its outputs, shortened if it is long, and how it ended */
    ExecResult exec(String container, List<String> command, Duration timeout);

    /** @param settings as for {@code POST /containers/create}: the configuration, HostConfig and NetworkingConfig */
    String create(Optional<String> name, ObjectNode settings);

    /** @param endpoint the settings of the connection, aliases and addresses among them */
    void connect(String container, String network, JsonNode endpoint);

    boolean hasNetwork(String name);

    void rename(String container, String name);

    /** Removed even if it runs, with the volumes that were made for it without a name. Nothing if it isn't there. */
    void remove(String container);

    /** As {@link #remove}, but all its volumes stay. */
    void removeKeepingVolumes(String container);

    /**
     * Makes an image of the container's own files, without pausing it.
     *
     * @param comment written on this image, not on those that are made of it
     * @param changed settings of the image that differ from the container's ({@code Labels}, {@code Cmd}…)
     * @return the image's id
     */
    String commit(String container, String comment, ObjectNode changed);

    /** All of the container's own files as a tar archive, in which no volume's are. To be closed. */
    InputStream export(String container);

    /**
     * Makes an image with one layer, and no settings but labels.
     *
     * @param files all that is in it
     * @param comment as in {@link #commit}
     * @return the image's id
     */
    String importFiles(Archive files, String comment, Map<String, String> labels);

    /** What differs from its image. */
    List<FileChange> changes(String container);

    /** The file or directory at {@code path} as a tar archive, not compressed. To be closed. */
    InputStream read(String container, String path);

    /** Unpacks {@code archive} into the directory {@code path}; owners are kept as numbers. */
    void write(String container, String path, Archive archive);

    Optional<Volume> volume(String name);

    /** @param details as in {@link Volume} */
    void createVolume(String name, JsonNode details);

    /** Nothing if it isn't there. */
    void removeVolume(String name);

    /** By id or by name. */
    Optional<Image> image(String reference);

    /** Those that have the label {@code key}, whatever its value. */
    List<Image> imagesLabelled(String key);

    void tag(String image, String repository, String tag);

    /** By id or by name; an image that has further names only loses this one. Nothing if it isn't there. */
    void removeImage(String reference);

    /** The image and all it is made of as an archive that {@link #load} understands. To be closed. */
    InputStream save(String image);

    void load(Archive archive);

    /** Tells {@code action} what happens to containers, from now until the result is closed or the engine is gone. */
    AutoCloseable events(Consumer<Event> action, Runnable ended);

    @Override
    void close();
}
