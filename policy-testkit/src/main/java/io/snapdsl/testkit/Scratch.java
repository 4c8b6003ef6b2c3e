package io.snapdsl.testkit;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.container.ContainerRuntime;
import io.snapdsl.engine.policy.Declared;
import io.snapdsl.engine.policy.Policy;
import io.snapdsl.engine.policy.PolicyFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Where a trial takes place: in memory where the system has files there, else among the temporary ones. */
final class Scratch implements AutoCloseable {
    private static final Path IN_MEMORY = Path.of("/dev/shm");
    private static final long ROOM = 1L << 30;

    private final Path base;

    Scratch() {
        try {
            base = hasRoomInMemory()
                    ? Files.createTempDirectory(IN_MEMORY, "snapdsl-trial-")
                    : Files.createTempDirectory("snapdsl-trial-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean hasRoomInMemory() throws IOException {
        return Files.isWritable(IN_MEMORY) && Files.getFileStore(IN_MEMORY).getUsableSpace() > ROOM;
    }

    Path directory(String name) {
        try {
            return Files.createDirectories(base.resolve(name)).toRealPath();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same policies, for directories of our own and without hooks. */
    PolicyFile standIns(PolicyFile file) {
        Map<Declared, Declared> standIns = new HashMap<>();
        file.subjects().forEach(declared -> standIns.put(declared, standIn(declared, standIns.size())));
        List<Policy> policies = file.policies().stream()
                .map(policy -> new Policy(
                        policy.name(),
                        policy.subjects().stream().map(standIns::get).toList(),
                        policy.triggers(),
                        policy.keep(),
                        policy.limits(),
                        policy.consolidation(),
                        List.of(),
                        policy.expectEvery()))
                .toList();
        return new PolicyFile(file.source(), Optional.empty(), List.copyOf(standIns.values()), policies, List.of());
    }

    /** Numbered, because a subject's name need not be one that a file can have. */
    private Declared standIn(Declared declared, int number) {
        if (declared instanceof Declared.Workspace workspace) {
            return new Declared.Workspace(
                    workspace.name(),
                    directory("workspaces/" + number),
                    workspace.ignore(),
                    workspace.unknownChanges(),
                    workspace.hookFailure());
        }
        return declared instanceof Declared.State state
                ? new Declared.State(state.name(), Optional.empty(), Map.of())
                : declared;
    }

    static Stream<Declared.Workspace> workspaces(PolicyFile file) {
        return file.subjects().stream()
                .filter(Declared.Workspace.class::isInstance)
                .map(Declared.Workspace.class::cast);
    }

    /** For a container there is no stand-in. */
    static ContainerRuntime noContainers() {
        throw new SnapdslException(
                ErrorCode.NO_CONTAINER_ENGINE,
                "A trial has no containers.",
                "Try out the rules for what to keep with a workspace in the container's place.");
    }

    @Override
    public void close() {
        if (!Files.exists(base)) {
            return;
        }
        try {
            Files.walkFileTree(base, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.delete(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path directory, IOException failure) throws IOException {
                    Files.delete(directory);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
