package io.snapdsl.engine.milestone;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.TextLength;
import io.snapdsl.engine.history.ChainLink;
import io.snapdsl.engine.history.Milestone;
import io.snapdsl.engine.history.Operation;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotFinder;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.history.Tags;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.tree.ByteText;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** Makes milestones and gives them up: under the workspace's lock, so that the history stands still meanwhile. */
public final class MilestoneChanges {
    /** What a milestone is called, and more about it. */
    public record Label(String title, String description, List<String> tags) {
        public Label {
            title = title.strip();
            tags = Tags.checked(tags).stream().distinct().sorted().toList();
        }
    }

    private final SnapshotStore store;
    private final Clock clock;

    public MilestoneChanges(SnapshotStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    public Milestone create(Workspace workspace, Label label, Span span) {
        refuseMisleading(TextLength.name("a title", label.title()));
        TextLength.text("a description", label.description());
        label.tags().forEach(tag -> TextLength.name("a tag", tag));
        return store.locks().subject(workspace.id(), "making a milestone").during(() -> {
            ChainLink.requireSound(store.catalog(), workspace.id());
            List<Milestone> milestones = store.milestones().of(workspace.id());
            refuseTaken(label.title(), milestones);
            RangeCheck check = new RangeCheck(store.catalog(), workspace, milestones, label.title());
            Snapshot last = check.last(span);
            Milestone milestone = new Milestone(
                    workspace.id(),
                    label.title(),
                    label.description(),
                    label.tags(),
                    check.first(),
                    last.sequence(),
                    clock.instant());
            store.milestones().add(milestone, operation("milestone", milestone, Optional.of(last)));
            return milestone;
        });
    }

    /** Gives up the newest milestone. Its snapshots stay, and may be removed from then on. */
    public Milestone remove(Workspace workspace, String title) {
        return store.locks().subject(workspace.id(), "removing a milestone").during(() -> {
            List<Milestone> milestones = store.milestones().of(workspace.id());
            Milestone milestone = new MilestoneContents(store).named(workspace, title);
            Milestone newest = milestones.get(milestones.size() - 1);
            if (!newest.title().equals(milestone.title())) {
                throw new SnapdslException(
                        ErrorCode.MILESTONE_GAP,
                        "Without the milestone '" + milestone.title()
                                + "' there would be a gap: others follow it, up to '" + newest.title() + "'.",
                        "Give up the newest first: snapdsl milestone rm '" + newest.title() + "'");
            }
            store.milestones().remove(milestone, operation("milestone rm", milestone, Optional.empty()));
            return milestone;
        });
    }

    private Operation operation(String kind, Milestone milestone, Optional<Snapshot> last) {
        return new Operation(
                clock.instant(),
                kind,
                Optional.of(milestone.subject()),
                last.map(Snapshot::id),
                milestone.title() + ": #" + milestone.first() + " to #" + milestone.last());
    }

    /** A title stands for a snapshot wherever an id does, so it must not be taken for anything else there. */
    private void refuseMisleading(String title) {
        String shown = ByteText.display(title);
        if (title.isEmpty() || !shown.equals(title)) {
            throw invalid("'" + shown + "' can't be a title: it has to be one line of text.");
        }
        if (new SnapshotFinder(store, clock).isTaken(title)) {
            throw invalid("'" + title + "' can't be a title: it looks like a snapshot's id, a time, or @latest, and"
                    + " could not be told from one.");
        }
    }

    private static void refuseTaken(String title, List<Milestone> milestones) {
        if (milestones.stream().anyMatch(milestone -> milestone.title().equals(title))) {
            throw invalid("There is a milestone '" + title + "' already.");
        }
    }

    private static SnapdslException invalid(String message) {
        return new SnapdslException(
                ErrorCode.MILESTONE_TITLE,
                message,
                "Choose another title, such as 'Parser works'. 'snapdsl milestone list' shows those there are.");
    }
}
