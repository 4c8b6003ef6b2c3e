package io.snapdsl.engine.plan;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.history.Operation;
import io.snapdsl.engine.moment.Moment;
import io.snapdsl.engine.store.AuditLog;
import io.snapdsl.engine.store.AuditLog.Logged;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

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

    /** Keeps the present by {@code keeping}, before {@code moment} is restored. If that fails, whoever asked for it is told. */
    <T> T during(Moment moment, Supplier<T> keeping) {
        record(BEGUN, moment);
        try {
            return keeping.get();
        } catch (RuntimeException e) {
            giveUp(moment, e);
            throw e;
        }
    }

    private void giveUp(Moment moment, RuntimeException failure) {
        try {
            record(GIVEN_UP, moment);
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    private void record(String kind, Moment moment) {
        log.record(new Operation(
                clock.instant(),
                kind,
                Optional.empty(),
                Optional.empty(),
                moment.id().shortHex()));
    }

    /** @throws SnapdslException if it was not the last one that was begun that has kept {@code kept} */
    void requireNoneSince(Moment kept) {
        Optional<Logged> begun = log.newest(BEGUN).filter(last -> !hasKept(last, kept));
        if (begun.isPresent()) {
            throw new SnapdslException(
                    ErrorCode.NOTHING_TO_UNDO,
                    "The last restore of a moment, of "
                            + begun.get().operation().detail()
                            + ", can't be undone: it was ended before it changed anything, or what it kept was given up.",
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
