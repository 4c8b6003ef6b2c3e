package io.snapdsl.web.security;

import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.HandlerType;
import io.javalin.http.SameSite;
import io.snapdsl.web.http.Refusal;
import java.util.List;
import java.util.Set;
import java.util.function.IntSupplier;

/**
 * Stands before every request. A page of another site can make a browser send one here, and a name that it controls can
 * be made to mean this machine (DNS rebinding): so the Host and the Origin must be ours. Other users of this machine can
 * connect as well: so everything needs the token, as a bearer or as the cookie that the printed link turns into.
 */
public final class Gate {
    /** Where the printed link leads. */
    public static final String ENTRANCE = "/enter";

    private static final Set<HandlerType> READING = Set.of(HandlerType.GET, HandlerType.HEAD);
    private static final String BEARER = "Bearer ";

    private final AccessToken token;
    private final IntSupplier port;

    /** @param port known only once the server has started */
    public Gate(AccessToken token, IntSupplier port) {
        this.token = token;
        this.port = port;
    }

    public String link() {
        return "http://127.0.0.1:" + port.getAsInt() + ENTRANCE + "?token=" + token.value();
    }

    /** Throws a {@link Refusal} unless the request may pass. */
    public void check(Context ctx) {
        requireOurHost(ctx);
        requireNoOtherOrigin(ctx);
        boolean byHeader = isBearer(ctx.header("Authorization"));
        boolean known = byHeader || token.isCookie(ctx.cookie(cookieName()));
        if (!known && !ctx.path().equals(ENTRANCE)) {
            ctx.header("WWW-Authenticate", "Bearer");
            throw new Refusal(
                    401,
                    "This needs the token.",
                    "Open the link that 'snapdsl serve' or 'snapdsl run' printed; a script sends the content of the"
                            + " file 'token' beside the store as 'Authorization: Bearer TOKEN'.");
        }
        if (!byHeader && !READING.contains(ctx.method()) && ctx.header("Origin") == null) {
            // Browsers name the origin of everything that changes something; a script that has the token need not.
            throw fromElsewhere();
        }
    }

    /** The link's token becomes a cookie, and is gone from the address. */
    public void enter(Context ctx) {
        if (!token.isToken(ctx.queryParam("token"))) {
            throw new Refusal(
                    401, "This link is not valid, or not any more.", "Run 'snapdsl serve' again for a new one.");
        }
        Cookie cookie = new Cookie(cookieName(), token.cookie());
        cookie.setPath("/");
        cookie.setHttpOnly(true);
        cookie.setSameSite(SameSite.STRICT);
        ctx.cookie(cookie);
        ctx.header("Cache-Control", "no-store");
        // A page and not a redirect: the browser must not take the next request for one that another site began, or it
        // would leave the cookie out.
        ctx.contentType("text/html; charset=utf-8")
                .result("<!doctype html><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"0; url=/\">"
                        + "<link rel=\"icon\" href=\"/assets/icon.svg\">"
                        + "<title>snapdsl</title><a href=\"/\">Continue to snapdsl</a>");
    }

    /** Browsers send a cookie to every port of a machine, so each server has one of its own. */
    private String cookieName() {
        return "snapdsl-" + port.getAsInt();
    }

    private boolean isBearer(String header) {
        return header != null && header.startsWith(BEARER) && token.isToken(header.substring(BEARER.length()));
    }

    private void requireOurHost(Context ctx) {
        String host = ctx.header("Host");
        if (host == null || !hosts().contains(host)) {
            throw new Refusal(
                    421,
                    "This server does not answer under that name.",
                    "Use http://127.0.0.1:" + port.getAsInt() + "/.");
        }
    }

    private static void requireNoOtherOrigin(Context ctx) {
        String origin = ctx.header("Origin");
        if (origin != null && !origin.equals("http://" + ctx.header("Host"))) {
            throw fromElsewhere();
        }
    }

    private static Refusal fromElsewhere() {
        return new Refusal(
                403,
                "This request comes from another site.",
                "Use the pages of this server, or send the token as 'Authorization: Bearer TOKEN'.");
    }

    private List<String> hosts() {
        int number = port.getAsInt();
        return List.of("127.0.0.1:" + number, "localhost:" + number, "[::1]:" + number);
    }
}
