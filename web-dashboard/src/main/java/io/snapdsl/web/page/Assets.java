package io.snapdsl.web.page;

import io.javalin.http.Context;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.web.http.Refusal;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;

/**
 * The files that pages load: ours, and those of libraries that come as WebJars. Only what is listed here is served. The
 * address holds a part of the content's hash, so a browser may keep each for good.
 */
public final class Assets {
    public static final String PATH = "/assets/";

    private static final String LIBRARIES = "/META-INF/resources/webjars/";
    private static final int HASH_LENGTH = 12;

    private record Asset(String type, byte[] content, String version) {}

    private static final Map<String, Asset> ALL = Map.of(
            "style.css", load("/io/snapdsl/web/assets/style.css", "text/css"),
            "theme.js", load("/io/snapdsl/web/assets/theme.js", "text/javascript"),
            "pages.js", load("/io/snapdsl/web/assets/pages.js", "text/javascript"),
            "icon.svg", load("/io/snapdsl/web/assets/icon.svg", "image/svg+xml"),
            "htmx.js", load(LIBRARIES + "htmx.org/2.0.10/dist/htmx.min.js", "text/javascript"),
            "highlight.js", load(LIBRARIES + "highlightjs/11.11.1/highlight.min.js", "text/javascript"));

    private Assets() {}

    /** Where a page finds it. */
    public static String path(String name) {
        return PATH + name + "?" + ALL.get(name).version;
    }

    public static void serve(Context ctx) {
        Asset asset = ALL.get(ctx.pathParam("name"));
        if (asset == null) {
            throw new Refusal(404, "There is no such asset.", "Start at the overview: /");
        }
        ctx.header("Cache-Control", "private, max-age=31536000, immutable");
        ctx.contentType(asset.type + "; charset=utf-8").result(asset.content);
    }

    private static Asset load(String resource, String type) {
        try (InputStream in = Assets.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException(resource + " is missing from the installation");
            }
            byte[] content = in.readAllBytes();
            return new Asset(type, content, Hash.of(content).hex().substring(0, HASH_LENGTH));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
