package io.snapdsl.container.docker;

import com.github.dockerjava.transport.DockerHttpClient.Response;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** An engine's answer on a connection of its own. */
final class SocketResponse implements Response {
    private static final int HEXADECIMAL = 16;
    private static final String STATUS_LINE = "HTTP/1\\.[01] \\d{3}( .*)?";
    private static final int STATUS_AT = "HTTP/1.1 ".length();

    private final SocketChannel channel;
    private final int status;
    private final Map<String, List<String>> headers;
    private final InputStream body;

    private SocketResponse(SocketChannel channel, int status, Map<String, List<String>> headers, InputStream body) {
        this.channel = channel;
        this.status = status;
        this.headers = headers;
        this.body = body;
    }

    /** Up to where its body begins. */
    static SocketResponse read(SocketChannel channel, SocketInput in) throws IOException {
        String first = in.line();
        if (!first.matches(STATUS_LINE)) {
            throw new IOException("the engine's answer is not HTTP: " + first);
        }
        Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String line = in.line(); !line.isEmpty(); line = in.line()) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                headers.computeIfAbsent(line.substring(0, colon), name -> new ArrayList<>())
                        .add(line.substring(colon + 1).strip());
            }
        }
        int status = Integer.parseInt(first.substring(STATUS_AT, STATUS_AT + 3));
        return new SocketResponse(channel, status, headers, body(in, headers));
    }

    /** One that ends before it said it would is an error, so that no part of an archive passes for the whole. */
    private static InputStream body(SocketInput in, Map<String, List<String>> headers) {
        if (headers.getOrDefault("Transfer-Encoding", List.of()).contains("chunked")) {
            return new Sized(in, 0, true);
        }
        List<String> length = headers.getOrDefault("Content-Length", List.of());
        return length.isEmpty() ? in : new Sized(in, Long.parseLong(length.get(0)), false);
    }

    @Override
    public int getStatusCode() {
        return status;
    }

    @Override
    public Map<String, List<String>> getHeaders() {
        return headers;
    }

    @Override
    public InputStream getBody() {
        return body;
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A body whose length is known: as a whole, or that of each of its chunks when it begins. */
    private static final class Sized extends InputStream {
        private final SocketInput in;
        private final boolean isChunked;
        private long left;
        private boolean isFirst = true;
        private boolean isAtEnd;

        Sized(SocketInput in, long length, boolean isChunked) {
            this.in = in;
            this.left = length;
            this.isChunked = isChunked;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            if (left == 0 && isChunked && !isAtEnd) {
                beginChunk();
            }
            if (left == 0) {
                return -1;
            }
            int count = in.read(target, offset, (int) Math.min(length, left));
            if (count < 0) {
                throw new EOFException("the engine's answer ends in the middle");
            }
            left -= count;
            return count;
        }

        private void beginChunk() throws IOException {
            if (!isFirst) {
                in.line();
            }
            isFirst = false;
            String size = in.line().replaceFirst(";.*", "").strip();
            try {
                left = Long.parseLong(size, HEXADECIMAL);
            } catch (NumberFormatException e) {
                throw new IOException("the engine's answer is not HTTP: a chunk of size " + size, e);
            }
            if (left == 0) {
                isAtEnd = true;
                while (!in.line().isEmpty()) {}
            }
        }
    }
}
