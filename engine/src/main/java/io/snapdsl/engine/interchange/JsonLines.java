package io.snapdsl.engine.interchange;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.files.IoErrors;
import io.snapdsl.engine.json.CanonicalJson;
import io.snapdsl.engine.json.InvalidJsonException;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** Reads a file of one JSON object for each line. No more than a line is in memory. */
public final class JsonLines implements AutoCloseable {
    private final String name;
    private final InputStream in;
    private long number;

    public JsonLines(String name, InputStream in) {
        this.name = name;
        this.in = new BufferedInputStream(in, 1 << 16);
    }

    /** The next line that is not blank. */
    Optional<Line> next() {
        try {
            return read();
        } catch (OutOfMemoryError e) {
            throw Line.problem(name, number, 0, "the line is larger than the memory there is can hold");
        } catch (IOException e) {
            throw new SnapdslException(
                    ErrorCode.IO_FAILED,
                    name + " could not be read: " + IoErrors.describe(e) + ".",
                    "Check the file, and try again.",
                    e);
        }
    }

    private Optional<Line> read() throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        int end;
        do {
            text.reset();
            number++;
            end = readLine(text);
            if (end < 0 && text.size() == 0) {
                number--;
                return Optional.empty();
            }
        } while (isBlank(text));
        return Optional.of(new Line(name, number, object(text.toByteArray(), end < 0)));
    }

    long number() {
        return number;
    }

    /** Whether what comes next is there already, so that asking for it doesn't wait. */
    boolean isReady() {
        try {
            return in.available() > 0;
        } catch (IOException e) {
            return true; // Reading it says what is wrong.
        }
    }

    /** @return what ended it: a line feed, or -1 for the end of the file */
    private int readLine(ByteArrayOutputStream line) throws IOException {
        int b = in.read();
        while (b >= 0 && b != '\n') {
            line.write(b);
            b = in.read();
        }
        return b;
    }

    private static boolean isBlank(ByteArrayOutputStream line) {
        for (byte b : line.size() > 80 ? new byte[] {'x'} : line.toByteArray()) {
            if (b != ' ' && b != '\t' && b != '\r') {
                return false;
            }
        }
        return true;
    }

    private ObjectNode object(byte[] text, boolean isLast) {
        try {
            if (CanonicalJson.parse(text).node() instanceof ObjectNode object) {
                return object;
            }
        } catch (InvalidJsonException e) {
            throw Line.problem(
                    name,
                    number,
                    e.column(),
                    e.problem() + (isLast ? " (the file ends without a line feed here)" : ""));
        }
        throw Line.problem(name, number, 0, "an object was expected, like {\"…\": …}");
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
