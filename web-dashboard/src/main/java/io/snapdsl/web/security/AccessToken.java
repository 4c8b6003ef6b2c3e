package io.snapdsl.web.security;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.files.IoErrors;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Set;

/**
 * The secret that every request has to know. It lies beside the store, for its owner alone: who can read the store's
 * files can read the token too, and nobody else.
 */
public final class AccessToken {
    private static final int BYTES = 32;
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    private final String value;
    private final String cookie;

    private AccessToken(String value) {
        this.value = value;
        this.cookie =
                Hash.of(("cookie " + value).getBytes(StandardCharsets.UTF_8)).hex();
    }

    /** The one in the file {@code token} of {@code directory}; it is made if there is none, or if others could read it. */
    public static AccessToken in(Path directory) {
        Path file = directory.resolve("token");
        try {
            if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !isTrustworthy(file)) {
                Files.delete(file);
            }
            return new AccessToken(readOrMake(file));
        } catch (IOException e) {
            throw new SnapdslException(
                    ErrorCode.NO_PERMISSION,
                    "The token " + file + " can't be read or made: " + IoErrors.describe(e) + ".",
                    "Check the permissions of the store's directory, or choose another store with --store DIR.",
                    e);
        }
    }

    private static boolean isTrustworthy(Path file) throws IOException {
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                && OWNER_ONLY.containsAll(Files.getPosixFilePermissions(file))
                && Files.readString(file).strip().length() >= BYTES;
    }

    /** Two servers may start at once: the first to make the file decides. */
    private static String readOrMake(Path file) throws IOException {
        byte[] secret = new byte[BYTES];
        new SecureRandom().nextBytes(secret);
        String made = Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
        Path draft = Files.createTempFile(
                file.getParent(), "token-", ".new", PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        try {
            Files.writeString(draft, made + "\n", StandardOpenOption.WRITE);
            Files.createLink(file, draft);
        } catch (FileAlreadyExistsException e) {
            return Files.readString(file).strip();
        } finally {
            Files.delete(draft);
        }
        return made;
    }

    public String value() {
        return value;
    }

    /** What a browser keeps instead: who sees it can't make the token from it. */
    String cookie() {
        return cookie;
    }

    /** In the same time, however much of it is right. */
    boolean isToken(String given) {
        return same(given, value);
    }

    boolean isCookie(String given) {
        return same(given, cookie);
    }

    private static boolean same(String given, String expected) {
        return given != null
                && MessageDigest.isEqual(
                        given.getBytes(StandardCharsets.UTF_8), expected.getBytes(StandardCharsets.UTF_8));
    }
}
