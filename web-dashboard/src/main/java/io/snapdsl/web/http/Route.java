package io.snapdsl.web.http;

import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import java.util.ArrayList;
import java.util.List;

/**
 * One thing the server does. Routes are declared once, each where it is handled: the server and the OpenAPI document are
 * both made from them. A request to the API with anything else in it than the parameters is refused.
 *
 * @param answers the media type of the answer
 */
public record Route(
        HandlerType method, String path, String summary, List<Parameter> parameters, String answers, Handler handler) {
    public static final String API = "/api/v1";

    /** In the address's query, or for what changes something in the body. */
    public record Parameter(String name, String description, boolean required) {}

    /** What belongs together: one resource of the API, or one page. */
    public interface Group {
        List<Route> routes();
    }

    public static Route get(String path, String summary, Handler handler) {
        return new Route(HandlerType.GET, path, summary, List.of(), "application/json", handler);
    }

    /** What a program does. */
    public static Route post(String path, String summary, Handler handler) {
        return new Route(HandlerType.POST, path, summary, List.of(), "application/json", handler);
    }

    /** A page for people. */
    public static Route page(String path, Handler handler) {
        return new Route(HandlerType.GET, path, "", List.of(), "text/html", handler);
    }

    /** What a form of a page does. */
    public static Route action(String path, Handler handler) {
        return new Route(HandlerType.POST, path, "", List.of(), "text/html", handler);
    }

    public Route with(String parameter, String description) {
        return with(new Parameter(parameter, description, false));
    }

    public Route needing(String parameter, String description) {
        return with(new Parameter(parameter, description, true));
    }

    public Route answering(String mediaType) {
        return new Route(method, path, summary, parameters, mediaType, handler);
    }

    public boolean isApi() {
        return path.startsWith(API + "/");
    }

    /** What the server does for a request. */
    public void handle(Context ctx) throws Exception {
        if (isApi()) {
            Query.requireKnown(ctx, this);
        }
        if (isApi() && method == HandlerType.POST) {
            Body.requireKnown(ctx, this);
        }
        handler.handle(ctx);
    }

    private Route with(Parameter parameter) {
        List<Parameter> all = new ArrayList<>(parameters);
        all.add(parameter);
        return new Route(method, path, summary, List.copyOf(all), answers, handler);
    }
}
