package io.snapdsl.engine.retention;

import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.Subject.Container;
import io.snapdsl.engine.retention.KeepRules.Anchor;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What is kept where nobody has said anything else, by the kind of subject: first by age, then by number and size. */
public final class DefaultRetention {
    private static final Duration CONTAINER_AGE = Duration.ofDays(7);

    /** Containers are large. What is in all, is of all containers together. */
    public static final Limits CONTAINER_LIMITS =
            new Limits(Optional.of(10), Optional.of(100), Optional.of(10_000_000_000L));

    private DefaultRetention() {}

    public static KeepRules rules(Subject subject, ZoneId zone) {
        return subject instanceof Container ? containerRules(zone) : KeepRules.standard(zone);
    }

    public static Limits limits(Subject subject) {
        return subject instanceof Container ? CONTAINER_LIMITS : Limits.NONE;
    }

    public static KeepRules containerRules(ZoneId zone) {
        return new KeepRules(0, Map.of(), Optional.of(CONTAINER_AGE), Set.of(), Set.of(), Anchor.NEWEST, zone);
    }
}
