package io.snapdsl.container.docker;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import java.io.IOException;
import java.net.URI;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.util.Locale;
import javax.net.ssl.SSLException;

/** What an engine's failures mean, and what to do about them. */
final class EngineErrors {
    private static final String CHOOSE = "or name another engine in DOCKER_HOST.";

    private EngineErrors() {}

    /** No connection could be made. */
    static SnapdslException unreachable(URI address, Throwable cause) {
        if (has(cause, SSLException.class)) {
            return has(cause, CertificateException.class) || has(cause, CertPathBuilderException.class)
                    ? untrusted(address, "shows a certificate that is not trusted here.", "ca.pem", cause)
                    : untrusted(address, "does not take our certificate, or speaks no TLS.", "cert.pem", cause);
        }
        String reason = reason(cause);
        String lower = reason.toLowerCase(Locale.ROOT);
        if (lower.contains("permission denied")) {
            return none(
                    "You are not allowed to use the Docker engine at " + address + ".",
                    "Have yourself added to the group 'docker' and log in again, use sudo, " + CHOOSE,
                    cause);
        }
        if (lower.contains("no such file")) {
            return none("There is no Docker engine at " + address + ".", "Install or start Docker, " + CHOOSE, cause);
        }
        if (lower.contains("refused")) {
            return none("The Docker engine at " + address + " does not run.", "Start it, " + CHOOSE, cause);
        }
        return none(
                "The Docker engine at " + address + " can't be reached: " + sentence(reason),
                "Check that address, " + CHOOSE,
                cause);
    }

    /** There is something, but it doesn't say what every engine says of itself. */
    static SnapdslException strange(URI address, SnapdslException cause) {
        String reason = cause.getCause() == null ? cause.getMessage() : reason(cause.getCause());
        return none(
                "What is at " + address + " does not answer like a Docker engine: " + sentence(reason),
                "If that engine wants certificates, set DOCKER_TLS_VERIFY=1, and DOCKER_CERT_PATH to the directory with"
                        + " ca.pem, cert.pem and key.pem, " + CHOOSE,
                cause);
    }

    private static SnapdslException untrusted(URI address, String problem, String file, Throwable cause) {
        return none(
                "The Docker engine at " + address + " " + problem,
                "Look at " + file + " in the directory that DOCKER_CERT_PATH names, " + CHOOSE,
                cause);
    }

    static SnapdslException silent(URI address) {
        return none(
                "The Docker engine at " + address + " does not answer.",
                "Look at its log, restart it, " + CHOOSE,
                null);
    }

    static SnapdslException tooOld(URI address, String version) {
        return none(
                "The Docker engine at " + address + " is too old: it is version " + version + ".",
                "Update it to Docker 20.10 or later, " + CHOOSE,
                null);
    }

    static SnapdslException badAddress(String address, RuntimeException cause) {
        // Where there is nothing like 'unix:' in it, docker-java fails over what it did not find.
        String reason = cause instanceof NullPointerException ? "it is no address." : sentence(reason(cause));
        return none(
                "There is no way to reach a Docker engine at " + address + ": " + reason,
                "Name it like unix:///var/run/docker.sock or tcp://host:2376 in DOCKER_HOST.",
                cause);
    }

    private static SnapdslException none(String message, String hint, Throwable cause) {
        return new SnapdslException(ErrorCode.NO_CONTAINER_ENGINE, message, hint, cause);
    }

    /** The engine waits for ever. */
    static SnapdslException stuck(String container) {
        return new SnapdslException(
                ErrorCode.CONTAINER_ENGINE_FAILED,
                "The Docker engine does not come to resume container '" + container + "': it stays paused.",
                "Older engines get stuck when a container is paused while a process is started in it. 'sudo snapdsl doctor"
                        + " --repair' lets it go; containerd 1.6.22 or later does not get stuck.");
    }

    /** The engine said no. */
    static SnapdslException refused(String purpose, String reason) {
        return new SnapdslException(
                ErrorCode.CONTAINER_ENGINE_FAILED,
                "The Docker engine could not " + purpose + ": " + sentence(reason),
                "If that does not say enough, look at the engine's log; is its disk full?");
    }

    /** Something else needs what should go, or has what is wanted. */
    static SnapdslException inUse(String purpose, String reason) {
        return new SnapdslException(
                ErrorCode.IN_USE,
                "The Docker engine could not " + purpose + ": " + sentence(reason),
                "'docker ps -a' shows what is there.");
    }

    /** The connection ended before the answer did. */
    static SnapdslException broken(String purpose, URI address, Throwable cause) {
        return new SnapdslException(
                ErrorCode.CONTAINER_ENGINE_FAILED,
                "The Docker engine at " + address + " ended the connection when it should " + purpose + ": "
                        + sentence(reason(cause)),
                "Look at its log: it may have been stopped, or its disk may be full.",
                cause);
    }

    private static boolean has(Throwable failure, Class<? extends Throwable> kind) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (kind.isInstance(cause)) {
                return true;
            }
        }
        return false;
    }

    private static String reason(Throwable cause) {
        Throwable deepest = cause;
        while (deepest.getCause() != null && !(deepest instanceof IOException)) {
            deepest = deepest.getCause();
        }
        return deepest.getMessage() == null ? deepest.getClass().getSimpleName() : deepest.getMessage();
    }

    private static String sentence(String text) {
        String trimmed = text.strip();
        return trimmed.endsWith(".") ? trimmed : trimmed + ".";
    }
}
