package io.snapdsl.engine.history;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.content.DamagedContentException;
import io.snapdsl.engine.tree.ByteText;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What made a snapshot happen. */
public enum Trigger {
    /** Someone asked for it. */
    MANUAL,
    RUN_START,
    RUN_END,
    /** An agent did something. */
    ACTION,
    /** It was time. */
    SCHEDULE,
    INTERVAL,
    FILE_CHANGE,
    EVENT_COUNT,
    CONTAINER_START,
    CONTAINER_STOP,
    CONTAINER_DIE,
    CONTAINER_OOM,
    POLICY_START,
    POLICY_STOP,
    /** Found on the way to something else: a change nobody had announced, kept before it could be lost. */
    UNKNOWN_CHANGE,
    RESTORE,
    UNDO,
    REDO,
    /** Some snapshots' changes were taken back, and what came later kept. */
    REVERT,
    /** Stands for several that were merged. */
    CONSOLIDATION;

    /** Whether nobody in particular is behind what such a snapshot took in: anybody may have changed it. */
    public boolean isNobodys() {
        return switch (this) {
            case RUN_START, SCHEDULE, INTERVAL, FILE_CHANGE, POLICY_START, POLICY_STOP, UNKNOWN_CHANGE -> true;
            default -> false;
        };
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The one that someone names. */
    public static Trigger named(String word) {
        String name = word.toLowerCase(Locale.ROOT).replace('-', '_');
        return Arrays.stream(values())
                .filter(trigger -> trigger.word().equals(name))
                .findFirst()
                .orElseThrow(() -> new SnapdslException(
                        ErrorCode.USAGE,
                        "No snapshot comes about by '" + ByteText.display(word) + "'.",
                        "There are: "
                                + Arrays.stream(values()).map(Trigger::word).collect(Collectors.joining(", ")) + "."));
    }

    /** From the store. */
    public static Trigger fromWord(String word) {
        return Arrays.stream(values())
                .filter(trigger -> trigger.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new DamagedContentException("unknown trigger '" + word + "'"));
    }
}
