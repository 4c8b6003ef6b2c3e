package io.snapdsl.container.docker;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.container.ContainerRuntime.Guard;
import io.snapdsl.engine.container.ContainerRuntime.Release;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A process that waits for us to close it or to die, and in the second case lets the container go: {@link GuardProcess}. */
final class DockerGuard implements Guard {
    private static final Path OWN_SESSION = Path.of("/usr/bin/setsid");

    private static final int OTHERS_SECONDS = 30;

    private final Process process;

    private DockerGuard(Process process) {
        this.process = process;
    }

    static DockerGuard post(String address, String container, Release release) {
        awaitOthers(container);
        List<String> command = new ArrayList<>();
        if (Files.isExecutable(OWN_SESSION)) {
            // Whoever ends all processes of a terminal or a job should not reach it.
            command.add(OWN_SESSION.toString());
        }
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                GuardProcess.class.getName(),
                address,
                container,
                release.name()));
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (process.getInputStream().read() != GuardProcess.READY) {
                process.destroyForcibly();
                throw failed(container, null);
            }
            return new DockerGuard(process);
        } catch (IOException e) {
            throw failed(container, e);
        }
    }

    /** The guard of a process that has just died would let go again what we are about to hold. */
    private static void awaitOthers(String container) {
        ProcessHandle.allProcesses()
                .filter(other -> other.info()
                        .commandLine()
                        .filter(line -> line.contains(GuardProcess.class.getName()) && line.contains(container))
                        .isPresent())
                .forEach(other -> {
                    try {
                        other.onExit().get(OTHERS_SECONDS, TimeUnit.SECONDS);
                    } catch (ExecutionException | TimeoutException e) {
                        // It serves a process that lives, on another store: both do what they can.
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                });
    }

    private static SnapdslException failed(String container, IOException cause) {
        return new SnapdslException(
                ErrorCode.IO_FAILED,
                "The process that would let the container " + container.substring(0, 12)
                        + " go, should this one be killed, can't be started.",
                "Nothing was done to the container. The machine may be out of memory or processes.",
                cause);
    }

    @Override
    public void close() {
        try {
            process.getOutputStream().write(GuardProcess.DISMISSED);
            process.getOutputStream().close();
            process.getInputStream().close();
        } catch (IOException e) {
            // It is gone already: the container has been let go, and nothing is left to guard.
            process.destroy();
        }
    }
}
