package io.snapdsl.web.http;

import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.content.DamagedContentException;
import io.snapdsl.engine.tree.ByteText;
import io.snapdsl.engine.tree.TreePath;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.Optional;

/** What a request asks for, read from its address. */
public final class Query {
    private final Context ctx;

    public Query(Context ctx) {
        this.ctx = ctx;
    }

    /** @throws SnapdslException if the address has a parameter that the route has none of there */
    static void requireKnown(Context ctx, Route route) {
        Iterator<String> given = ctx.queryParamMap().keySet().iterator();
        if (route.method() == HandlerType.GET) {
            Known.of(route).require("The address", given);
        } else if (given.hasNext()) {
            throw new SnapdslException(
                    ErrorCode.USAGE,
                    "The address has '" + ByteText.display(given.next())
                            + "', but what is to be done stands in the body.",
                    "Send it there, for instance {\"dryRun\": true}.");
        }
    }

    /** Empty if it is missing or empty: a form sends what nobody filled in, too. */
    public Optional<String> text(String name) {
        return Optional.ofNullable(ctx.queryParam(name)).filter(text -> !text.isBlank());
    }

    public String required(String name) {
        return text(name)
                .orElseThrow(() -> new SnapdslException(
                        ErrorCode.USAGE, "The parameter '" + name + "' is missing.", "Add ?" + name + "=…"));
    }

    /** From 1 to {@code most}. */
    public int limit(int usual, int most) {
        long number = number("limit").orElse((long) usual);
        if (number < 1) {
            throw new SnapdslException(ErrorCode.USAGE, "limit=" + number + " lists nothing.", "Give 1 or more.");
        }
        return (int) Math.min(number, most);
    }

    public Optional<Long> number(String name) {
        return text(name).map(text -> {
            try {
                return Long.parseLong(text);
            } catch (NumberFormatException e) {
                throw new SnapdslException(
                        ErrorCode.USAGE, name + "=" + text + " is not a number.", "Leave it out, or give a number.", e);
            }
        });
    }

    /** The path in a tree, byte for byte: {@code %ff} is the byte 255. Missing or empty it is the root. */
    public TreePath path(String name) {
        String query = Optional.ofNullable(ctx.queryString()).orElse("");
        for (String pair : query.split("&")) {
            int equals = pair.indexOf('=');
            if (equals > 0 && pair.substring(0, equals).equals(name)) {
                return tree(unescape(pair.substring(equals + 1)));
            }
        }
        return TreePath.ROOT;
    }

    private static TreePath tree(byte[] bytes) {
        try {
            return TreePath.of(bytes);
        } catch (DamagedContentException e) {
            throw new SnapdslException(
                    ErrorCode.UNSAFE_PATH,
                    "That path does not lie inside of a snapshot.",
                    "Write it from the snapshot's root, without '.', '..' or a slash at either end.",
                    e);
        }
    }

    private static byte[] unescape(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
        byte[] raw = text.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < raw.length; i++) {
            int high = raw[i] == '%' && i + 2 < raw.length ? Character.digit(raw[i + 1], 16) : -1;
            int low = high >= 0 ? Character.digit(raw[i + 2], 16) : -1;
            if (low >= 0) {
                bytes.write(high << 4 | low);
                i += 2;
            } else {
                bytes.write(raw[i] == '+' ? ' ' : raw[i]);
            }
        }
        return bytes.toByteArray();
    }
}
