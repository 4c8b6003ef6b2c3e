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
import java.util.Optional;

/**
 * Carries archives to and from an engine at a socket of this machine, in large pieces: docker-java's client, which does
 * everything else, needs half as long again to write a gigabyte, and four times the processor time. Speaks as much of HTTP as
 * that takes: one request for each connection, its body in chunks, sent once the engine wants it.
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
        send(channel, ascii(head(request)));
        if (request.body() == null) {
            return SocketResponse.read(channel, answer);
        }
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

    private static String head(Request request) {
        StringBuilder head =
                new StringBuilder(request.method() + " " + request.path() + " HTTP/1.1\r\nHost: engine\r\n");
        request.headers()
                .forEach((name, value) ->
                        head.append(name).append(": ").append(value).append("\r\n"));
        if (request.body() != null) {
            head.append("Transfer-Encoding: chunked\r\n");
        }
        return head.append("\r\n").toString();
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
        while (parts[parts.length - 1].hasRemaining()) {
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
