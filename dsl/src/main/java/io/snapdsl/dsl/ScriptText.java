package io.snapdsl.dsl;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A script as its author sees it in an editor.
 *
 * @param text without the mark that some editors put before UTF-8
 */
public record ScriptText(Path file, String text, List<String> lines) {
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private ScriptText(Path file, String text) {
        this(file, text, List.of(text.split("\r\n|\r|\n", -1)));
    }

    /** @throws NotUtf8 when it is some other text, or no text at all */
    static ScriptText decode(Path file, byte[] bytes) throws NotUtf8 {
        ByteBuffer input = ByteBuffer.wrap(bytes);
        CharBuffer output = CharBuffer.allocate(bytes.length);
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        CoderResult result = decoder.decode(input, output, true);
        String text = output.flip().toString();
        if (!text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK) {
            text = text.substring(1);
        }
        ScriptText script = new ScriptText(file, text);
        if (result.isError() || text.indexOf('\0') >= 0) {
            throw new NotUtf8(script);
        }
        return script;
    }

    static ScriptText empty(Path file) {
        return new ScriptText(file, "");
    }

    /** The same file with another text. */
    ScriptText with(String changed) {
        return new ScriptText(file, changed);
    }

    /** Without its end; empty if there is no such line. */
    public String line(int number) {
        return number >= 1 && number <= lines.size() ? lines.get(number - 1) : "";
    }

    /** Where {@code word} begins in a line, else where its text begins. */
    int columnOf(String word, int line) {
        String text = line(line);
        Matcher matcher = Pattern.compile("\\b" + Pattern.quote(word) + "\\b").matcher(text);
        if (!word.isEmpty() && matcher.find()) {
            return matcher.start() + 1;
        }
        return text.length() - text.stripLeading().length() + 1;
    }

    /** The script up to the first byte that is wrong. */
    static final class NotUtf8 extends Exception {
        private static final long serialVersionUID = 1L;

        private final transient ScriptText before;

        NotUtf8(ScriptText before) {
            super(null, null, false, false);
            this.before = before;
        }

        ScriptText before() {
            return before;
        }
    }
}
