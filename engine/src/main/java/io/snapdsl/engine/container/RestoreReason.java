package io.snapdsl.engine.container;

import java.util.Optional;

/**
 * Why a container is brought back: what history says of it.
 *
 * @param goal empty: that it was restored, and from which snapshot
 * @param session the agent's run it belongs to, or empty
 */
public record RestoreReason(Optional<String> goal, String session) {
    /** Somebody asked for it in {@code session}. */
    public static RestoreReason in(String session) {
        return new RestoreReason(Optional.empty(), session);
    }
}
