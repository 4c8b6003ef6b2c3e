package io.snapdsl.web.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.javalin.http.Context;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.content.DamagedContentException;
import io.snapdsl.engine.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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

    public Optional<String> text(String name) {
        return Optional.ofNullable(object.get(name)).filter(JsonNode::isTextual).map(JsonNode::asText);
    }

    public String required(String name) {
        return text(name)
                .orElseThrow(() -> new SnapdslException(
                        ErrorCode.USAGE, "'" + name + "' is missing.", "Add it to the body as a text."));
    }

    public boolean flag(String name) {
        return object.path(name).asBoolean(false);
    }

    public List<String> texts(String name) {
        List<String> texts = new ArrayList<>();
        object.path(name).forEach(node -> texts.add(node.asText()));
        return texts;
    }
}
