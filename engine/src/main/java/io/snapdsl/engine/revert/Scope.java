package io.snapdsl.engine.revert;

import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.continuity.Claims;
import io.snapdsl.engine.diff.Change;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.history.SnapshotLog;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.restore.RemovedBefore;
import io.snapdsl.engine.store.Catalog;
import io.snapdsl.engine.store.SnapshotStore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Finds the snapshots whose changes are to be taken back, newest first, and the state before each. */
final class Scope {
    /**
     * A snapshot, and the one that has the state before it.
     *
     * @param only those of its changes that are meant, if not all are
     */
    record Part(Snapshot snapshot, Snapshot before, Optional<List<Change>> only) {
        static Part whole(Snapshot snapshot, Snapshot before) {
            return new Part(snapshot, before, Optional.empty());
        }
    }

    /** @param notes what is not taken back, or more than was asked for, and why */
    record Found(List<Part> parts, List<String> notes) {
        /** Those that were asked for, without those from which they took something over. */
        List<Snapshot> chosen() {
            return parts.stream()
                    .filter(part -> part.only().isEmpty())
                    .map(Part::snapshot)
                    .toList();
        }
    }

    private final Catalog catalog;
    private final Workspace workspace;
    private final List<Part> parts = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    private Scope(Catalog catalog, Workspace workspace) {
        this.catalog = catalog;
        this.workspace = workspace;
    }

    static Found of(What what, SnapshotStore store, Workspace workspace) {
        Scope scope = new Scope(store.catalog(), workspace);
        if (what instanceof What.Session session) {
            scope.addAll(session.name());
        } else if (what instanceof What.Snapshots snapshots) {
            snapshots.all().stream()
                    .sorted(Comparator.comparing(Snapshot::sequence).reversed())
                    .forEach(scope::add);
        }
        TakenOver takenOver = TakenOver.by(scope.parts, new Claims(store));
        scope.parts.addAll(takenOver.parts());
        scope.parts.sort(
                Comparator.comparing((Part part) -> part.snapshot().sequence()).reversed());
        scope.notes.addAll(takenOver.notes());
        return new Found(scope.parts, scope.notes);
    }

    private void add(Snapshot chosen) {
        Snapshot snapshot = catalog.find(chosen.id())
                .filter(found -> !found.isRemoved())
                .orElseThrow(() -> new SnapdslException(
                        ErrorCode.UNKNOWN_SNAPSHOT,
                        "Snapshot " + chosen.id().shortHex() + " has just been removed.",
                        "Choose another one from 'snapdsl log'."));
        snapshot.replacedBy().ifPresent(place -> {
            throw new SnapdslException(
                    ErrorCode.NOTHING_TO_REVERT,
                    "Snapshot " + snapshot.id().shortHex() + " was merged into " + place.shortHex()
                            + ", and can't be told from the others in it.",
                    "To take them all back: snapdsl revert " + place.shortHex());
        });
        Snapshot before = catalog.contentBefore(snapshot)
                .orElseThrow(() -> nothing("No state before snapshot "
                        + snapshot.id().shortHex() + " is known: " + noneBefore(snapshot) + "."));
        notes.addAll(RemovedBefore.notes(snapshot, catalog));
        parts.add(Part.whole(snapshot, before));
    }

    /**
     * What a session did is what its snapshots hold, but for those that saved what was there when it started or
     * changes nobody had announced: these are somebody else's, as far as the session did not take them over.
     */
    private void addAll(String session) {
        List<Snapshot> own = new SnapshotLog(catalog, workspace)
                .newest(
                        Integer.MAX_VALUE,
                        Optional.empty(),
                        snapshot -> snapshot.note().session().equals(session)
                                && !snapshot.note().trigger().isNobodys());
        if (own.isEmpty()) {
            throw nothing("The session '" + session + "' has no snapshot of " + workspace.name() + ".");
        }
        for (Snapshot snapshot : own) {
            Optional<Snapshot> before = catalog.contentBefore(snapshot);
            if (snapshot.isRemoved()) {
                notes.add("What " + snapshot.id().shortHex() + " had changed stays, unless a later one of the session"
                        + " holds it: it was removed.");
            } else if (before.isEmpty()) {
                notes.add("What " + snapshot.id().shortHex() + " holds stays: no state before it is known, because "
                        + noneBefore(snapshot) + ".");
            } else {
                refuseOthers(snapshot, session);
                parts.add(Part.whole(snapshot, before.get()));
            }
        }
        if (parts.isEmpty()) {
            throw nothing("Nothing of the session '" + session + "' can be taken back: its snapshots of "
                    + workspace.name() + " were removed, or there is no state before them.");
        }
    }

    private void refuseOthers(Snapshot snapshot, String session) {
        RemovedBefore.of(snapshot, catalog).stream()
                .filter(removed -> !removed.note().session().equals(session))
                .findFirst()
                .ifPresent(removed -> {
                    String id = snapshot.id().shortHex();
                    throw new SnapdslException(
                            ErrorCode.CONFLICTS,
                            "What the session '" + session + "' changed in " + id + " can't be told from what "
                                    + removed.id().shortHex() + " had changed before it, because that was removed.",
                            "To take both back: snapdsl revert " + id + ".");
                });
    }

    private String noneBefore(Snapshot snapshot) {
        return catalog.before(snapshot).isPresent()
                ? "all earlier ones of " + workspace.name() + " were removed"
                : "it is the first one of " + workspace.name();
    }

    private static SnapdslException nothing(String message) {
        return new SnapdslException(
                ErrorCode.NOTHING_TO_REVERT,
                message,
                "'snapdsl log' lists all snapshots; 'snapdsl restore ID' brings any state back as a whole.");
    }
}
