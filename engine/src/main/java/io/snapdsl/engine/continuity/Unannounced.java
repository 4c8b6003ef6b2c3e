package io.snapdsl.engine.continuity;

import io.snapdsl.engine.capture.Coverage;
import io.snapdsl.engine.capture.Extent;
import io.snapdsl.engine.capture.StateComparison;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.diff.Change;
import io.snapdsl.engine.diff.Changes;
import io.snapdsl.engine.diff.FileDeltas;
import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.engine.tree.TreeReader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The part of what lies between two states that nobody announced.
 *
 * @param unknown as people see it, in the order of the paths
 * @param changes the same for a {@link io.snapdsl.engine.diff.TreeEditor}: with the directories around them, and with
 *     what was merely touched
 */
record Unannounced(List<UnknownChange> unknown, List<Change> changes) {
    static final Unannounced NOTHING = new Unannounced(List.of(), List.of());

    /** A tree, and how far the capture that made it saw. */
    record State(Hash root, Coverage coverage) {}

    static Unannounced between(State before, State after, Announcement named, ContentReader content) {
        if (named.isEverything()) {
            return NOTHING;
        }
        Extent then = Extent.of(before.coverage());
        List<Change> others = new ArrayList<>();
        Changes all = new StateComparison(
                new TreeReader(content), Optional.of(before.root()), after.root(), after.coverage());
        Announcement announcement = named.underBothNames(new MovedFiles(content).among(all));
        all.forEach(change -> {
            if (!announcement.covers(change.path()) && happened(change, then)) {
                others.add(change);
            }
        });
        List<Change> visible = others.stream().filter(Change::isVisible).toList();
        if (visible.isEmpty()) {
            return NOTHING;
        }
        return new Unannounced(describe(visible, all), withDirectories(others, visible));
    }

    /** What turns up because it was left out before, or could not be read, was made by nobody. */
    private static boolean happened(Change change, Extent then) {
        return change.kind() != Change.Kind.CREATED
                || then.uncovered(change.path(), change.isDirectory()).isEmpty();
    }

    private static List<UnknownChange> describe(List<Change> visible, Changes all) {
        Set<TreePath> files = visible.stream()
                .filter(change -> !change.isDirectory())
                .map(Change::path)
                .collect(Collectors.toSet());
        List<UnknownChange> unknown = new ArrayList<>();
        FileDeltas.among(all, files::contains).forEach(file -> unknown.add(UnknownChange.of(file)));
        visible.stream()
                .filter(Change::isDirectory)
                .forEach(directory -> unknown.add(UnknownChange.ofDirectory(directory)));
        unknown.sort(Comparator.comparing(UnknownChange::path));
        return unknown;
    }

    /** A directory that came, went or was touched only because of announced files in it is left to the announced. */
    private static List<Change> withDirectories(List<Change> others, List<Change> visible) {
        Set<TreePath> around = new HashSet<>();
        for (Change change : visible) {
            Optional<TreePath> parent = change.path().parent();
            while (parent.isPresent() && around.add(parent.get())) {
                parent = parent.get().parent();
            }
        }
        return others.stream()
                .filter(change -> !change.isDirectory() || change.isVisible() || around.contains(change.path()))
                .toList();
    }
}
