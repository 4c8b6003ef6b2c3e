package io.snapdsl.web.page;

import io.javalin.http.Context;
import java.util.Optional;

/** What somebody filled in. */
final class Form {
    private Form() {}

    /** Empty if nothing was. */
    static Optional<String> text(Context ctx, String name) {
        return Optional.ofNullable(ctx.formParam(name)).map(String::strip).filter(text -> !text.isEmpty());
    }
}
