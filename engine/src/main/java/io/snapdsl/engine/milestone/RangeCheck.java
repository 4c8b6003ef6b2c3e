package io.snapdsl.engine.milestone;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.history.Milestone;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.store.Catalog;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Finds where a new milestone begins and ends, and refuses what would leave a gap or overlap. Removed snapshots are
 * no gap: whoever names the ones around them can't name them.
 */
final class RangeCheck {
    private static final int LISTED = 20;

    private final Chain chain;
    private final Workspace workspace;
    private final List<Milestone> milestones;
    private final String title;

    RangeCheck(Catalog catalog, Workspace workspace, List<Milestone> milestones, String title) {
        this.chain = new Chain(catalog, workspace.id());
        this.workspace = workspace;
        this.milestones = milestones;
        this.title = title;
    }

    /** The sequence number it begins with: where the milestone before it ended. */
    long first() {
        return covered() + 1;
    }

    /** The snapshot it ends with. */
    Snapshot last(Span span) {
        span.named().forEach(this::refuseUnfit);
        refuseWrongOrder(span);
        Snapshot last = span.last().or(chain::newest).orElseThrow(this::nothingThere);
        refuseOverlap(span, last);
        if (last.sequence() <= covered()) {
            throw nothingThere();
        }
        refuseGap(span, last);
        return last;
    }

    private long covered() {
        return previous().map(Milestone::last).orElse(0L);
    }

    private Optional<Milestone> previous() {
        return milestones.isEmpty() ? Optional.empty() : Optional.of(milestones.get(milestones.size() - 1));
    }

    private void refuseUnfit(Snapshot snapshot) {
        if (!snapshot.subjectId().equals(workspace.id())) {
            throw invalid(
                    "Snapshot " + snapshot.id().shortHex() + " is of '"
                            + snapshot.facts().subject() + "', not of '" + workspace.name() + "'.",
                    "A milestone is a range of one workspace's history: name snapshots from 'snapdsl log'.");
        }
        snapshot.replacedBy().ifPresent(merged -> {
            throw invalid(
                    "Snapshot " + number(snapshot) + " was merged into " + merged.shortHex() + ".",
                    "Name " + merged.shortHex() + " instead.");
        });
        if (chain.isRemoved(snapshot)) {
            throw invalid(
                    "Snapshot " + number(snapshot) + " was removed meanwhile.", "Choose another from 'snapdsl log'.");
        }
    }

    private void refuseWrongOrder(Span span) {
        if (span.first().isPresent()
                && span.last().isPresent()
                && span.first().get().sequence() > span.last().get().sequence()) {
            Snapshot from = span.first().get();
            Snapshot to = span.last().get();
            throw invalid(
                    "The range is the wrong way round: it would begin with " + number(from) + " and end with "
                            + number(to) + ", which is older.",
                    "Swap them: --from " + to.id().shortHex() + " --to "
                            + from.id().shortHex());
        }
    }

    private SnapdslException nothingThere() {
        return previous()
                .map(before -> invalid(
                        "There is nothing to make a milestone of: no snapshot was taken since the milestone '"
                                + before.title() + "'.",
                        "Take a snapshot first: snapdsl snap"))
                .orElseGet(() -> invalid(
                        "There is nothing to make a milestone of: " + workspace.name() + " has no snapshot yet.",
                        "Take a snapshot first: snapdsl snap"));
    }

    private void refuseOverlap(Span span, Snapshot last) {
        boolean overlaps = span.named().stream().anyMatch(snapshot -> snapshot.sequence() <= covered());
        if (!overlaps) {
            return;
        }
        long from = span.first().or(span::last).orElseThrow().sequence();
        List<Snapshot> overlapping = chain.present(from, Math.min(last.sequence(), covered())).stream()
                .filter(span::includes)
                .toList();
        String owners = milestones.stream()
                .filter(milestone -> overlapping.stream().anyMatch(snapshot -> milestone.contains(snapshot.sequence())))
                .map(milestone -> "'" + milestone.title() + "'")
                .collect(Collectors.joining(", "));
        Optional<Snapshot> start = start();
        throw new SnapdslException(
                ErrorCode.MILESTONE_OVERLAP,
                "The milestone would overlap. Expected: to begin with "
                        + start.map(RangeCheck::number).orElse("a new snapshot") + after() + ". Found: " + found(span)
                        + ". Overlapping, because in " + owners + " already: " + list(overlapping) + ".",
                start.map(snapshot -> "Begin later: snapdsl milestone create '" + title + "' --from "
                                + snapshot.id().shortHex())
                        .orElse("Take a new snapshot first: snapdsl snap"));
    }

    private void refuseGap(Span span, Snapshot last) {
        if (span.first().isEmpty()) {
            return;
        }
        List<Snapshot> missing = chain.present(first(), last.sequence()).stream()
                .filter(snapshot -> !span.includes(snapshot))
                .toList();
        if (missing.isEmpty()) {
            return;
        }
        Snapshot newest = missing.get(missing.size() - 1);
        boolean allBefore = newest.sequence() < span.first().get().sequence();
        throw new SnapdslException(
                ErrorCode.MILESTONE_GAP,
                "The milestone would leave a gap. Expected: every snapshot from "
                        + start().map(RangeCheck::number).orElseThrow() + after() + ", to " + number(last)
                        + ". Found: " + found(span) + ". Missing: " + list(missing) + ".",
                "Take them in: snapdsl milestone create '" + title + "' --to "
                        + last.id().shortHex()
                        + (allBefore
                                ? ". Or give them a milestone of their own first: snapdsl milestone create TITLE --to "
                                        + newest.id().shortHex()
                                : ""));
    }

    /** The snapshot that a new milestone has to begin with. */
    private Optional<Snapshot> start() {
        return chain.newest()
                .flatMap(newest ->
                        chain.present(first(), newest.sequence()).stream().findFirst());
    }

    private String after() {
        return previous()
                .map(milestone -> ", right after the milestone '" + milestone.title() + "'")
                .orElse(", where the history begins");
    }

    private static String found(Span span) {
        if (span instanceof Span.Exactly exactly) {
            return list(exactly.named());
        }
        return span.first().map(first -> "from " + number(first)).orElse("")
                + (span.first().isPresent() && span.last().isPresent() ? " " : "")
                + span.last().map(last -> "to " + number(last)).orElse("");
    }

    private static String list(List<Snapshot> snapshots) {
        String listed = snapshots.stream().limit(LISTED).map(RangeCheck::number).collect(Collectors.joining(", "));
        return listed + (snapshots.size() > LISTED ? " and " + (snapshots.size() - LISTED) + " more" : "");
    }

    private static String number(Snapshot snapshot) {
        return "#" + snapshot.sequence() + " (" + snapshot.id().shortHex() + ")";
    }

    private static SnapdslException invalid(String message, String hint) {
        return new SnapdslException(ErrorCode.INVALID_RANGE, message, hint);
    }
}
