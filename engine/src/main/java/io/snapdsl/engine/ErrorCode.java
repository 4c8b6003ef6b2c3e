package io.snapdsl.engine;

/** What can go wrong, by name: scripts test for these, so they never change their meaning. */
public enum ErrorCode {
    USAGE(Outcome.WRONG_USAGE),
    POLICY_MISTAKES(Outcome.WRONG_USAGE),
    UNKNOWN_SNAPSHOT(Outcome.WRONG_USAGE),
    AMBIGUOUS_SNAPSHOT(Outcome.WRONG_USAGE),
    UNKNOWN_SUBJECT(Outcome.WRONG_USAGE),
    UNKNOWN_CONTAINER(Outcome.WRONG_USAGE),
    UNKNOWN_VOLUME(Outcome.WRONG_USAGE),
    UNKNOWN_MILESTONE(Outcome.WRONG_USAGE),
    UNKNOWN_MOMENT(Outcome.WRONG_USAGE),
    AMBIGUOUS_MOMENT(Outcome.WRONG_USAGE),
    UNKNOWN_PLAN(Outcome.WRONG_USAGE),
    UNKNOWN_PATH(Outcome.WRONG_USAGE),
    NOT_A_WORKSPACE(Outcome.WRONG_USAGE),
    NOT_A_DIRECTORY(Outcome.WRONG_USAGE),
    UNKNOWN_SESSION(Outcome.WRONG_USAGE),
    UNKNOWN_STATE(Outcome.WRONG_USAGE),
    UNKNOWN_CHECKPOINT(Outcome.WRONG_USAGE),
    INVALID_JSON(Outcome.WRONG_USAGE),
    UNSAFE_WORKSPACE(Outcome.REFUSED),
    UNSAFE_PATH(Outcome.REFUSED),
    NOTHING_TO_UNDO(Outcome.REFUSED),
    NOTHING_TO_REDO(Outcome.REFUSED),
    NOTHING_TO_REVERT(Outcome.REFUSED),
    CONFLICTS(Outcome.REFUSED),
    PREVIEW_OUTDATED(Outcome.REFUSED),
    TARGET_NOT_EMPTY(Outcome.REFUSED),
    IN_USE(Outcome.REFUSED),
    UNKNOWN_CHANGES_DETECTED(Outcome.REFUSED),
    STATE_MISMATCH(Outcome.REFUSED),
    SESSION_ENDED(Outcome.REFUSED),
    DIVERGED(Outcome.REFUSED),
    INVALID_IMPORT(Outcome.REFUSED),
    PINNED(Outcome.REFUSED),
    IN_MILESTONE(Outcome.REFUSED),
    IN_MOMENT(Outcome.REFUSED),
    MILESTONE_GAP(Outcome.REFUSED),
    MILESTONE_OVERLAP(Outcome.REFUSED),
    INVALID_RANGE(Outcome.REFUSED),
    MILESTONE_TITLE(Outcome.REFUSED),
    NO_REPOSITORY(Outcome.REFUSED),
    BRANCH_IN_USE(Outcome.REFUSED),
    NO_CONTAINER_ENGINE(Outcome.FAILED),
    CONTAINER_ENGINE_FAILED(Outcome.FAILED),
    UNHEALTHY(Outcome.FAILED),
    GIT_FAILED(Outcome.FAILED),
    PLAN_STEP_FAILED(Outcome.FAILED),
    RULE_FAILED(Outcome.FAILED),
    NO_PERMISSION(Outcome.FAILED),
    STORE_FULL(Outcome.FAILED),
    STORE_TOO_NEW(Outcome.FAILED),
    NOT_A_STORE(Outcome.FAILED),
    STORE_UNUSABLE(Outcome.FAILED),
    IO_FAILED(Outcome.FAILED),
    DAMAGED(Outcome.DAMAGE_FOUND),
    SEQUENCE_DISCONTINUITY(Outcome.DAMAGE_FOUND),
    BROKEN_PARENT(Outcome.DAMAGE_FOUND),
    LOCKED(Outcome.LOCKED),
    INTERRUPTED(Outcome.INTERRUPTED);

    /** How a command ends, as its exit status says it. */
    public enum Outcome {
        DONE(0),
        FAILED(1),
        WRONG_USAGE(2),
        DONE_IN_PART(3),
        REFUSED(4),
        DAMAGE_FOUND(5),
        LOCKED(6),
        INTERRUPTED(130);

        private final int status;

        Outcome(int status) {
            this.status = status;
        }

        public int status() {
            return status;
        }
    }

    private final Outcome outcome;

    ErrorCode(Outcome outcome) {
        this.outcome = outcome;
    }

    public Outcome outcome() {
        return outcome;
    }
}
