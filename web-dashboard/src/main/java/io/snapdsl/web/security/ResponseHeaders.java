package io.snapdsl.web.security;

import io.javalin.http.Context;

/** What every answer tells the browser not to do. */
public final class ResponseHeaders {
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
            + " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
    private static final String NOTHING = "default-src 'none'; sandbox; frame-ancestors 'none'";

    private ResponseHeaders() {}

    public static void set(Context ctx) {
        ctx.header("Content-Security-Policy", POLICY);
        ctx.header("X-Content-Type-Options", "nosniff");
        ctx.header("X-Frame-Options", "DENY");
        // Not "no-referrer": then a browser would not say either that a form is one of ours.
        ctx.header("Referrer-Policy", "same-origin");
        ctx.header("Cross-Origin-Opener-Policy", "same-origin");
        ctx.header("Cross-Origin-Resource-Policy", "same-origin");
        ctx.header("Cache-Control", "no-store");
    }

    /** For bytes out of a snapshot: whatever they are, they run nothing and load nothing. */
    public static void lockIn(Context ctx) {
        ctx.header("Content-Security-Policy", NOTHING);
    }
}
