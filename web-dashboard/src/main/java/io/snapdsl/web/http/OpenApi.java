package io.snapdsl.web.http;

import io.javalin.http.HandlerType;
import io.snapdsl.engine.shape.Shapes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The OpenAPI document, made from the routes themselves. */
public final class OpenApi {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{(\\w+)}");

    private OpenApi() {}

    public static Map<String, Object> document(List<Route> routes) {
        Map<String, Object> paths = new LinkedHashMap<>();
        for (Route route : routes) {
            @SuppressWarnings("unchecked")
            Map<String, Object> methods = (Map<String, Object>)
                    paths.computeIfAbsent(route.path(), any -> new LinkedHashMap<String, Object>());
            methods.put(route.method().name().toLowerCase(Locale.ROOT), operation(route));
        }
        return Shapes.object(
                "openapi",
                "3.1.0",
                "info",
                Shapes.object("title", "snapdsl", "version", "1"),
                "security",
                List.of(Shapes.object("token", List.of())),
                "paths",
                paths,
                "components",
                Shapes.object(
                        "securitySchemes",
                        Shapes.object("token", Shapes.object("type", "http", "scheme", "bearer")),
                        "schemas",
                        Shapes.object("Problem", problem())));
    }

    private static Map<String, Object> operation(Route route) {
        Map<String, Object> operation = Shapes.object("summary", route.summary(), "parameters", parameters(route));
        if (route.method() != HandlerType.GET) {
            operation.put("requestBody", body(route));
        }
        operation.put(
                "responses",
                Shapes.object(
                        "200",
                        Shapes.object(
                                "description", "Done.", "content", Shapes.object(route.answers(), Shapes.object())),
                        "default",
                        Shapes.object(
                                "description",
                                "What went wrong.",
                                "content",
                                Shapes.object(
                                        Answer.PROBLEM,
                                        Shapes.object(
                                                "schema", Shapes.object("$ref", "#/components/schemas/Problem"))))));
        return operation;
    }

    private static List<Map<String, Object>> parameters(Route route) {
        List<Map<String, Object>> all = new ArrayList<>();
        PLACEHOLDER
                .matcher(route.path())
                .results()
                .map((MatchResult match) -> parameter("path", match.group(1), "", true))
                .forEach(all::add);
        if (route.method() == HandlerType.GET) {
            route.parameters().forEach(p -> all.add(parameter("query", p.name(), p.description(), p.required())));
        }
        return all;
    }

    private static Map<String, Object> parameter(String in, String name, String description, boolean required) {
        return Shapes.object(
                "name", name,
                "in", in,
                "description", description,
                "required", required,
                "schema", Shapes.object("type", "string"));
    }

    private static Map<String, Object> body(Route route) {
        Map<String, Object> properties = new LinkedHashMap<>();
        route.parameters().forEach(p -> properties.put(p.name(), Shapes.object("description", p.description())));
        List<String> required = route.parameters().stream()
                .filter(Route.Parameter::required)
                .map(Route.Parameter::name)
                .toList();
        Map<String, Object> schema = Shapes.object("type", "object", "properties", properties, "required", required);
        return Shapes.object(
                "required", true, "content", Shapes.object("application/json", Shapes.object("schema", schema)));
    }

    private static Map<String, Object> problem() {
        Map<String, Object> text = Shapes.object("type", "string");
        return Shapes.object(
                "type",
                "object",
                "properties",
                Shapes.object(
                        "type", text,
                        "title", text,
                        "status", Shapes.object("type", "integer"),
                        "detail", text,
                        "code", text,
                        "hint", text));
    }
}
