package io.snapdsl.cli.output;

import io.snapdsl.engine.files.NativePaths;
import io.snapdsl.engine.shape.JsonText;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.engine.shape.Words;
import io.snapdsl.engine.tree.ByteText;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** How a command answers: in words for people, with one JSON object for scripts, or with both for agents. */
public final class Output {
    /** Who reads it. */
    public enum Form {
        WORDS,
        JSON,
        BOTH
    }

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);

    private final Form form;
    private final Clock clock;
    private final OneAnswer answer;
    private final StandardOutput standardOutput;
    private final PrintStream out;
    private final PrintStream err;
    private final PrintStream words;

    /** @param out the answer; where there are two, the one in JSON, and {@code err} has all that is said in words */
    public Output(Form form, Clock clock, OneAnswer answer, OutputStream out, PrintStream err) {
        this.form = form;
        this.clock = clock;
        this.answer = answer;
        this.standardOutput = new StandardOutput(out);
        this.out = new PrintStream(standardOutput, false, StandardCharsets.UTF_8);
        this.err = err;
        this.words = form == Form.BOTH ? err : this.out;
    }

    public boolean isInJson() {
        return form != Form.WORDS;
    }

    public boolean isInWords() {
        return form != Form.JSON;
    }

    /** A line of the answer in words. */
    public void line(String text) {
        if (isInWords()) {
            words.println(text);
        }
    }

    /** The whole answer as JSON: maps, lists, texts, numbers, truth values. */
    public void json(Map<String, Object> object) {
        if (isInJson()) {
            answer.give(() -> printJson(object));
        }
    }

    /** For an answer without an end: one object of many, on a line of its own. */
    public void jsonLine(Map<String, Object> object) {
        if (isInJson()) {
            printJson(object);
        }
        out.flush();
    }

    /** Something worth knowing that is not the answer. */
    public void note(String text) {
        if (isInWords()) {
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
        boolean inJson = isInJson() && answer.give(() -> printJson(object));
        // What goes wrong in the middle of an answer can only be said beside it.
        if (isInWords() || !inJson) {
            out.flush();
            err.println("snapdsl: " + plain(message));
            err.println(plain(hint));
        }
    }

    /** For the last moment of a process that may be in the middle of its answer. */
    public void interrupted(String code, String message, String hint) {
        if (isInJson()) {
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
        Map<String, Object> told = form == Form.BOTH ? Abridged.of(object) : object;
        JsonText.write(told, new OutputStreamWriter(out, StandardCharsets.UTF_8));
        out.println();
        out.flush();
    }

    /** For answers that are bytes. */
    public OutputStream bytes() {
        return words;
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
        return time(instant, clock.getZone());
    }

    /** As a calendar says it that someone has chosen. */
    public String time(Instant instant, ZoneId zone) {
        return TIME.format(instant.atZone(zone));
    }

    public String age(Instant instant) {
        return Words.age(instant, clock.instant());
    }

    public static String count(long number, String noun) {
        return Words.count(number, noun);
    }

    public static String size(long bytes) {
        return Words.size(bytes);
    }

    /** One line without anything that could act on a terminal. */
    public static String plain(String text) {
        return ByteText.display(text);
    }

    /** A place on disk, as {@link #plain(String)} and with bytes that are no text visible too. */
    public static String plain(Path path) {
        return ByteText.display(NativePaths.bytes(path));
    }

    public static String sentence(String text) {
        String first = text.strip().split("\n", 2)[0];
        return first.endsWith(".") ? first : first + ".";
    }
}
