package io.snapdsl.engine.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.snapdsl.engine.json.JsonBytes.Member;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes the canonical form of the value that a parser stands at, as it reads it: a state may be so large that a tree of it
 * had no room. Names are in the order of their UTF-16 units.
 */
final class CanonicalWriter {
    private final JsonParser in;
    private final JsonBytes out;
    private int depth;

    /** @param expected how many bytes there will be, by guess */
    CanonicalWriter(JsonParser in, int expected) {
        this.in = in;
        this.out = new JsonBytes(expected);
    }

    /** @throws RefusedJsonException if JSON has no word for it, or it is beyond our limits */
    byte[] write() throws IOException {
        value();
        return out.toByteArray();
    }

    private void value() throws IOException {
        switch (in.currentToken()) {
            case START_OBJECT -> object();
            case START_ARRAY -> array();
            case VALUE_STRING -> text(in.getText());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number();
            case VALUE_TRUE -> out.ascii("true");
            case VALUE_FALSE -> out.ascii("false");
            case VALUE_NULL -> out.ascii("null");
            default -> throw refusal("an object of Java's is no JSON value");
        }
    }

    private void object() throws IOException {
        enter();
        out.sign('{');
        List<Member> members = new ArrayList<>();
        boolean isSorted = true;
        while (in.nextToken() != JsonToken.END_OBJECT) {
            String name = in.currentName();
            if (!members.isEmpty()) {
                isSorted &= members.get(members.size() - 1).name().compareTo(name) < 0;
                out.sign(',');
            }
            int start = out.length();
            text(name);
            out.sign(':');
            in.nextToken();
            value();
            members.add(new Member(name, start, out.length()));
        }
        if (!isSorted) {
            out.sort(members);
        }
        out.sign('}');
        depth--;
    }

    private void array() throws IOException {
        enter();
        out.sign('[');
        boolean isFirst = true;
        while (in.nextToken() != JsonToken.END_ARRAY) {
            if (!isFirst) {
                out.sign(',');
            }
            isFirst = false;
            value();
        }
        out.sign(']');
        depth--;
    }

    private void enter() {
        if (++depth > CanonicalJson.MAX_DEPTH) {
            throw new RefusedJsonException("it is nested more than " + CanonicalJson.MAX_DEPTH + " deep");
        }
    }

    private void text(String text) {
        if (!out.hasWritten(text)) {
            throw refusal("a text holds half of a surrogate pair");
        }
    }

    private void number() throws IOException {
        try {
            out.ascii(CanonicalNumber.text(in));
        } catch (ArithmeticException e) {
            throw refusal(e.getMessage());
        }
    }

    private RefusedJsonException refusal(String problem) {
        String pointer = in.getParsingContext().pathAsPointer().toString();
        return new RefusedJsonException(problem + " (at " + (pointer.isEmpty() ? "the top" : pointer) + ")");
    }
}
