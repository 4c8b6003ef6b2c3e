package io.snapdsl.engine.run;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.policy.Declared;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Which subjects of a policy can't be taken at present, so that the same is not said again and again. */
final class Failures {
    /** Of a row of failures the audit log gets the first. */
    private final Set<Declared> failing = ConcurrentHashMap.newKeySet();

    /** Why those are not there that are not. */
    private final Map<Declared, ErrorCode> away = new ConcurrentHashMap<>();

    /** Why what was to be taken is not there, if that is the reason. */
    static Optional<ErrorCode> absence(Exception failure) {
        return failure instanceof SnapdslException known
                        && (known.code() == ErrorCode.UNKNOWN_CONTAINER
                                || known.code() == ErrorCode.NO_CONTAINER_ENGINE)
                ? Optional.of(known.code())
                : Optional.empty();
    }

    /** That something is not there is news once. */
    boolean isNews(Declared declared, Optional<ErrorCode> absence) {
        return absence.isEmpty() || away.put(declared, absence.get()) != absence.get();
    }

    boolean isFirst(Declared declared) {
        return failing.add(declared);
    }

    Set<Declared> absent() {
        return Set.copyOf(away.keySet());
    }

    void end(Declared declared) {
        failing.remove(declared);
        away.remove(declared);
    }
}
