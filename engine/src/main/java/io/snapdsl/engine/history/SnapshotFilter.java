package io.snapdsl.engine.history;

import io.snapdsl.engine.store.Catalog;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.engine.tree.TreeReader;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Which snapshots someone wants to see; what is empty doesn't narrow it.
 *
 * @param tool as it was named, or as {@link Snapshot.Facts#who} shows it
 * @param since the reader of the chain stops there, see {@link SnapshotLog}
 * @param text in the goal, in any case
 * @param path where this file or directory changed
 */
public record SnapshotFilter(
        Optional<String> session,
        Optional<String> tool,
        Optional<String> tag,
        Optional<Instant> since,
        Optional<Instant> until,
        Optional<TriggerChoice> trigger,
        Optional<String> text,
        Optional<TreePath> path) {
    public static final SnapshotFilter ALL = goal(Optional.empty());

    /** Those whose goal has this in it. */
    public static SnapshotFilter goal(String text) {
        return goal(Optional.of(text));
    }

    private static SnapshotFilter goal(Optional<String> text) {
        return new SnapshotFilter(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                text,
                Optional.empty());
    }

    /** All but the time it starts at, cheapest first. */
    public Predicate<Snapshot> test(Catalog catalog, TreeReader trees) {
        Predicate<Snapshot> wanted = this::isNamed;
        if (path.isPresent()) {
            wanted = wanted.and(new FileHistory(catalog, trees, path.get())::changedIn);
        }
        return wanted;
    }

    private boolean isNamed(Snapshot snapshot) {
        Note note = snapshot.note();
        return fits(session, note.session()::equals)
                && fits(
                        tool,
                        name -> name.equals(note.tool())
                                || name.equals(snapshot.facts().who()))
                && fits(tag, note.tags()::contains)
                && fits(until, end -> !snapshot.facts().time().isAfter(end))
                && fits(trigger, choice -> choice.wanted().contains(note.trigger()))
                && fits(text, part -> lower(note.goal()).contains(lower(part)));
    }

    private static <T> boolean fits(Optional<T> wish, Predicate<T> test) {
        return wish.isEmpty() || test.test(wish.get());
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
