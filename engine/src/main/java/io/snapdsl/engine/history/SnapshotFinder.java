package io.snapdsl.engine.history;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.store.Catalog;
import io.snapdsl.engine.store.Milestones;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.store.SubjectRegistry;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Finds the snapshot someone means: {@code @latest}, {@code @1} for the one before, {@code box@1} for that of another
 * subject, an id or its beginning, a time such as {@code "10 minutes ago"}, which is the newest snapshot not younger than
 * that, or a milestone's title, which is its last one.
 */
public final class SnapshotFinder {
    private static final Pattern BACK = Pattern.compile("(.*)@(latest|\\d{1,18})", Pattern.DOTALL);
    private static final Pattern ID = Pattern.compile("[0-9a-fA-F]{4,64}");
    private static final int LISTED = 5;

    private final SubjectRegistry subjects;
    private final Catalog catalog;
    private final Milestones milestones;
    private final TimeExpressions times;

    public SnapshotFinder(SnapshotStore store, Clock clock) {
        this.subjects = store.subjects();
        this.catalog = store.catalog();
        this.milestones = store.milestones();
        this.times = new TimeExpressions(clock);
    }

    /** As {@link #find(String, Supplier)}. */
    public Snapshot find(String expression, Subject subject) {
        return find(expression, () -> subject);
    }

    /**
     * Ids are found in the whole store. Removed snapshots are refused.
     *
     * @param subject what everything relative is looked for in: asked for only if it is needed
     */
    public Snapshot find(String expression, Supplier<? extends Subject> subject) {
        Snapshot snapshot = findAny(expression, subject);
        if (snapshot.isRemoved()) {
            snapshot.replacedBy()
                    .flatMap(catalog::find)
                    .filter(place -> !place.isRemoved())
                    .ifPresent(place -> refuseMerged(snapshot, place));
            throw new SnapdslException(
                    ErrorCode.UNKNOWN_SNAPSHOT,
                    "Snapshot " + snapshot.id().shortHex() + " was removed; only its entry in the log is left.",
                    "Choose another one from 'snapdsl log'.");
        }
        return snapshot;
    }

    private static void refuseMerged(Snapshot snapshot, Snapshot place) {
        throw new SnapdslException(
                ErrorCode.UNKNOWN_SNAPSHOT,
                "Snapshot " + snapshot.id().shortHex() + " was merged with others into "
                        + place.id().shortHex() + ", and its own content is gone.",
                "Use " + place.id().shortHex() + " instead; 'snapdsl show "
                        + place.id().shortHex() + "' says what it stands for.");
    }

    /** As {@link #find}, with removed snapshots too, whose content is gone. */
    public Snapshot findAny(String expression, Supplier<? extends Subject> subject) {
        String text = expression.strip();
        if (ID.matcher(text).matches()) {
            return byId(text.toLowerCase(Locale.ROOT));
        }
        Matcher back = BACK.matcher(text);
        if (!back.matches()) {
            return byWords(text, subject.get());
        }
        return back(back.group(1).isEmpty() ? subject.get() : named(back.group(1)), back.group(2));
    }

    /** The subject's name, if {@code expression} has one in it. */
    public static Optional<String> nameIn(String expression) {
        Matcher back = BACK.matcher(expression.strip());
        return back.matches() ? Optional.of(back.group(1)).filter(name -> !name.isEmpty()) : Optional.empty();
    }

    private Subject named(String name) {
        List<Subject> all = subjects.all();
        return all.stream()
                .filter(subject -> subject.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new SnapdslException(
                        ErrorCode.UNKNOWN_SUBJECT,
                        "There is no workspace, container or state '" + name + "'.",
                        "There are: " + all.stream().map(Subject::name).collect(Collectors.joining(", ")) + "."));
    }

    private Snapshot byWords(String text, Subject subject) {
        Optional<Instant> time = times.parse(text);
        if (time.isPresent()) {
            return catalog.asOf(subject.id(), time.get())
                    .orElseThrow(() -> new SnapdslException(
                            ErrorCode.UNKNOWN_SNAPSHOT,
                            "There is no snapshot of " + subject.name() + " as old as '" + text + "'.",
                            "'snapdsl log' lists all there are."));
        }
        return milestones
                .named(subject.id(), text)
                .flatMap(milestone -> catalog.atSequence(subject.id(), milestone.last()))
                .orElseThrow(() -> new SnapdslException(
                        ErrorCode.UNKNOWN_SNAPSHOT,
                        "'" + text + "' is neither a snapshot's id, nor @latest, @1, @2…, nor a time, nor a milestone.",
                        "'snapdsl log' lists the snapshots; at least the first four characters of an id are needed."));
    }

    /** Whether {@code text} would be taken for something else than a milestone's title. */
    public boolean isTaken(String text) {
        return text.startsWith("@")
                || BACK.matcher(text).matches()
                || ID.matcher(text).matches()
                || times.parse(text).isPresent();
    }

    /** Counted as {@code log} shows them: several that were merged are one. */
    private Snapshot back(Subject subject, String number) {
        if (catalog.head(subject.id()).isEmpty()) {
            throw new SnapdslException(
                    ErrorCode.UNKNOWN_SNAPSHOT,
                    "The " + subject.kind() + " " + subject.name() + " has no snapshot yet.",
                    howToTake(subject));
        }
        long steps = number.equals("latest") ? 0 : Long.parseLong(number);
        return catalog.back(subject.id(), steps)
                .orElseThrow(() -> new SnapdslException(
                        ErrorCode.UNKNOWN_SNAPSHOT,
                        "@" + steps + " goes back too far: there are not so many snapshots of " + subject.name() + ".",
                        "'snapdsl log' lists all there are."));
    }

    private static String howToTake(Subject subject) {
        if (subject instanceof Subject.State) {
            return "It has checkpoints instead: see 'snapdsl state list " + subject.name() + "'.";
        }
        return subject instanceof Subject.Container container
                ? "Take one with 'snapdsl container snap " + container.containerName() + "'."
                : "Take one with 'snapdsl snap'.";
    }

    private Snapshot byId(String prefix) {
        List<Snapshot> found = catalog.findByPrefix(prefix, LISTED);
        if (found.isEmpty()) {
            throw new SnapdslException(
                    ErrorCode.UNKNOWN_SNAPSHOT,
                    "No snapshot's id starts with '" + prefix + "'.",
                    "'snapdsl log' lists the snapshots of this workspace, 'snapdsl log NAME' those of another.");
        }
        if (found.size() > 1) {
            String ids = found.stream().map(s -> s.id().hex().substring(0, 16)).collect(Collectors.joining(", "));
            throw new SnapdslException(
                    ErrorCode.AMBIGUOUS_SNAPSHOT,
                    "More than one snapshot's id starts with '" + prefix + "': " + ids
                            + (found.size() == LISTED ? ", …" : "") + ".",
                    "Give more characters of the id.");
        }
        return found.get(0);
    }
}
