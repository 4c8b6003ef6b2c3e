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

    Survey(TreeWatch watch) {
        this.watch = watch;
    }

    @Override
    public void entering(TreePath path, Path directory) {
        watch.watch(path, directory);
    }

    @Override
    public void found(TreePath path, Account account) {
        directories.put(path, account);
    }

    @Override
    public Account sum() {
        Account sum = new Account();
        directories.values().forEach(sum::add);
        return sum;
    }

    boolean knows(TreePath path) {
        return directories.containsKey(path);
    }

    /** The directory and all below it are gone, or others. */
    void forget(TreePath path) {
        if (directories.keySet().removeIf(known -> known.startsWith(path))) {
            watch.forget(path);
        }
    }

    /** Before everything is scanned again. */
    void clear() {
        directories.clear();
    }
}
