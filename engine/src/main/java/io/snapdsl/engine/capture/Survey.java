package io.snapdsl.engine.capture;

import io.snapdsl.engine.tree.TreePath;
import io.snapdsl.engine.watch.TreeWatch;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What is known of every directory of a workspace, kept up to date; each is watched from before it was listed. */
final class Survey implements Findings {
    private final TreeWatch watch;
    private final Map<TreePath, Account> directories = new ConcurrentHashMap<>();
    private volatile boolean touchesHardLinks;

    Survey(TreeWatch watch) {
        this.watch = watch;
    }

    @Override
    public boolean entering(TreePath path, Path directory) {
        watch.watch(path, directory);
        return true;
    }

    @Override
    public void found(TreePath path, Account account) {
        directories.put(path, account);
        if (account.touchesHardLinks()) {
            touchesHardLinks = true;
        }
    }

    @Override
    public Account sum() {
        Account sum = new Account();
        directories.values().forEach(sum::add);
        return sum;
    }

    /** From now on it is noted whether hard links are touched. */
    void begin() {
        touchesHardLinks = false;
    }

    /** Whether a file that has several names has appeared, changed or gone, in a directory or together with it. */
    boolean touchesHardLinks() {
        return touchesHardLinks;
    }

    boolean knows(TreePath path) {
        return directories.containsKey(path);
    }

    /** The directory and all below it are gone, or others. */
    void forget(TreePath path) {
        boolean wasKnown = directories.entrySet().removeIf(known -> {
            boolean goes = known.getKey().startsWith(path);
            if (goes && known.getValue().hardLinks() > 0) {
                touchesHardLinks = true;
            }
            return goes;
        });
        if (wasKnown) {
            watch.forget(path);
        }
    }

    /** Before everything is scanned again. */
    void clear() {
        directories.clear();
    }
}
