package io.snapdsl.container.docker;

import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.container.ContainerRuntime.Release;
import java.io.IOException;
import java.time.Duration;

/**
 * Lets a container go when the process that holds it dies, however it dies: then the pipe between them breaks. While all
 * is well it only waits, and has loaded next to nothing. An engine that is away is tried again for a while: it may have
 * been the engine's end that made the other process end.
 */
final class GuardProcess {
    static final int READY = 'r';
    static final int DISMISSED = 'd';
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final Duration BETWEEN_TRIES = Duration.ofMillis(500);

    private GuardProcess() {}

    /** @param args the engine's address, the container, and how to let it go */
    public static void main(String[] args) throws IOException, InterruptedException {
        System.out.write(READY);
        System.out.flush();
        if (System.in.read() == DISMISSED) {
            return;
        }
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!letGo(args[0], args[1], Release.valueOf(args[2])) && System.nanoTime() < deadline) {
            Thread.sleep(BETWEEN_TRIES.toMillis());
        }
    }

    private static boolean letGo(String address, String container, Release release) {
        try (DockerRuntime runtime = DockerRuntime.connect(address)) {
            if (runtime.inspect(container).isEmpty()) {
                return true;
            }
            if (release == Release.RESUME) {
                runtime.resume(container);
            } else {
                runtime.start(container);
            }
            return true;
        } catch (SnapdslException e) {
            return false;
        }
    }
}
