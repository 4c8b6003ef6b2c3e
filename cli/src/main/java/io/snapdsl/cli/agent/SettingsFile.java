package io.snapdsl.cli.agent;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.files.IoErrors;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** An agent's settings on disk. They are replaced as a whole, so that the agent never reads half of them. */
final class SettingsFile {
    private final Path path;

    SettingsFile(Path path) {
        this.path = path;
    }

    /** Empty if there is no such file. */
    Optional<String> read() {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        if (!Files.isRegularFile(path)) {
            throw failed(Files.isSymbolicLink(path) ? " is a link that leads to no file" : " is no file", null);
        }
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(Files.readAllBytes(path)))
                    .toString());
        } catch (CharacterCodingException e) {
            throw failed(" is not UTF-8 text", e);
        } catch (IOException e) {
            throw failed(" can't be read: " + IoErrors.describe(e), e);
        }
    }

    /** @param before what was read; @param after what it is to be, or nothing */
    void replace(Optional<String> before, Optional<String> after) {
        if (!read().equals(before)) {
            throw new SnapdslException(
                    ErrorCode.IN_USE,
                    path + " has just been changed by somebody else.",
                    "Nothing was done; try again.");
        }
        try {
            if (after.isPresent()) {
                write(after.get());
            } else {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw failed(" can't be written: " + IoErrors.describe(e), e);
        }
    }

    /** Where the file is a link, say to a directory of settings under version control, what it leads to is replaced. */
    private void write(String text) throws IOException {
        Files.createDirectories(path.getParent());
        Path target = Files.exists(path) ? path.toRealPath() : path;
        Path draft = target.resolveSibling("." + target.getFileName() + ".snapdsl-"
                + ProcessHandle.current().pid());
        try {
            Files.writeString(draft, text, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING);
            if (Files.exists(target)) {
                Files.setPosixFilePermissions(draft, Files.getPosixFilePermissions(target));
            }
            Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    private SnapdslException failed(String what, IOException cause) {
        return new SnapdslException(
                ErrorCode.NO_PERMISSION, path + what + ".", "Nothing was changed. Look at that file first.", cause);
    }
}
