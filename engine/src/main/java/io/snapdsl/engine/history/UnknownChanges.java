package io.snapdsl.engine.history;

import io.snapdsl.engine.content.DamagedContentException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What happens when an operation finds changes that nobody announced. */
public enum UnknownChanges {
    /** They become a snapshot of their own before the operation's. */
    AUTO_INTEGRATE,
    /** They go into the operation's snapshot, and are named. */
    WARN,
    /** The operation is refused. */
    STRICT;

    /** As people write it: {@code auto-integrate}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static Optional<UnknownChanges> named(String word) {
        return Arrays.stream(values())
                .filter(treatment -> treatment.word().equals(word))
                .findFirst();
    }

    /** As it was stored. */
    public static UnknownChanges fromWord(String word) {
        return named(word)
                .orElseThrow(() -> new DamagedContentException("unknown treatment of unknown changes '" + word + "'"));
    }
}
