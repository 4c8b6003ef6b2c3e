package io.snapdsl.engine.replay;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.json.JsonDifference;
import java.util.List;

/**
 * Where a replay had to stop.
 *
 * @param clock the event at which it showed
 * @param code {@code DAMAGED} if the history is not what was recorded, {@code DIVERGED} if it is, but the events don't lead
 *     to it, {@code RULE_FAILED} if what they lead to can't be said
 * @param differences from the state that the events lead to, to the one that was recorded
 */
public record Finding(long clock, ErrorCode code, String problem, List<JsonDifference> differences) {
    static Finding damage(long clock, String problem) {
        return new Finding(clock, ErrorCode.DAMAGED, problem, List.of());
    }

    static Finding failure(long clock, String problem) {
        return new Finding(clock, ErrorCode.RULE_FAILED, problem, List.of());
    }
}
