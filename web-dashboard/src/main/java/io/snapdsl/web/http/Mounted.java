package io.snapdsl.web.http;

import io.javalin.http.HandlerType;
import jakarta.servlet.http.HttpServlet;
import java.util.List;
import java.util.function.Supplier;

/**
 * What another module answers to programs, behind the same gate as everything else. It is made when somebody first asks, so
 * that a server whom nobody asks for it does without what it takes.
 */
public final class Mounted implements Route.Group {
    private final String path;
    private final Supplier<HttpServlet> making;
    private HttpServlet servlet;

    /** @param making makes one that has answered when its service method returns */
    public Mounted(String path, Supplier<HttpServlet> making) {
        this.path = path;
        this.making = making;
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route(
                HandlerType.POST,
                path,
                "",
                List.of(),
                "application/json",
                ctx -> servlet().service(ctx.req(), ctx.res())));
    }

    public boolean isAt(String asked) {
        return asked.equals(path);
    }

    private synchronized HttpServlet servlet() {
        if (servlet == null) {
            servlet = making.get();
        }
        return servlet;
    }
}
