package io.snapdsl.web.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.javalin.http.Context;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.content.DamagedContentException;
import io.snapdsl.engine.json.CanonicalJson;
import io.snapdsl.engine.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;

/** What a request says in its body: one JSON object. */
public final class Body {
    private final JsonNode object;

    public Body(Context ctx) {
        byte[] bytes = ctx.bodyAsBytes();
        try {
            object = bytes.length == 0 ? Json.object() : Json.parse(bytes);
        } catch (DamagedContentException e) {
            throw new SnapdslException(
                    ErrorCode.USAGE, "The body is not JSON.", "Send one object, for instance {\"dryRun\": true}.", e);
        }
        if (!object.isObject()) {
            throw new SnapdslException(
                    ErrorCode.USAGE, "The body is no JSON object.", "Send one, for instance {\"dryRun\": true}.");
        }
    }

    /** @throws SnapdslException if a field is none of the route's parameters */
    static void requireKnown(Context ctx, Route route) {
        Known.of(route).require("The body", new Body(ctx).object.fieldNames());
    }

    public Optional<String> text(String name) {
        return of(name, JsonNode::isTextual, "a text").map(JsonNode::asText);
    }

    private Optional<JsonNode> of(String name, Predicate<JsonNode> fits, String kind) {
        Optional<JsonNode> found = Optional.ofNullable(object.get(name)).filter(node -> !node.isNull());
        if (found.isPresent() && !fits.test(found.get())) {
            throw new SnapdslException(
                    ErrorCode.USAGE, "'" + name + "' is not " + kind + ".", "Send it as " + kind + ".");
        }
        return found;
    }

    public String required(String name) {
        return text(name)
                .orElseThrow(() -> new SnapdslException(
                        ErrorCode.USAGE, "'" + name + "' is missing.", "Add it to the body as a text."));
    }

    public boolean flag(String name) {
        return of(name, JsonNode::isBoolean, "true or false")
                .map(JsonNode::asBoolean)
                .orElse(false);
    }

    /** A whole number that is no smaller than {@code least}. */
    public Optional<Integer> number(String name, int least) {
        return bigNumber(name, least).map(number -> (int) Math.min(number, Integer.MAX_VALUE));
    }

    public Optional<Long> bigNumber(String name, long least) {
        return of(
                        name,
                        node -> node.isIntegralNumber() && node.canConvertToLong() && node.asLong() >= least,
                        "a whole number from " + least + " on")
                .map(JsonNode::asLong);
    }

    /** Any value, as it was sent; empty if it is missing. */
    public Optional<CanonicalJson> value(String name) {
        return Optional.ofNullable(object.get(name)).map(node -> CanonicalJson.parse(node.toString()));
    }

    public List<String> texts(String name) {
        List<String> texts = new ArrayList<>();
        of(name, Body::isListOfTexts, "a list of texts, none of them empty")
                .ifPresent(list -> list.forEach(node -> texts.add(node.asText())));
        return texts;
    }

    private static boolean isListOfTexts(JsonNode node) {
        return node.isArray()
                && StreamSupport.stream(node.spliterator(), false)
                        .allMatch(one -> one.isTextual() && !one.asText().isEmpty());
    }
}
