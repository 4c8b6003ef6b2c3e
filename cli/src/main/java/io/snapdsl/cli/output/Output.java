package io.snapdsl.cli.output;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.snapdsl.engine.files.NativePaths;
import io.snapdsl.engine.tree.ByteText;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** How a command answers: in words for people, or with one JSON object for scripts. */
public final class Output {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);
    private static final String[] UNITS = {"kB", "MB", "GB", "TB", "PB"};

    private final boolean json;
    private final Clock clock;
    private final OneAnswer answer;
    private final StandardOutput standardOutput = new StandardOutput();
    private final PrintStream out;
    private final PrintStream err;

    public Output(boolean json, Clock clock, OneAnswer answer) {
        this.json = json;
        this.clock = clock;
        this.answer = answer;
        this.out = new PrintStream(standardOutput, false, StandardCharsets.UTF_8);
        this.err = System.err;
    }

    public boolean isJson() {
        return json;
    }

    /** A line of the answer in words. */
    public void line(String text) {
        if (!json) {
            out.println(text);
        }
    }

    /** A list in a JSON answer that may be too long to be made before it is written. */
    public interface Elements {
        void forEach(Consumer<Object> consumer);
    }

    /** The whole answer as JSON: maps, lists, texts, numbers, truth values. */
    public void json(Map<String, Object> object) {
        if (json) {
            answer.give(() -> printJson(object));
        }
    }

    /** For an answer without an end: one object of many, on a line of its own. */
    public void jsonLine(Map<String, Object> object) {
        if (json) {
            printJson(object);
        }
        out.flush();
    }

    /** Something worth knowing that is not the answer. */
    public void note(String text) {
        if (!json) {
            err.println(text);
        }
    }

    public void error(String code, String message, String hint) {
        error(code, message, hint, Map.of());
    }

    /** @param details what else a script wants to know about it */
    public void error(String code, String message, String hint, Map<String, Object> details) {
        Map<String, Object> object = failure(code, message, hint);
        object.putAll(details);
        // What goes wrong in the middle of an answer can only be said beside it.
        if (!json || !answer.give(() -> printJson(object))) {
            out.flush();
            err.println("snapdsl: " + plain(message));
            err.println(plain(hint));
        }
    }

    /** For the last moment of a process that may be in the middle of its answer. */
    public void interrupted(String code, String message, String hint) {
        if (json) {
            answer.giveSoon(() -> printJson(failure(code, message, hint)));
        } else {
            err.println("\nsnapdsl: " + message + " " + hint);
        }
    }

    private static Map<String, Object> failure(String code, String message, String hint) {
        return Shapes.object("error", Shapes.object("code", code, "message", message, "hint", hint));
    }

    /** To the end: between this and the next instruction the process may be interrupted. */
    private void printJson(Map<String, Object> object) {
        writeJson(object, new OutputStreamWriter(out, StandardCharsets.UTF_8));
        out.println();
        out.flush();
    }

    /** For answers that are bytes. */
    public OutputStream bytes() {
        return out;
    }

    /** Writes out what is left, and says whether all of the answer reached its reader. */
    public boolean flush() {
        out.flush();
        Optional<IOException> failure = standardOutput.failure();
        failure.ifPresent(
                e -> err.println("snapdsl: The answer could not be written completely: " + e.getMessage() + "."));
        return failure.isEmpty();
    }

    /** Local time, as people read it. */
    public String time(Instant instant) {
        return TIME.format(instant.atZone(clock.getZone()));
    }

    public String age(Instant instant) {
        Duration age = Duration.between(instant, clock.instant());
        if (age.toSeconds() < 60) return "just now";
        if (age.toMinutes() < 60) return count(age.toMinutes(), "minute") + " ago";
        if (age.toHours() < 48) return count(age.toHours(), "hour") + " ago";
        return count(age.toDays(), "day") + " ago";
    }

    public static String count(long number, String noun) {
        boolean ies = noun.matches(".*[^aeiou]y");
        String plural = ies ? noun.substring(0, noun.length() - 1) + "ies" : noun + "s";
        return String.format(Locale.ROOT, "%,d %s", number, number == 1 ? noun : plural);
    }

    public static String size(long bytes) {
        if (bytes < 1000) {
            return count(bytes, "byte");
        }
        double value = bytes;
        int unit = -1;
        while (value >= 999.95 && unit < UNITS.length - 1) {
            value /= 1000;
            unit++;
        }
        return String.format(Locale.ROOT, "%.1f %s", value, UNITS[unit]);
    }

    /** One line without anything that could act on a terminal. */
    public static String plain(String text) {
        return ByteText.display(ByteText.encode(text));
    }

    /** A place on disk, as {@link #plain(String)} and with bytes that are no text visible too. */
    public static String plain(Path path) {
        return ByteText.display(NativePaths.bytes(path));
    }

    public static String sentence(String text) {
        String first = text.strip().split("\n", 2)[0];
        return first.endsWith(".") ? first : first + ".";
    }

    public static String toJson(Object value) {
        StringWriter text = new StringWriter();
        writeJson(value, text);
        return text.toString();
    }

    private static void writeJson(Object value, Writer target) {
        try (JsonGenerator generator = new JsonFactory().createGenerator(target)) {
            generator.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            write(generator, value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(JsonGenerator out, Object value) throws IOException {
        if (value instanceof Map<?, ?> map) {
            out.writeStartObject();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                out.writeFieldName((String) entry.getKey());
                write(out, entry.getValue());
            }
            out.writeEndObject();
        } else if (value instanceof List<?> list) {
            out.writeStartArray();
            for (Object element : list) {
                write(out, element);
            }
            out.writeEndArray();
        } else if (value instanceof Elements elements) {
            out.writeStartArray();
            elements.forEach(element -> {
                try {
                    write(out, element);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            out.writeEndArray();
        } else if (value instanceof Long || value instanceof Integer) {
            out.writeNumber(((Number) value).longValue());
        } else if (value instanceof Double number) {
            out.writeNumber(number);
        } else if (value instanceof Boolean truth) {
            out.writeBoolean(truth);
        } else if (value == null) {
            out.writeNull();
        } else {
            out.writeString(value.toString());
        }
    }
}
