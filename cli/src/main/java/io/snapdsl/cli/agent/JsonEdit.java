package io.snapdsl.cli.agent;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Puts members into a JSON text and takes them out again. Everything else stays as it is, to the byte: spaces, order,
 * comments. What was put in and is taken out leaves the text as it was, as long as nobody has laid it out anew.
 *
 * <p>Who takes the last member out of an object or array must know whether that was there, empty, before us. We note it
 * where nobody minds, and where it is lost together with our layout: one more space before the closing bracket.
 */
final class JsonEdit {
    private static final String USUAL_UNIT = "  ";
    /** The comma between two parts: the first that is in no comment. */
    private static final Pattern SEPARATOR = Pattern.compile("\\A((?:[^,/]|//[^\\n]*\\n|/\\*(?s:.*?)\\*/)*),");

    private final String text;
    private final String lineEnd;

    JsonEdit(String text) {
        this.text = text;
        this.lineEnd = text.contains("\r\n") ? "\r\n" : "\n";
    }

    /** A new text: an object with one member. */
    static String around(List<String> lines) {
        JsonEdit edit = new JsonEdit("");
        return "{\n" + edit.laidOut(lines, USUAL_UNIT, USUAL_UNIT) + "\n}\n";
    }

    /** @param lines of what to put last into the container, the first as it is, the others indented by tabs from there */
    String add(JsonPart container, JsonPart root, List<String> lines) {
        String base = indentation(container.valueStart());
        String unit = unit(root);
        List<JsonPart> parts = container.parts();
        if (parts.isEmpty()) {
            return text.substring(0, container.valueStart() + 1)
                    + lineEnd
                    + laidOut(lines, base + unit, unit)
                    + lineEnd
                    + base
                    + " "
                    + text.substring(container.end() - 1);
        }
        JsonPart last = parts.get(parts.size() - 1);
        String own = indentation(last.start());
        return text.substring(0, last.end())
                + ","
                + lineEnd
                + laidOut(lines, own.length() > base.length() ? own : base + unit, unit)
                + text.substring(last.end());
    }

    private String laidOut(List<String> lines, String indentation, String unit) {
        return indentation
                + String.join(
                        lineEnd + indentation,
                        lines.stream().map(line -> line.replace("\t", unit)).toList());
    }

    private String unit(JsonPart root) {
        String first =
                root.parts().isEmpty() ? "" : indentation(root.parts().get(0).start());
        return first.isEmpty() ? USUAL_UNIT : first;
    }

    /** The white space that the line begins with. */
    private String indentation(int place) {
        int start = text.lastIndexOf('\n', place - 1) + 1;
        int end = start;
        while (end < text.length() && (text.charAt(end) == ' ' || text.charAt(end) == '\t')) {
            end++;
        }
        return text.substring(start, end);
    }

    /** Whether it was there before anything was put into it. */
    boolean wasEmpty(JsonPart container) {
        return indentation(container.end() - 1).length()
                == indentation(container.valueStart()).length() + 1;
    }

    String empty(JsonPart container) {
        return text.substring(0, container.valueStart() + 1) + text.substring(container.end() - 1);
    }

    String remove(JsonPart container, JsonPart part) {
        List<JsonPart> parts = container.parts();
        int at = parts.indexOf(part);
        if (at + 1 < parts.size()) {
            int next = parts.get(at + 1).start();
            return text.substring(0, part.start())
                    + withoutComma(part.end(), next).stripLeading()
                    + text.substring(next);
        }
        int before = parts.get(at - 1).end();
        return text.substring(0, before)
                + withoutComma(before, part.start()).stripTrailing()
                + text.substring(part.end());
    }

    /** What is between two parts: nothing, but for comments. */
    private String withoutComma(int start, int end) {
        return SEPARATOR.matcher(text.substring(start, end)).replaceFirst("$1");
    }
}
