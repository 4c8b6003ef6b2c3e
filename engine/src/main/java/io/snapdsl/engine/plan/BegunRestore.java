package io.snapdsl.engine.plan;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.history.Operation;
import io.snapdsl.engine.history.Trigger;
import io.snapdsl.engine.moment.Moment;
import io.snapdsl.engine.store.AuditLog;
import io.snapdsl.engine.store.AuditLog.Logged;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/**
 * What the audit log says of restores of moments before they have kept the present. One that was killed until then has changed
 * nothing: whoever undoes it must not take back the one before it instead.
 */
final class BegunRestore {
    private static final String BEGUN = "moment-restore-begun";
    private static final String GIVEN_UP = "moment-restore-given-up";
    private static final int PAGE = 1000;

    private final AuditLog log;
    private final Clock clock;

    BegunRestore(AuditLog log, Clock clock) {
        this.log = log;
        this.clock = clock;
    }

    void note(Moment moment, Trigger trigger) {
        log.record(operation(BEGUN, moment.id().shortHex() + ", " + trigger.word()));
    }

    /** @param failure what whoever asked for it will be told */
    void giveUp(Moment moment, RuntimeException failure) {
        try {
            log.record(operation(GIVEN_UP, moment.id().shortHex()));
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    private Operation operation(String kind, String detail) {
        return new Operation(clock.instant(), kind, Optional.empty(), Optional.empty(), detail);
    }

    /** @throws SnapdslException if the last one that was begun is not the one that has kept {@code kept} */
    void requireNoneSince(Moment kept) {
        Optional<Logged> begun = log.newest(BEGUN).filter(last -> !hasKept(last, kept));
        if (begun.isPresent()) {
            throw new SnapdslException(
                    ErrorCode.NOTHING_TO_UNDO,
                    "The last restore of a moment (" + begun.get().operation().detail()
                            + ") has changed nothing: it ended before it had kept what was there.",
                    "To take back the one before it: 'snapdsl moment restore "
                            + kept.id().shortHex() + "'.");
        }
    }

    private boolean hasKept(Logged begun, Moment kept) {
        String what = kept.operation().detail();
        long after = begun.number();
        List<Logged> page;
        do {
            page = log.after(after, PAGE);
            for (Logged logged : page) {
                Operation operation = logged.operation();
                if (operation.kind().equals(GIVEN_UP)
                        || operation.kind().equals(kept.operation().kind())
                                && operation.detail().equals(what)) {
                    return true;
                }
                after = logged.number();
            }
        } while (page.size() == PAGE);
        return false;
    }
}
