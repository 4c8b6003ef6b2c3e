package io.snapdsl.engine.interchange;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snapdsl.engine.json.CanonicalJson;
import java.nio.charset.StandardCharsets;

/** Writes lines whose bytes depend on nothing but what they say. */
final class Lines {
    private Lines() {}

    /** An object's fields in canonical form, and as the last one {@code value}, which is there in that form already. */
    static byte[] write(ObjectNode object, String name, CanonicalJson value) {
        String fields = CanonicalJson.of(object).toString();
        String line = fields.substring(0, fields.length() - 1) + ",\"" + name + "\":" + value + "}\n";
        return line.getBytes(StandardCharsets.UTF_8);
    }
}
