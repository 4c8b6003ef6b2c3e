package io.snapdsl.mcp;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.modelcontextprotocol.spec.McpSchema;
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
 * end, and reads nothing more after the first line that is no message to it. So the lines come through here: the end is passed
 * on only when all is answered, and what is no message gets an answer and goes no further.
 */
final class StdioMessages {
    /** For those that nobody will ever answer. */
    private static final long PATIENCE_SECONDS = 600;

    private static final String NO_MESSAGE =
            "This is no JSON-RPC 2.0 message: it needs \"jsonrpc\": \"2.0\", a \"method\", and,"
                    + " to be answered, an \"id\" that is a string or a whole number.";

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

    /** Notes what is asked for; says of what is no message that it is none. */
    private boolean isMessage(String text) throws IOException {
        if (text.isBlank()) {
            return false;
        }
        JsonNode message;
        try {
            message = Wire.JSON.readTree(text);
        } catch (JsonProcessingException e) {
            refuse(null, ErrorCodes.PARSE_ERROR, "This line is no JSON.");
            return false;
        }
        if (!message.isObject()) {
            refuse(null, ErrorCodes.INVALID_REQUEST, "This line is no JSON object; send one message on each line.");
            return false;
        }
        if (!isUnderstood(message, text)) {
            if (!isReply(message)) { // Two that answer each other's replies would never end.
                refuse(id(message), ErrorCodes.INVALID_REQUEST, NO_MESSAGE);
            }
            return false;
        }
        note(message);
        return true;
    }

    /** The SDK is asked itself: what it can't read here, it could not read there either, and would fall silent for good. */
    private static boolean isUnderstood(JsonNode message, String text) {
        try {
            McpSchema.deserializeJsonRpcMessage(Wire.mapper(), text);
            JsonNode version = message.path("jsonrpc");
            return version.isTextual() && version.textValue().equals("2.0");
        } catch (IOException | IllegalArgumentException e) {
            return false;
        }
    }

    private static boolean isReply(JsonNode message) {
        return !message.has("method") && (message.has("result") || message.has("error"));
    }

    /** Null where what stands there can be nobody's. */
    private static Object id(JsonNode message) {
        JsonNode id = message.path("id");
        if (id.isTextual()) {
            return id.textValue();
        }
        return id.isIntegralNumber() && id.canConvertToLong() ? id.longValue() : null;
    }

    private void note(JsonNode message) {
        if (message.has("method") && message.has("id")) {
            unanswered.add(message.get("id").toString());
        } else if (message.path("method").asText().equals("notifications/cancelled")) {
            unanswered.remove(message.path("params").path("requestId").toString());
        }
    }

    private void refuse(Object id, int code, String text) throws IOException {
        write(JsonText.of(Shapes.object(
                        "jsonrpc", "2.0", "id", id, "error", Shapes.object("code", code, "message", text)))
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
