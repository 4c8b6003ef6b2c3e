package io.snapdsl.container.docker;

import com.github.dockerjava.transport.DockerHttpClient;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * Speaks to an engine at a socket of this machine: one request for each connection, in as much of HTTP as that takes. What is
 * large goes in large pieces: docker-java's client needs half as long again to write a gigabyte, and three times the
 * processor time.
 */
final class UnixSocketClient implements DockerHttpClient {
    private static final int CONTINUE = 100;
    private static final int PIECE = 256 * 1024;

    private final Path socket;

    UnixSocketClient(Path socket) {
        this.socket = socket;
    }

    @Override
    public Response execute(Request request) {
        try {
            SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
            try {
                return exchange(channel, request);
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Response exchange(SocketChannel channel, Request request) throws IOException {
        SocketInput answer = new SocketInput(channel);
        byte[] bytes = request.bodyBytes();
        if (bytes != null || request.body() == null) {
            byte[] body = bytes == null ? new byte[0] : bytes;
            send(channel, head(request, "Content-Length: " + body.length), ByteBuffer.wrap(body));
            return SocketResponse.read(channel, answer);
        }
        send(channel, head(request, "Transfer-Encoding: chunked"));
        SocketResponse first = SocketResponse.read(channel, answer);
        if (first.getStatusCode() != CONTINUE) {
            return first;
        }
        Optional<IOException> broken = sendBody(channel, request.body());
        try {
            // An engine that takes no more has mostly said why before it closed the connection.
            return SocketResponse.read(channel, answer);
        } catch (IOException e) {
            throw broken.orElse(e);
        }
    }

    private static ByteBuffer head(Request request, String ofBody) {
        StringBuilder head =
                new StringBuilder(request.method() + " " + request.path() + " HTTP/1.1\r\nHost: engine\r\n");
        request.headers()
                .forEach((name, value) ->
                        head.append(name).append(": ").append(value).append("\r\n"));
        return ascii(head.append(ofBody).append("\r\n\r\n").toString());
    }

    /**
     * @return why the connection broke, if it did
     * @throws IOException if the body can't be read: then the engine must not be asked what it made of it, as it still waits
     */
    private static Optional<IOException> sendBody(SocketChannel channel, InputStream body) throws IOException {
        byte[] piece = new byte[PIECE];
        try (body) {
            int length;
            do {
                length = body.readNBytes(piece, 0, PIECE);
                Optional<IOException> broken = sendChunk(channel, ByteBuffer.wrap(piece, 0, length));
                if (broken.isPresent()) {
                    return broken;
                }
            } while (length > 0);
        }
        return Optional.empty();
    }

    /** One of length 0 is the last. */
    private static Optional<IOException> sendChunk(SocketChannel channel, ByteBuffer bytes) {
        try {
            send(channel, ascii(Integer.toHexString(bytes.remaining()) + "\r\n"), bytes, ascii("\r\n"));
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(e);
        }
    }

    private static void send(SocketChannel channel, ByteBuffer... parts) throws IOException {
        while (Arrays.stream(parts).anyMatch(ByteBuffer::hasRemaining)) {
            channel.write(parts);
        }
    }

    private static ByteBuffer ascii(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public void close() {
        // Each exchange has a connection of its own, which ends with it.
    }
}
