package io.snapdsl.engine.plan;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.content.DamagedContentException;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/** What went wrong in a step, as an error that names the step. */
final class StepFailure {
    private StepFailure() {}

    static SnapdslException in(String label, Exception failure) {
        if (failure instanceof SnapdslException known) {
            return new SnapdslException(known.code(), label + ": " + known.getMessage(), known.hint(), known);
        }
        if (failure instanceof DamagedContentException) {
            return new SnapdslException(
                    ErrorCode.DAMAGED,
                    label + ": The store is damaged: " + failure.getMessage() + ".",
                    "Run 'snapdsl verify --read-data' to see which snapshots and files are touched.",
                    failure);
        }
        return new SnapdslException(
                ErrorCode.IO_FAILED,
                label + ": Something unexpected went wrong: " + failure,
                "Run the command again with --debug, and report what it prints.",
                failure);
    }

    /** The author's own code has failed. */
    static SnapdslException ofAction(String label, Exception failure) {
        String why = Optional.ofNullable(failure.getMessage())
                .flatMap(message -> message.lines().findFirst())
                .filter(message -> !message.isBlank())
                .orElse(failure.getClass().getSimpleName());
        return new SnapdslException(
                ErrorCode.PLAN_STEP_FAILED,
                label + " failed: " + why + (why.endsWith(".") ? "" : "."),
                failure instanceof TimeoutException
                        ? "If it needs more time, give it some: step(timeout: 5.minutes) { … }"
                        : "Look at that step in the policy.",
                failure);
    }
}
