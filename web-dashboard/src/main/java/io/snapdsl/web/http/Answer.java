package io.snapdsl.web.http;

import io.javalin.http.Context;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.shape.JsonText;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** How requests are answered: JSON with an entity tag, so that what has not changed is not sent again. */
public final class Answer {
    public static final String PROBLEM = "application/problem+json";

    private static final String REVALIDATE = "private, no-cache";

    private Answer() {}

    public static void json(Context ctx, Object shape) {
        byte[] body = JsonText.of(shape).getBytes(StandardCharsets.UTF_8);
        if (!isKnown(ctx, Hash.of(body).hex())) {
            ctx.contentType("application/json").result(body);
        }
    }

    /**
     * Tells what an answer is made from. If the client has that answer already, it is told so, and nothing is left to do.
     *
     * @param content for a snapshot's content its id and the path: that never changes
     */
    public static boolean isKnown(Context ctx, String content) {
        String tag = "\"" + content + "\"";
        ctx.header("ETag", tag);
        ctx.header("Cache-Control", REVALIDATE);
        String known = ctx.header("If-None-Match");
        boolean same = known != null
                && Arrays.stream(known.split(","))
                        .map(String::strip)
                        .map(Answer::withoutEncoding)
                        .anyMatch(tag::equals);
        if (same) {
            ctx.status(304);
        }
        return same;
    }

    /** Who compresses on the way marks the tag as weak. */
    private static String withoutEncoding(String tag) {
        return tag.startsWith("W/") ? tag.substring(2) : tag;
    }

    public static void problem(Context ctx, Problem problem) {
        ctx.status(problem.status())
                .header("Cache-Control", "no-store")
                .removeHeader("ETag")
                .contentType(PROBLEM)
                .result(JsonText.of(problem.shape()).getBytes(StandardCharsets.UTF_8));
    }
}
