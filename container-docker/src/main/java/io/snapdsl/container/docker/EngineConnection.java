package io.snapdsl.container.docker;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.dockerjava.core.DefaultDockerClientConfig;
import com.github.dockerjava.transport.DockerHttpClient;
import com.github.dockerjava.transport.DockerHttpClient.Request;
import com.github.dockerjava.transport.DockerHttpClient.Response;
import com.github.dockerjava.zerodep.ZerodepDockerHttpClient;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import javax.net.ssl.SSLException;

/** The way to one engine. No version of its API is asked for, which every engine understands. */
final class EngineConnection implements AutoCloseable {
    private static final Duration CONNECTING = Duration.ofSeconds(10);
    /** Docker 20.10. */
    private static final int OLDEST_MINOR_API_VERSION = 41;

    private static final String SOCKET = "unix";

    private final URI address;
    private final DockerHttpClient client;

    private EngineConnection(URI address, DockerHttpClient client) {
        this.address = address;
        this.client = client;
    }

    /** @param address empty: where the environment says, else the default socket */
    static EngineConnection open(Optional<String> address) {
        EngineConnection connection = to(address);
        try {
            connection.check();
            return connection;
        } catch (RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    private static EngineConnection to(Optional<String> address) {
        Optional<String> named = address.or(() -> Optional.ofNullable(System.getenv("DOCKER_HOST")));
        try {
            // Where that is all there is to know, nothing of docker-java is loaded: a guard has to be quick.
            Optional<URI> socket =
                    named.filter(it -> it.startsWith(SOCKET + "://")).map(URI::create);
            return socket.isPresent() ? toSocket(socket.get()) : configured(address);
        } catch (RuntimeException e) {
            throw EngineErrors.badAddress(named.orElse("the default address"), e);
        }
    }

    private static EngineConnection toSocket(URI address) {
        return new EngineConnection(address, new UnixSocketClient(Path.of(address.getPath())));
    }

    private static EngineConnection configured(Optional<String> address) {
        DefaultDockerClientConfig.Builder builder = DefaultDockerClientConfig.createDefaultConfigBuilder();
        address.ifPresent(builder::withDockerHost);
        DefaultDockerClientConfig config = builder.build();
        URI host = config.getDockerHost();
        if (SOCKET.equals(host.getScheme())) {
            return toSocket(host);
        }
        DockerHttpClient client = new ZerodepDockerHttpClient.Builder()
                .dockerHost(host)
                .sslConfig(config.getSSLConfig())
                .connectionTimeout(CONNECTING)
                .build();
        return new EngineConnection(host, client);
    }

    String address() {
        return address.toString();
    }

    EngineRequest get(String path, String purpose) {
        return new EngineRequest(this, "GET", path, purpose);
    }

    EngineRequest post(String path, String purpose) {
        return new EngineRequest(this, "POST", path, purpose);
    }

    EngineRequest put(String path, String purpose) {
        return new EngineRequest(this, "PUT", path, purpose);
    }

    EngineRequest delete(String path, String purpose) {
        return new EngineRequest(this, "DELETE", path, purpose);
    }

    Response execute(Request request, String purpose) {
        try {
            return client.execute(request);
        } catch (RuntimeException e) {
            throw isUnconnected(e) ? EngineErrors.unreachable(address, e) : broken(purpose, e);
        }
    }

    SnapdslException broken(String purpose, Exception cause) {
        return EngineErrors.broken(purpose, address, cause);
    }

    private static boolean isUnconnected(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ConnectException
                    || cause instanceof NoRouteToHostException
                    || cause instanceof UnknownHostException
                    || cause instanceof SocketTimeoutException
                    || cause instanceof SSLException
                    || cause instanceof SocketException && isOfSocketFile(cause)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOfSocketFile(Throwable cause) {
        String message = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
        return message.contains("no such file") || message.contains("permission denied");
    }

    /** A socket may be there with nobody behind it. */
    private void check() {
        JsonNode version = version();
        if (!isRecent(version.path("ApiVersion").asText())) {
            throw EngineErrors.tooOld(address, version.path("Version").asText("unknown"));
        }
    }

    private JsonNode version() {
        try {
            return Asking.begin("docker-version", get("/version", "tell its version")::json)
                    .within(CONNECTING)
                    .orElseThrow(() -> EngineErrors.silent(address));
        } catch (SnapdslException e) {
            throw e.code() == ErrorCode.NO_CONTAINER_ENGINE ? e : EngineErrors.strange(address, e);
        }
    }

    private static boolean isRecent(String apiVersion) {
        String[] numbers = apiVersion.split("\\.", 2);
        try {
            int major = Integer.parseInt(numbers[0]);
            return major > 1 || major == 1 && Integer.parseInt(numbers[1]) >= OLDEST_MINOR_API_VERSION;
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            return false;
        }
    }

    @Override
    public void close() {
        try {
            client.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
