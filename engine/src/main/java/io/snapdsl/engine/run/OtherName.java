package io.snapdsl.engine.run;

import java.nio.file.Path;
import java.util.Optional;

/**
 * A workspace has another name in the store than in the policy: commands go by the store's.
 *
 * @param namesake the workspace that has the declared name already
 */
public record OtherName(String declared, String known, Optional<Path> namesake) {
    public String words() {
        return namesake.map(place -> "'" + declared + "' is the name of the workspace " + place
                        + " already: this one is known as '" + known + "'.")
                .orElse("'" + declared + "' is known as '" + known + "' already.");
    }
}
