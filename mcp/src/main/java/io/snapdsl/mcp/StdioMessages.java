package io.snapdsl.mcp;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import io.snapdsl.engine.shape.JsonText;
import io.snapdsl.engine.shape.Shapes;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The lines between client and server. The SDK's transport drops replies that are not written yet when the client closes its
 * end, and gives up at the first line that is no JSON. So the lines come through here: the end is passed on only when all is
 * answered, and what is no JSON gets an answer and goes no further.
 */
final class StdioMessages {
    /** For those that nobody will ever answer. */
    private static final long PATIENCE_SECONDS = 600;

    private final BufferedReader source;
    private final OutputStream target;
    private final Set<String> unanswered = ConcurrentHashMap.newKeySet();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final InputStream in = new Requests();
    private final OutputStream out = new Replies();

    StdioMessages(InputStream source, OutputStream target) {
        this.source = new BufferedReader(new InputStreamReader(source, StandardCharsets.UTF_8));
        this.target = target;
    }

    InputStream in() {
        return in;
    }

    OutputStream out() {
        return out;
    }

    void await() throws InterruptedException {
        ended.await();
    }

    void stop() {
        ended.countDown();
    }

    /** What the server reads: line by line what the client writes. */
    private final class Requests extends InputStream {
        private byte[] line = {};
        private int next;

        @Override
        public int read() throws IOException {
            return hasMore() ? line[next++] & 0xFF : -1;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            if (!hasMore()) {
                return -1;
            }
            int count = Math.min(length, line.length - next);
            System.arraycopy(line, next, buffer, offset, count);
            next += count;
            return count;
        }

        private boolean hasMore() throws IOException {
            while (next == line.length) {
                String text = source.readLine();
                if (text == null) {
                    finish();
                    return false;
                }
                if (isMessage(text)) {
                    line = (text + "\n").getBytes(StandardCharsets.UTF_8);
                    next = 0;
                }
            }
            return true;
        }
    }

    /** Notes what is asked for; says of what is no JSON that it is none. */
    private boolean isMessage(String text) throws IOException {
        if (text.isBlank()) {
            return false;
        }
        try {
            JsonNode message = Wire.JSON.readTree(text);
            if (message.isObject()) {
                note(message);
                return true;
            }
        } catch (JsonProcessingException e) {
            refuse(ErrorCodes.PARSE_ERROR, "This line is no JSON.");
            return false;
        }
        refuse(ErrorCodes.INVALID_REQUEST, "This line is no JSON object; send one message on each line.");
        return false;
    }

    private void note(JsonNode message) {
        if (message.has("method") && message.has("id")) {
            unanswered.add(message.get("id").toString());
        } else if (message.path("method").asText().equals("notifications/cancelled")) {
            unanswered.remove(message.path("params").path("requestId").toString());
        }
    }

    private void refuse(int code, String text) throws IOException {
        write(JsonText.of(Shapes.object(
                        "jsonrpc", "2.0", "id", null, "error", Shapes.object("code", code, "message", text)))
                .getBytes(StandardCharsets.UTF_8));
    }

    private void finish() {
        try {
            synchronized (unanswered) {
                long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
                while (!unanswered.isEmpty() && System.nanoTime() < deadline) {
                    unanswered.wait(1000);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        ended.countDown();
    }

    private synchronized void write(byte[] line) throws IOException {
        try {
            target.write(line);
            target.write('\n');
            target.flush();
        } catch (IOException e) {
            unanswered.clear(); // Nobody is there any more to be answered.
            throw e;
        }
    }

    /** What the server writes: lines again. */
    private final class Replies extends OutputStream {
        private final ByteArrayOutputStream line = new ByteArrayOutputStream();

        @Override
        public void write(int b) throws IOException {
            if (b == '\n') {
                send();
            } else {
                line.write(b);
            }
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            int start = offset;
            for (int i = offset; i < offset + length; i++) {
                if (bytes[i] == '\n') {
                    line.write(bytes, start, i - start);
                    send();
                    start = i + 1;
                }
            }
            line.write(bytes, start, offset + length - start);
        }

        private void send() throws IOException {
            byte[] message = line.toByteArray();
            line.reset();
            StdioMessages.this.write(message);
            JsonNode sent = Wire.JSON.readTree(message);
            if (!sent.has("method")) {
                synchronized (unanswered) {
                    unanswered.remove(sent.path("id").toString());
                    unanswered.notifyAll();
                }
            }
        }
    }
}
