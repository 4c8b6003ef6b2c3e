package io.snapdsl.engine.continuity;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import java.util.List;

/** A strict workspace has changes that nobody announced. */
public final class UnknownChangesException extends SnapdslException {
    private static final long serialVersionUID = 1L;

    private final transient List<UnknownChange> unknown;

    UnknownChangesException(String message, String hint, List<UnknownChange> unknown) {
        super(ErrorCode.UNKNOWN_CHANGES_DETECTED, message, hint);
        this.unknown = List.copyOf(unknown);
    }

    /** All of them; the message names only some. */
    public List<UnknownChange> unknown() {
        return unknown;
    }
}
