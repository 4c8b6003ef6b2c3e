package io.snapdsl.engine.state;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.Failpoint;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.files.IoErrors;
import io.snapdsl.engine.files.PartialFiles;
import io.snapdsl.engine.json.CanonicalJson;
import io.snapdsl.engine.json.InvalidJsonException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The file in which an agent keeps its state. */
public final class StateFile {
    private static final String UNREADABLE = ".unreadable";

    private final String state;
    private final Path file;

    public StateFile(String state, Path file) {
        this.state = state;
        this.file = file;
    }

    /**
     * Empty if there is no such file.
     *
     * @throws SnapdslException if it can't be read, or holds something else than JSON
     */
    public Optional<CanonicalJson> read() {
        try {
            // From a pipe or a device nothing may ever come, or no end.
            if (!Files.readAttributes(file, BasicFileAttributes.class).isRegularFile()) {
                throw new FileSystemException(file.toString(), null, "it is no file");
            }
            return Optional.of(CanonicalJson.parse(Files.readAllBytes(file)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (InvalidJsonException e) {
            throw new SnapdslException(
                    e.code(), "The state " + state + " in " + file + ": " + e.getMessage(), e.hint(), e);
        } catch (IOException e) {
            throw new SnapdslException(
                    ErrorCode.IO_FAILED,
                    "The state " + state + " can't be read from " + file + ": " + IoErrors.describe(e) + ".",
                    "Look at the file and its permissions.",
                    e);
        }
    }

    /** As {@link #read}, but what is no JSON counts as nothing. */
    public Optional<CanonicalJson> readIfValid() {
        try {
            return read();
        } catch (SnapdslException e) {
            if (e.code() != ErrorCode.INVALID_JSON) {
                throw e;
            }
            return Optional.empty();
        }
    }

    /**
     * Written beside it and renamed, so at every instant the file is as it was or as it is to be. What was there and is no
     * JSON, and so in no checkpoint, stays beside it. One that holds the same already stays to the byte: however it is laid
     * out, it is as a workspace's snapshot has it.
     *
     * @return where that is
     */
    public Optional<Path> write(CanonicalJson json) {
        if (readIfValid().equals(Optional.of(json))) {
            return Optional.empty();
        }
        try {
            Files.createDirectories(file.getParent());
            Optional<Path> aside = moveAsideIfInvalid();
            try {
                replace(json);
            } catch (IOException e) {
                if (aside.isPresent()) {
                    Files.move(aside.get(), file);
                }
                throw e;
            }
            return aside;
        } catch (IOException e) {
            throw new SnapdslException(
                    ErrorCode.IO_FAILED,
                    "The state " + state + " can't be written to " + file + ": " + IoErrors.describe(e) + ".",
                    "Look at the directory and its permissions.",
                    e);
        }
    }

    /** What {@link #write} has moved aside is in its place again, instead of what was written. */
    public void bringBack(Path aside) {
        try {
            Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new SnapdslException(
                    ErrorCode.IO_FAILED,
                    "The state " + state + " can't be brought back from " + aside + ": " + IoErrors.describe(e) + ".",
                    "Move it to " + file + " yourself.",
                    e);
        }
    }

    /** So that there is no such file; what is no JSON stays beside it. */
    public void remove() {
        try {
            moveAsideIfInvalid();
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new SnapdslException(
                    ErrorCode.IO_FAILED,
                    "The state " + state + " can't be removed from " + file + ": " + IoErrors.describe(e) + ".",
                    "Look at the directory and its permissions.",
                    e);
        }
    }

    private Optional<Path> moveAsideIfInvalid() throws IOException {
        return Files.exists(file) && readIfValid().isEmpty()
                ? Optional.of(Files.move(file, freePlaceBeside()))
                : Optional.empty();
    }

    /** Others may lie there from before, and are in no checkpoint either. */
    private Path freePlaceBeside() {
        return Stream.concat(Stream.of(""), IntStream.iterate(2, n -> n + 1).mapToObj(n -> "-" + n))
                .map(suffix -> file.resolveSibling(file.getFileName() + UNREADABLE + suffix))
                .filter(Files::notExists)
                .findFirst()
                .orElseThrow();
    }

    private void replace(CanonicalJson json) throws IOException {
        // What a link leads to is the file, wherever the agent keeps it.
        Path place = Files.exists(file) ? file.toRealPath() : file;
        PartialFiles.removeLeft(place.toAbsolutePath().getParent());
        Path partial = PartialFiles.beside(place);
        try {
            if (Files.exists(place)) {
                // From the first byte on, for it may be secret; then what the process's mask took away.
                Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(place);
                Files.createFile(partial, PosixFilePermissions.asFileAttribute(permissions));
                Files.setPosixFilePermissions(partial, permissions);
            }
            Files.write(partial, json.bytes());
            Failpoint.reach("state.file-written");
            Files.move(partial, place, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(partial);
        }
    }
}
