package io.snapdsl.engine.container;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.Failpoint;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.container.ContainerRuntime.Guard;
import io.snapdsl.engine.container.ContainerRuntime.Inspected;
import io.snapdsl.engine.container.ContainerRuntime.Release;
import io.snapdsl.engine.container.ContainerRuntime.Status;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.json.Json;
import io.snapdsl.engine.store.ContainerWork;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Keeps a container as it is for a while.
 *
 * <p>That it is let go again must not depend on us. Before anything is done to the container, two things are: it is
 * written down in the store, so that whoever comes next can let it go; and a guard is posted, which does so within moments
 * of our death, when nobody comes.
 */
final class Hold {
    static final String STEP = "hold";
    private static final Duration COMMAND_LIMIT = Duration.ofMinutes(5);

    private final ContainerRuntime runtime;
    private final ContainerWork work;
    private final SubjectId subject;
    private final String container;
    private final Optional<Release> release;
    private final List<String> after;
    private Optional<Guard> guard = Optional.empty();
    private boolean isNoted;

    private Hold(
            ContainerRuntime runtime,
            ContainerWork work,
            SubjectId subject,
            String container,
            Optional<Release> release,
            List<String> after) {
        this.runtime = runtime;
        this.work = work;
        this.subject = subject;
        this.container = container;
        this.release = release;
        this.after = after;
    }

    /** A container whose processes don't run is still anyway. */
    static Hold on(
            ContainerRuntime runtime,
            ContainerWork work,
            SubjectId subject,
            Inspected container,
            Consistency consistency) {
        boolean runs = container.status() == Status.RUNNING || container.status() == Status.RESTARTING;
        Consistency wanted = runs ? consistency : Consistency.NONE;
        if (wanted instanceof Consistency.Quiesce quiesce) {
            Hold hold = new Hold(runtime, work, subject, container.id(), Optional.empty(), quiesce.after());
            hold.quiesce(container.name(), quiesce.before());
            return hold;
        }
        Optional<Release> release = wanted instanceof Consistency.Pause
                ? Optional.of(Release.RESUME)
                : wanted instanceof Consistency.Stop ? Optional.of(Release.START) : Optional.empty();
        if (wanted instanceof Consistency.Stop) {
            refuseToStopWhatGoesThen(container);
        }
        Hold hold = new Hold(runtime, work, subject, container.id(), release, List.of());
        release.ifPresent(hold::begin);
        return hold;
    }

    /** One that was started with {@code --rm} would be gone, and its volumes without names with it. */
    static void refuseToStopWhatGoesThen(Inspected container) {
        if (container.goesWhenItEnds() && container.status().isAlive()) {
            throw new SnapdslException(
                    ErrorCode.IN_USE,
                    "The engine removes the container " + container.name() + " when it is stopped (--rm).",
                    "Take snapshots of it with --consistency pause, and restore them as new containers.");
        }
    }

    private void begin(Release how) {
        note(Json.object().put("release", how.name()));
        try {
            guard = Optional.of(runtime.guard(container, how));
            Failpoint.reach("container.guarded");
            if (how == Release.RESUME) {
                pause();
            } else {
                runtime.stop(container);
            }
            Failpoint.reach("container.held");
        } catch (RuntimeException e) {
            closeAfter(e);
            throw e;
        }
    }

    /** One that has just ended, or ends again and again, can't be paused, and needs not be. */
    private void pause() {
        HealthChecks.awaitPauseBetween(runtime, container);
        try {
            runtime.pause(container);
        } catch (SnapdslException e) {
            boolean runs =
                    runtime.status(container).map(now -> now == Status.RUNNING).orElse(true);
            if (runs) {
                throw e;
            }
        }
    }

    private void quiesce(String name, List<String> command) {
        ObjectNode details = Json.object();
        details.set("after", Json.array(after));
        note(details);
        try {
            exec(name, command);
        } catch (RuntimeException e) {
            closeAfter(e);
            throw e;
        }
    }

    private void note(ObjectNode details) {
        details.put("container", container);
        isNoted = true;
        work.put(new ContainerWork.Entry(subject, STEP, Json.compact(details)));
    }

    private void closeAfter(RuntimeException failure) {
        try {
            close();
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    private void exec(String name, List<String> command) {
        var result = runtime.exec(container, command, COMMAND_LIMIT);
        if (result.exitCode() != 0) {
            throw new SnapdslException(
                    ErrorCode.CONTAINER_ENGINE_FAILED,
                    "'" + String.join(" ", command) + "' in the container " + name + " ended with " + result.exitCode()
                            + ": " + result.output().strip(),
                    "It is the policy's command for holding the container still: no snapshot was taken.");
        }
    }

    /** Does {@code work} and lets the container go, however it ends. */
    <T> T during(Supplier<T> work) {
        T result;
        try {
            result = work.get();
        } catch (RuntimeException e) {
            closeAfter(e);
            throw e;
        }
        close();
        return result;
    }

    /** If this fails, the guard goes on trying, and the note in the store stays. */
    private void close() {
        if (!after.isEmpty()) {
            exec(container, after);
        }
        release.ifPresent(how -> letGo(runtime, container, how));
        Failpoint.reach("container.released");
        guard.ifPresent(Guard::close);
        if (isNoted) {
            work.clear(subject);
        }
    }

    /** What a process that died has left undone. */
    static void recover(ContainerRuntime runtime, ContainerWork.Entry entry) {
        JsonNode details = Json.parse(entry.details().getBytes(StandardCharsets.UTF_8));
        String container = details.path("container").asText();
        if (runtime.status(container).isEmpty()) {
            return;
        }
        if (details.has("release")) {
            letGo(runtime, container, Release.valueOf(details.path("release").asText()));
        }
        List<String> after = new ArrayList<>();
        details.path("after").forEach(word -> after.add(word.asText()));
        if (!after.isEmpty()) {
            runtime.exec(container, after, COMMAND_LIMIT);
        }
    }

    static void letGo(ContainerRuntime runtime, String container, Release how) {
        if (how == Release.RESUME) {
            runtime.resume(container);
        } else {
            runtime.start(container);
        }
    }
}
