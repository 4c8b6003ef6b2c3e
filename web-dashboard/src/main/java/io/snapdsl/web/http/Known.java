package io.snapdsl.web.http;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.Nearest;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.tree.ByteText;
import java.util.Iterator;
import java.util.List;

/**
 * What the parameters of a route are called. Another one is refused: if one that is misspelt were left out, more would be
 * done than was asked for, or something else be shown.
 */
record Known(List<String> names) {
    static Known of(Route route) {
        return new Known(route.parameters().stream().map(Route.Parameter::name).toList());
    }

    /** @throws SnapdslException if one of those that {@code place} has is none of these */
    void require(String place, Iterator<String> given) {
        given.forEachRemaining(name -> {
            if (!names.contains(name)) {
                throw new SnapdslException(
                        ErrorCode.USAGE,
                        place + " has '" + ByteText.display(name) + "', which means nothing here.",
                        Nearest.to(name, names)
                                        .map(near -> "Did you mean '" + near + "'? ")
                                        .orElse("")
                                + (names.isEmpty() ? "Send none." : "There are: " + String.join(", ", names) + "."));
            }
        });
    }
}
