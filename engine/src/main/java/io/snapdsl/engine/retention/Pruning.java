package io.snapdsl.engine.retention;

import io.snapdsl.engine.Progress;
import io.snapdsl.engine.history.Operation;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotId;
import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.history.SubjectId;
import io.snapdsl.engine.moment.MomentId;
import io.snapdsl.engine.retention.MomentKeeping.Kept;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.store.Timeline.Point;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Removes what neither rules nor limits keep, and gives the space back. A dry run is the same without the removing. */
public final class Pruning {
    /**
     * @param rules what to keep of each subject; where there are none, everything is kept that the limits allow
     * @param policy whose run this is part of; may be empty
     */
    public record Request(Map<Subject, List<KeepRules>> rules, Limits limits, String policy) {
        public Request(Map<Subject, List<KeepRules>> rules, Limits limits) {
            this(rules, limits, "");
        }

        /** The same rules for all. */
        public static Request of(List<? extends Subject> subjects, Optional<KeepRules> rules, Limits limits) {
            Map<Subject, List<KeepRules>> forEach = new LinkedHashMap<>();
            subjects.forEach(subject -> forEach.put(subject, rules.stream().toList()));
            return new Request(forEach, limits);
        }
    }

    /**
     * What was done.
     *
     * @param bytesFreed what the store shrank by on disk
     * @param tooLarge whether the size limit could not be met, because what is left has to stay
     */
    public record Pruned(List<Decision> decisions, long bytesFreed, boolean tooLarge) {}

    private static final int PAGE = 500;
    /** On a full disk each transaction has to fit into the store's reserve, and each entry may lie on another page. */
    private static final int ENTRIES_PER_TRANSACTION = 200;

    private final SnapshotStore store;
    private final Clock clock;
    private final Progress progress;
    private final Removal removal;

    public Pruning(SnapshotStore store, Clock clock, Progress progress) {
        this.store = store;
        this.clock = clock;
        this.progress = progress;
        this.removal = new Removal(store, clock, progress);
    }

    /** What pruning would do: a decision for every present snapshot of the subjects, newest first in each. */
    public List<Decision> plan(Request request) {
        return planned(request).decisions();
    }

    /** The same for any time, as if nothing came or went until then: the chains are read once, now, for all times. */
    Function<Instant, List<Decision>> planner(Request request) {
        Map<Subject, List<Candidate>> candidates = candidates(request);
        return time -> decided(request, candidates, time).decisions();
    }

    private Kept planned(Request request) {
        return decided(request, candidates(request), clock.instant());
    }

    private Kept decided(Request request, Map<Subject, List<Candidate>> candidates, Instant now) {
        List<Decision> decisions = new ArrayList<>();
        request.rules().forEach((subject, rules) -> {
            Retention retention = new Retention(subject, wishes(subject, rules, now));
            candidates.get(subject).stream()
                    .map(one -> retention.decide(one.point(), one.protection()))
                    .forEach(decisions::add);
        });
        List<Decision> counted = request.limits().applyCounts(decisions);
        List<Decision> limited = request.limits()
                .bytes()
                .map(limit -> new SizeLimit(store, request.rules().keySet(), progress).apply(counted, limit))
                .orElse(counted);
        return new MomentKeeping(store).apply(limited);
    }

    private List<Wishes> wishes(Subject subject, List<KeepRules> rules, Instant now) {
        return rules.stream()
                .map(set -> set.over(store.catalog().timeline(subject.id()), store.catalog()::tagged, now))
                .toList();
    }

    /** What there is to decide about, and why it must not go, if so: neither depends on the time. */
    private record Candidate(Point point, Optional<String> protection) {}

    private Map<Subject, List<Candidate>> candidates(Request request) {
        // Anew for each plan, because it remembers what was true when it was made.
        Protection protection = new Protection(store);
        Map<Subject, List<Candidate>> candidates = new HashMap<>();
        request.rules()
                .forEach((subject, rules) ->
                        candidates.put(subject, candidates(subject, placesOfNamed(rules), protection)));
        return candidates;
    }

    /** Newest first. */
    private List<Candidate> candidates(Subject subject, Map<SnapshotId, String> places, Protection protection) {
        List<Candidate> candidates = new ArrayList<>();
        long before = Long.MAX_VALUE;
        List<Snapshot> page;
        do {
            page = store.catalog().page(subject.id(), before, PAGE);
            for (Snapshot snapshot : page) {
                before = snapshot.sequence();
                if (!snapshot.isRemoved()) {
                    Point point = new Point(
                            snapshot.id(), snapshot.sequence(), snapshot.facts().time());
                    candidates.add(new Candidate(
                            point,
                            protection
                                    .reasonApartFromMoments(snapshot)
                                    .or(() -> Optional.ofNullable(places.get(snapshot.id())))));
                }
            }
        } while (page.size() == PAGE);
        return candidates;
    }

    /** Where an original is named that was kept behind a consolidated snapshot, that one has to stay. */
    private Map<SnapshotId, String> placesOfNamed(List<KeepRules> rules) {
        Map<SnapshotId, String> places = new HashMap<>();
        rules.stream()
                .flatMap(set -> set.ids().stream())
                .forEach(id -> store.catalog()
                        .find(id)
                        .flatMap(Snapshot::replacedBy)
                        .ifPresent(place -> places.put(
                                place, "shown in the place of " + id.shortHex() + ", which is named by its id")));
        return places;
    }

    /**
     * Decides and removes while the subjects are locked, so that none is being restored; then sweeps. That is done
     * again only if the content turns out to be over the size limit still, and each time something more goes.
     */
    public Pruned prune(Request request) {
        long before = store.checkup().bytesOnDisk();
        Map<SnapshotId, Decision> decisions = new LinkedHashMap<>();
        List<Decision> removed;
        do {
            List<Decision> plan = removal.whileLocked(subjects(request), () -> planAndRemove(request));
            plan.forEach(decision -> decisions.put(decision.id(), decision));
            removed = plan.stream().filter(decision -> !decision.keep()).toList();
            // Also when nothing is removed: another removal may not have come as far as this.
            removal.sweepAfter(removed.size(), "removed");
        } while (!removed.isEmpty() && isTooLarge(request));
        long freed = Math.max(0, before - store.checkup().bytesOnDisk());
        return new Pruned(List.copyOf(decisions.values()), freed, isTooLarge(request));
    }

    private boolean isTooLarge(Request request) {
        return request.limits()
                .bytes()
                .filter(new SizeLimit(store, request.rules().keySet(), progress)::isExceeded)
                .isPresent();
    }

    /** Always in the same order, so that two of us never wait for each other. */
    private static List<SubjectId> subjects(Request request) {
        return request.rules().keySet().stream()
                .map(Subject::id)
                .sorted(Comparator.comparing(SubjectId::value))
                .toList();
    }

    private List<Decision> planAndRemove(Request request) {
        Kept kept = planned(request);
        inTransactions(kept.going(), this::giveUp);
        List<Decision> plan = kept.decisions();
        for (Subject subject : request.rules().keySet()) {
            List<Decision> gone = plan.stream()
                    .filter(decision -> decision.subject().equals(subject) && !decision.keep())
                    .toList();
            inTransactions(gone, some -> remove(subject, some, request));
        }
        return plan;
    }

    private static <T> void inTransactions(List<T> all, Consumer<List<T>> work) {
        for (int from = 0; from < all.size(); from += ENTRIES_PER_TRANSACTION) {
            work.accept(all.subList(from, Math.min(all.size(), from + ENTRIES_PER_TRANSACTION)));
        }
    }

    /** Before the first of their snapshots goes: a moment that is there is whole. */
    private void giveUp(List<MomentId> moments) {
        Operation operation = new Operation(
                clock.instant(),
                "moment-pruned",
                Optional.empty(),
                Optional.empty(),
                moments.stream().map(MomentId::shortHex).collect(Collectors.joining(" ")));
        store.moments().remove(moments, operation);
    }

    private void remove(Subject subject, List<Decision> gone, Request request) {
        Operation operation = new Operation(
                clock.instant(),
                RemovalNote.PRUNE,
                Optional.of(subject.id()),
                Optional.empty(),
                RemovalNote.describe(gone, request.rules().get(subject), request.policy()));
        store.catalog().remove(gone.stream().map(Decision::id).toList(), operation);
    }
}
