package io.snapdsl.web.page;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.Utf8ByteOutput;
import io.javalin.http.Context;
import io.snapdsl.web.http.Problem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;

/** Fills a template, which escapes everything by where it stands. */
public final class Template {
    private static final TemplateEngine ENGINE = TemplateEngine.createPrecompiled(
            null, ContentType.Html, Template.class.getClassLoader(), "io.snapdsl.web.jte");

    private Template() {}

    /** @param model the template's only parameter */
    public static void render(Context ctx, String template, Object model) {
        Utf8ByteOutput output = new Utf8ByteOutput();
        ENGINE.render(template + ".jte", model, output);
        answer(ctx, output);
    }

    public static void problem(Context ctx, Problem problem) {
        ctx.status(problem.status());
        Utf8ByteOutput output = new Utf8ByteOutput();
        boolean stranger = problem.status() == 401 || problem.status() == 421 || problem.status() == 403;
        if (stranger) {
            ENGINE.render("problem.jte", problem, output);
        } else {
            Frame frame = new Frame(problem.message(), "", Optional.empty(), new Show(Clock.systemUTC()));
            ENGINE.render("failure.jte", Map.of("frame", frame, "problem", problem), output);
        }
        answer(ctx, output);
    }

    private static void answer(Context ctx, Utf8ByteOutput output) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(output.getContentLength());
        try {
            output.writeTo(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        ctx.contentType("text/html; charset=utf-8").result(bytes.toByteArray());
    }
}
