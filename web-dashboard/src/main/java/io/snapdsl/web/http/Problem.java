package io.snapdsl.web.http;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.ErrorCode.Outcome;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.content.DamagedContentException;
import io.snapdsl.engine.shape.Shapes;
import java.util.Map;

/** What went wrong, as RFC 9457 has it, with the code and the hint that the command gives as well. */
public record Problem(int status, String code, String message, String hint) {
    public static Problem of(Exception failure) {
        if (failure instanceof SnapdslException known) {
            return new Problem(status(known.code()), known.code().name(), known.getMessage(), known.hint());
        }
        if (failure instanceof Refusal refusal) {
            return new Problem(refusal.status(), refusal.code(), refusal.getMessage(), refusal.hint());
        }
        if (failure instanceof DamagedContentException damaged) {
            return new Problem(
                    500,
                    ErrorCode.DAMAGED.name(),
                    "The store is damaged: " + damaged.getMessage() + ".",
                    "Run 'snapdsl verify --read-data' to see which snapshots and files are touched.");
        }
        return new Problem(
                500,
                ErrorCode.IO_FAILED.name(),
                "Something unexpected went wrong: " + failure,
                "Try the same with the command; 'snapdsl doctor' looks for what may be wrong.");
    }

    private static int status(ErrorCode code) {
        return switch (code) {
            case UNKNOWN_SNAPSHOT,
                    UNKNOWN_SUBJECT,
                    UNKNOWN_CONTAINER,
                    UNKNOWN_VOLUME,
                    UNKNOWN_MILESTONE,
                    UNKNOWN_MOMENT,
                    UNKNOWN_PLAN,
                    UNKNOWN_PATH,
                    UNKNOWN_SESSION,
                    UNKNOWN_STATE,
                    UNKNOWN_CHECKPOINT -> 404;
            case NO_CONTAINER_ENGINE -> 503;
            case STORE_FULL -> 507;
            default -> status(code.outcome());
        };
    }

    private static int status(Outcome outcome) {
        return switch (outcome) {
            case DONE, DONE_IN_PART -> 200;
            case WRONG_USAGE -> 400;
            case REFUSED -> 409;
            case LOCKED -> 423;
            case INTERRUPTED -> 503;
            case FAILED, DAMAGE_FOUND -> 500;
        };
    }

    public Map<String, Object> shape() {
        return Shapes.object(
                "type", "about:blank", "title", message, "status", status, "detail", hint, "code", code, "hint", hint);
    }
}
