package io.snapdsl.engine.retention;

import io.snapdsl.engine.history.Subject;
import io.snapdsl.engine.retention.Wishes.Wish;
import io.snapdsl.engine.store.Timeline.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Decides, for one subject, what to keep: all that is protected and all that a rule wants. Changes nothing. */
public final class Retention {
    private static final List<String> UNWANTED = List.of("no rule keeps it");

    private final Subject subject;
    private final List<Wishes> wishes;

    /** @param wishes what each set of rules wants; without any, everything is kept, and only limits can take from it */
    public Retention(Subject subject, List<Wishes> wishes) {
        this.subject = subject;
        this.wishes = List.copyOf(wishes);
    }

    /** @param protection why the snapshot must not be removed, if so */
    public Decision decide(Point snapshot, Optional<String> protection) {
        List<String> reasons = new ArrayList<>();
        protection.ifPresent(reasons::add);
        List<Wish> wanted = wanted(snapshot).distinct().toList();
        wanted.forEach(wish -> reasons.add(wish.words()));
        boolean firm = protection.isPresent() || wanted.stream().anyMatch(Wish::firm);
        return reasons.isEmpty()
                ? new Decision(subject, snapshot, false, false, UNWANTED)
                : new Decision(subject, snapshot, true, firm, List.copyOf(reasons));
    }

    private Stream<Wish> wanted(Point snapshot) {
        return wishes.isEmpty()
                ? Stream.of(new Wish("no rule was given, only limits", false))
                : wishes.stream().flatMap(rules -> rules.of(snapshot).stream());
    }
}
