package io.snapdsl.engine.retention;

import io.snapdsl.engine.history.Subject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * How much may be kept at most, after the rules have decided: beyond it, the oldest go first. What is protected or was
 * chosen by id or tag stays, and does not count: or one large milestone would leave no room for anything newer. A
 * subject's newest snapshot, which always stays, does count.
 *
 * @param perSubject snapshots of one subject
 * @param total snapshots of all subjects together
 * @param bytes stored content of all subjects together, as compressed; {@link SizeLimit} sees to it
 */
public record Limits(Optional<Integer> perSubject, Optional<Integer> total, Optional<Long> bytes) {
    public static final Limits NONE = new Limits(Optional.empty(), Optional.empty(), Optional.empty());

    public boolean isNone() {
        return equals(NONE);
    }

    /** Without what several subjects have to meet together. */
    public Limits ofEach() {
        return new Limits(perSubject, Optional.empty(), Optional.empty());
    }

    List<Decision> applyCounts(List<Decision> decisions) {
        List<Decision> result = decisions;
        if (perSubject.isPresent()) {
            Map<Subject, List<Decision>> bySubject = result.stream()
                    .collect(Collectors.groupingBy(Decision::subject, LinkedHashMap::new, Collectors.toList()));
            result = bySubject.entrySet().stream()
                    .flatMap(one -> trim(one.getValue(), perSubject.get(), reason(one.getKey())).stream())
                    .toList();
        }
        return total.isPresent() ? trim(result, total.get(), "over the limit of " + total.get() + " in all") : result;
    }

    private String reason(Subject subject) {
        return "over the limit of " + perSubject.orElseThrow() + " per " + subject.kind();
    }

    private static List<Decision> trim(List<Decision> decisions, int limit, String reason) {
        Set<Decision> newest = decisions.stream()
                .filter(Decision::keep)
                .collect(Collectors.toMap(
                        Decision::subject, decision -> decision, BinaryOperator.maxBy(Limits::compareAge)))
                .values()
                .stream()
                .collect(Collectors.toSet());
        long counted = decisions.stream()
                .filter(decision -> decision.isInReachOfLimits() || newest.contains(decision))
                .count();
        long excess = counted - limit;
        Set<Decision> over = decisions.stream()
                .filter(Decision::isInReachOfLimits)
                .sorted(Limits::compareAge)
                .limit(Math.max(0, excess))
                .collect(Collectors.toSet());
        Function<Decision, Decision> trimmed = decision -> over.contains(decision) ? decision.remove(reason) : decision;
        return decisions.stream().map(trimmed).toList();
    }

    private static int compareAge(Decision one, Decision other) {
        return one.snapshot().compareTo(other.snapshot());
    }
}
