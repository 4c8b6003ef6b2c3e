package io.snapdsl.container.docker;

import io.snapdsl.engine.container.ContainerRuntime.Release;
import io.snapdsl.engine.container.ContainerRuntime.Status;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * Lets a container go when the process that holds it dies, however it dies: then the pipe between them breaks. While all
 * is well it only waits, and has loaded next to nothing. An engine that is away is tried again for a while: it may have
 * been the engine's end that made the other process end.
 */
final class GuardProcess {
    static final int READY = 'r';
    static final int DISMISSED = 'd';
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(300);
    private static final Duration PAUSING = Duration.ofSeconds(3);
    private static final int USUAL_STOP_SECONDS = 10;

    private GuardProcess() {}

    /** @param args the engine's address, the container, and how to let it go */
    public static void main(String[] args) throws IOException, InterruptedException {
        System.out.write(READY);
        System.out.flush();
        if (System.in.read() == DISMISSED) {
            return;
        }
        watch(args[0], args[1], Release.valueOf(args[2]));
    }

    private static void watch(String address, String container, Release release) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        Optional<Long> settled = Optional.empty();
        while (System.nanoTime() < settled.orElse(deadline)) {
            try (DockerRuntime runtime = DockerRuntime.connect(address)) {
                Optional<Status> status = runtime.status(container);
                if (status.isEmpty() || letGo(runtime, container, status.get(), release)) {
                    return;
                }
                if (settled.isEmpty()) {
                    Duration settling = settling(runtime, container, release);
                    settled = Optional.of(System.nanoTime() + settling.toNanos());
                }
            } catch (RuntimeException e) {
                // Away, or too busy, perhaps for a moment: the next look will tell. Whatever it was, nobody else is
                // left to try.
            }
            Thread.sleep(BETWEEN_LOOKS.toMillis());
        }
    }

    /** Whether there was anything to let go. */
    private static boolean letGo(DockerRuntime runtime, String container, Status status, Release release) {
        if (release == Release.RESUME && status == Status.PAUSED) {
            runtime.resume(container);
            return true;
        }
        if (release == Release.START && !status.isAlive()) {
            runtime.start(container);
            return true;
        }
        return false;
    }

    /**
     * How long after the other process died the engine may still do what that one asked for: nobody can take back a
     * request, and stopping takes as long as the container likes.
     */
    private static Duration settling(DockerRuntime runtime, String container, Release release) {
        if (release == Release.RESUME) {
            return PAUSING;
        }
        int seconds = runtime.inspect(container)
                .map(found -> found.details().path("Config").path("StopTimeout").asInt(USUAL_STOP_SECONDS))
                .orElse(0);
        return PAUSING.plusSeconds(Math.max(0, seconds));
    }
}
