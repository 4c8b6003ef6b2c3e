package io.snapdsl.cli.command;

import io.snapdsl.cli.output.Output;
import io.snapdsl.engine.ErrorCode;
import io.snapdsl.engine.SnapdslException;
import io.snapdsl.engine.content.Content;
import io.snapdsl.engine.content.ContentReader;
import io.snapdsl.engine.diff.SnapshotPatch;
import io.snapdsl.engine.history.Snapshot;
import io.snapdsl.engine.shape.Shapes;
import io.snapdsl.engine.store.SnapshotStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Base64;
import java.util.Optional;

/** What one snapshot changed, as a patch: preserved when it was merged into another, or else derived. */
final class PatchAnswer {
    private final SnapshotStore store;
    private final Output out;

    PatchAnswer(SnapshotStore store, Output out) {
        this.store = store;
        this.out = out;
    }

    void print(Snapshot snapshot) throws IOException {
        Optional<Content> preserved = store.patches().find(snapshot.id());
        if (preserved.isEmpty() && snapshot.isRemoved()) {
            throw gone(snapshot);
        }
        if (out.isInWords()) {
            write(snapshot, preserved, out.bytes());
        }
        if (out.isInJson()) {
            answer(snapshot, preserved);
        }
    }

    private void answer(Snapshot snapshot, Optional<Content> preserved) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        write(snapshot, preserved, bytes);
        out.json(Shapes.object(
                "id", snapshot.id().hex(),
                "preserved", preserved.isPresent(),
                "patchBase64", Base64.getEncoder().encodeToString(bytes.toByteArray())));
    }

    private void write(Snapshot snapshot, Optional<Content> preserved, OutputStream target) throws IOException {
        ContentReader content = new ContentReader(store.content());
        if (preserved.isPresent()) {
            content.copy(preserved.get(), target);
        } else {
            new SnapshotPatch(store.catalog(), content).write(snapshot, target);
        }
    }

    private SnapdslException gone(Snapshot snapshot) {
        String id = snapshot.id().shortHex();
        Optional<Snapshot> goneToo =
                snapshot.replacedBy().flatMap(store.catalog()::find).filter(Snapshot::isRemoved);
        if (goneToo.isPresent()) {
            String place = goneToo.get().id().shortHex();
            return new SnapdslException(
                    ErrorCode.UNKNOWN_SNAPSHOT,
                    "Snapshot " + id + " was merged into " + place
                            + "; that was removed, and with it what they changed.",
                    "When and why: snapdsl explain " + id);
        }
        return new SnapdslException(
                ErrorCode.UNKNOWN_SNAPSHOT,
                snapshot.replacedBy().isPresent()
                        ? "Snapshot " + id + " was merged into another, and what it changed was not preserved."
                        : "Snapshot " + id + " was removed, and with it what it changed.",
                snapshot.replacedBy()
                        .map(place -> "What all the merged ones changed: snapdsl show " + place.shortHex() + " --patch")
                        .orElse("Choose another one from 'snapdsl log'."));
    }
}
