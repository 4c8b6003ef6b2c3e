package io.snapdsl.engine.revert;

import io.snapdsl.engine.diff.FileDelta;
import io.snapdsl.engine.revert.Reversal.Version;
import io.snapdsl.engine.tree.TreeEntry;
import io.snapdsl.engine.tree.TreePath;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** One file on its way through the history, whatever it was called: what the reverted snapshots did to it, and others. */
final class Trail {
    /** What a reverted snapshot did to the file. */
    record Step(Reversal reversal, FileDelta delta) {
        /** A file of another name and other content may be another file. */
        boolean isGuess() {
            return delta.isMoved() && delta.kind() != FileDelta.Kind.RENAMED;
        }
    }

    /** Renames by reverted snapshots, without one by anybody else between them. */
    private record Renaming(TreePath from, TreePath to) {}

    private final List<Step> steps = new ArrayList<>();
    private final List<Renaming> renamings = new ArrayList<>();
    private TreePath last;
    private boolean isGone;
    private boolean isDeletedByOthers;
    private boolean isMadeAnew;
    private boolean isReplaced;
    private boolean isMissing;
    private Optional<TreeEntry> remains = Optional.empty();
    private boolean isRenamed;
    private boolean isRenamedByOthersSince = true;
    private boolean isChangedByOthers;

    void add(Step step) {
        steps.add(step);
        if (step.delta().isMoved()) {
            TreePath from = isRenamedByOthersSince
                    ? step.delta().oldPath().orElseThrow()
                    : renamings.remove(renamings.size() - 1).from();
            renamings.add(new Renaming(from, step.delta().newPath().orElseThrow()));
            isRenamedByOthersSince = false;
        }
        follow(step.delta());
    }

    /** @param isNobodys whether it is not known who did that: it may be what a revert that was killed has left */
    void addOthers(FileDelta delta, boolean isNobodys) {
        isChangedByOthers = true;
        delta.newPath().ifPresent(this::putAt);
        follow(delta);
        isDeletedByOthers = isGone;
        isMissing = isGone && isNobodys;
        remains = delta.oldEntry();
    }

    /** Wherever it was last, others have it here now. */
    void putAt(TreePath path) {
        if (isGone || !path.equals(last)) {
            isChangedByOthers = true;
            isRenamed |= !path.equals(last);
            isRenamedByOthersSince |= !path.equals(last);
        }
        last = path;
        isGone = false;
        isDeletedByOthers = false;
        isMissing = false;
        isMadeAnew = false;
        isReplaced = false;
    }

    /** Something else is in its place by now; if others deleted it, that may be what became of it. */
    void lose() {
        isMadeAnew = isDeletedByOthers || !isGone;
        isReplaced = !isMadeAnew;
    }

    /** It was deleted, and what is in its place by now had another name before, and so is another file. */
    void replace() {
        isMadeAnew = false;
        isReplaced = true;
    }

    /** Its renames are not taken back. */
    void keepName() {
        renamings.clear();
    }

    private void follow(FileDelta delta) {
        isRenamed |= delta.isMoved();
        isGone = delta.newPath().isEmpty();
        last = delta.path();
    }

    /**
     * Whether to take it back path by path is not enough: it was renamed, or another one was to its place, and the
     * reverted snapshots are not the only ones that changed it.
     */
    boolean isMixed() {
        return (isRenamed || isReplaced) && isChangedByOthers;
    }

    /** The renames that may be none. */
    Stream<FileDelta> guesses() {
        return steps.stream().filter(Step::isGuess).map(Step::delta);
    }

    /**
     * Whether there is nothing to go on with: others deleted it, for good or on the way to something else, and the reverted
     * snapshots changed nothing but its content. Where they had made it, and it is gone for certain, nothing has to be.
     */
    boolean isLost() {
        return isGone ? isDeletedByOthers && renamings.isEmpty() && (isMadeAnew || !isTheirs()) : isMadeAnew;
    }

    boolean isDeletedByOthers() {
        return isDeletedByOthers;
    }

    /** Whether others deleted it, and what is in its place by now may be the same file again. */
    boolean isMadeAnew() {
        return isMadeAnew;
    }

    /** Whether it is not known who deleted it, so that it may be on its way to the name that it should have. */
    boolean isMissing() {
        return isMissing && isMoved();
    }

    /** Whether it had another name before the reverted snapshots. */
    boolean isMoved() {
        return !wanted().equals(last);
    }

    /** What it held when others deleted it. */
    Optional<TreeEntry> remains() {
        return remains;
    }

    /** Oldest first. */
    List<Step> steps() {
        return steps;
    }

    /** What the reverted snapshots did to it, newest first, as if it had always had one name. */
    List<Reversal> changes() {
        List<Reversal> changes = new ArrayList<>();
        for (Step step : steps) {
            Reversal reversal = step.reversal();
            changes.add(new Reversal(
                    new Version(step.delta().newEntry(), reversal.after().past()),
                    new Version(step.delta().oldEntry(), reversal.before().past())));
        }
        Collections.reverse(changes);
        return changes;
    }

    /** Where the file is now. */
    Optional<TreePath> present() {
        return isGone ? Optional.empty() : Optional.of(last);
    }

    /** Where the file is now, or was when it was deleted. */
    TreePath last() {
        return last;
    }

    /** The name once the renames are taken back, newest first: one that somebody else gave it since stays. */
    TreePath wanted() {
        TreePath name = last;
        for (int i = renamings.size() - 1; i >= 0 && !isTheirs(); i--) {
            name = name.equals(renamings.get(i).to()) ? renamings.get(i).from() : name;
        }
        return name;
    }

    /** Whether the reverted snapshots made it. */
    private boolean isTheirs() {
        return steps.get(0).delta().oldPath().isEmpty();
    }
}
