package io.snapdsl.engine.capture;

import io.snapdsl.engine.Progress;
import io.snapdsl.engine.content.Hash;
import io.snapdsl.engine.files.FileStat;
import io.snapdsl.engine.history.Subject.Workspace;
import io.snapdsl.engine.store.SnapshotStore;
import io.snapdsl.engine.watch.TreeWatch;
import io.snapdsl.engine.watch.TreeWatch.Noticed;
import io.snapdsl.engine.watch.TreeWatch.Noticed.Changes;
import java.io.IOException;
import java.util.Optional;

/**
 * Captures one workspace again and again, each time looking only where something happened since. Notifications are
 * hints: where they don't tell the whole truth, everything is scanned, as {@link WorkspaceCapture} does it.
 */
public final class WatchedCapture implements Capturing, AutoCloseable {
    private final WorkspaceCapture capture;
    private final TreeWatch watch;
    private Optional<Known> known = Optional.empty();

    /** What the last capture left: until the next one has succeeded, nobody may rely on it. */
    private record Known(Survey survey, long rules, long directory) {}

    /** @param listener is called when something has happened in the workspace; it must not wait for anything */
    public WatchedCapture(SnapshotStore store, Workspace workspace, Progress progress, Runnable listener)
            throws IOException {
        this.capture = new WorkspaceCapture(store, progress);
        this.watch = new TreeWatch(workspace.directory(), listener);
    }

    @Override
    public synchronized Captured capture(Workspace workspace) {
        IgnoreRules rules = capture.rules(workspace);
        Noticed noticed = watch.settle();
        Known now = new Known(new Survey(watch), rules.fingerprint(), identity(workspace));
        Optional<Known> before = known.filter(last -> last.rules == now.rules && last.directory == now.directory);
        known = Optional.empty();
        if (before.isEmpty() || !(noticed instanceof Changes changes)) {
            Captured captured = capture.capture(workspace, rules, path -> false, now.survey, WatchedCapture::scan);
            known = Optional.of(now);
            return captured;
        }
        Survey survey = before.get().survey;
        Captured captured = capture.capture(workspace, rules, path -> false, survey, scanning -> {
            Optional<Hash> root = new Rescan(scanning, survey, changes.directories()).run();
            if (root.isPresent()) {
                return root.get();
            }
            survey.clear();
            return scan(scanning);
        });
        known = before;
        return captured;
    }

    private static Hash scan(Scanning scanning) throws IOException {
        return new WorkspaceScanner(scanning).scan();
    }

    /** Nobody is notified when the workspace itself is moved away and another put in its place. */
    private static long identity(Workspace workspace) {
        try {
            return FileStat.of(workspace.directory()).identity();
        } catch (IOException e) {
            return 0; // Then the scan will say what is wrong.
        }
    }

    @Override
    public void close() {
        watch.close();
    }
}
